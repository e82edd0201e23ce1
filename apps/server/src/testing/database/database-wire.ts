import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * The moment at which a process dies: before the first statement that contains this text, at its answer (a transaction
 * of one statement is committed by then), or at the commit that follows it.
 */
export type Moment = {
  at: 'before' | 'after' | 'before the commit of' | 'after the commit of'
  statement: string
}

type DatabaseWire = {
  /** The database's address through this wire, for the process that is to die. */
  url: string
  /** Resolves when the moment has come; the process then waits for an answer that never comes. */
  reached: Promise<void>
  close: () => void
}

/**
 * A proxy between a process and its database that stops it at one moment, so that it can be killed there: between any
 * two statements of a transaction, or with a commit that is done but unacknowledged. The program does not notice it. A
 * process may have to start first: until the moment is awaited everything passes.
 */
export async function openDatabaseWire(
  databaseUrl: string,
  moment: Moment,
  isAwaited: () => boolean = () => true,
): Promise<DatabaseWire> {
  const target = new URL(databaseUrl)
  const socketPath = `${decodeURIComponent(target.host)}/.s.PGSQL.5432`
  const sockets = new Set<Socket>()
  let resolveReached: () => void = () => undefined
  const reached = new Promise<void>((resolve) => (resolveReached = resolve))
  const server = createServer((client) => {
    const database = connect(socketPath)
    const end = (): void => {
      client.destroy()
      database.destroy()
    }
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', end).on('close', end)
    }
    const judge = judgeOf(moment)
    let isDeaf = false
    client.on('data', (part) => {
      const verdict = isAwaited() ? judge(part) : 'pass'
      if (verdict === 'hold') resolveReached()
      else database.write(part)
      isDeaf ||= verdict === 'deaf'
    })
    database.on('data', (part) => {
      if (isDeaf) resolveReached()
      else client.write(part)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  target.host = `127.0.0.1:${port}`
  return {
    url: target.href,
    reached,
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** The treatment of the next part of one connection: pass it on, hold it, or pass it on and hold its answer. */
function judgeOf({ statement, at }: Moment): (part: Buffer) => 'pass' | 'hold' | 'deaf' {
  const isWanted = statementsOf(statement)
  let isMarked = false
  return (part) => {
    if (isMarked && part.includes('commit\0'))
      return at === 'before the commit of' ? 'hold' : 'deaf'
    if (!isWanted(part)) return 'pass'
    if (at === 'after') return 'deaf'
    isMarked = at !== 'before'
    return isMarked ? 'pass' : 'hold'
  }
}

/** Whether a part runs the statement: by its text, or by the name under which it was prepared. */
function statementsOf(wanted: string): (part: Buffer) => boolean {
  const names = new Set<string>()
  return (part) => {
    // Parse: its letter, a length of four bytes, the name, the text.
    const at = part.indexOf(wanted)
    if (at >= 0 && part[0] === 0x50) names.add(part.toString('latin1', 5, part.indexOf(0, 5)))
    return at >= 0 || [...names].some((name) => part.includes(`\0${name}\0`))
  }
}
