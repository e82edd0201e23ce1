import { createServer, connect, type AddressInfo, type Socket } from 'node:net'

export type ReplyDropper = {
  /** The database's address through this proxy. */
  url: string
  /** Drops the next reply that carries this tag, and cuts the connection instead. */
  dropNext: (tag: 'COMMIT' | 'SELECT 1') => void
  countDropped: () => number
  close: () => void
}

/** A proxy between a server and its database that drops replies to committed work (F03). */
export async function startReplyDropper(databaseUrl: string): Promise<ReplyDropper> {
  const socketFolder = decodeURIComponent(new URL(databaseUrl).host)
  const sockets = new Set<Socket>()
  let tag: string | null = null
  let dropped = 0

  const server = createServer((client) => {
    const database = connect(`${socketFolder}/.s.PGSQL.5432`)
    const end = (): void => {
      client.destroy()
      database.destroy()
    }
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', end).on('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    client.pipe(database)
    database.on('data', (part) => {
      if (tag !== null && part.includes(`${tag}\0`)) {
        tag = null
        dropped += 1
        end()
      } else client.write(part)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    dropNext: (wanted) => (tag = wanted),
    countDropped: () => dropped,
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
