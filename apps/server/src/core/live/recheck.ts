import type { Log } from '../log.ts'
import type { Sessions } from '../session.ts'

/** As many as are looked up together where a crowd comes in. */
const keysAtOnce = 256

type Seated = { data: { sessionKey: string | null }; disconnect: (isClosed: boolean) => unknown }

export type RecheckDeps = {
  sessions: Pick<Sessions, 'listLost'>
  log: Pick<Log, 'warn'>
  /** Those of a member, or with null everybody's. */
  listSockets: (memberId: string | null) => readonly Seated[]
}

export type Recheck = {
  /** Cuts the sockets whose session has ended: a member's, or with null everybody's. */
  run: (memberId: string | null) => Promise<void>
  /** The same for whoever does not wait for it. */
  runQuietly: (memberId: string | null) => void
  /** Everybody's, unless that is still being done. */
  pass: () => void
}

export function openRecheck({ sessions, log, listSockets }: RecheckDeps): Recheck {
  let isPassing = false
  const run = async (memberId: string | null): Promise<void> => {
    const bySession = Map.groupBy(listSockets(memberId), ({ data }) => data.sessionKey)
    const keys = [...bySession.keys()].filter((key) => key !== null)
    // One question after the other: nobody waits for it, and the database has others to serve.
    for (let at = 0; at < keys.length; at += keysAtOnce)
      for (const lost of await sessions.listLost(keys.slice(at, at + keysAtOnce)))
        for (const socket of bySession.get(lost)!) socket.disconnect(true)
  }
  const attempt = (memberId: string | null): Promise<void> =>
    run(memberId).catch((error: unknown) =>
      log.warn({ err: error }, 'sockets could not be checked; they will be'),
    )
  return {
    run,
    runQuietly: (memberId) => void attempt(memberId),
    pass: () => {
      if (isPassing) return
      isPassing = true
      void attempt(null).finally(() => (isPassing = false))
    },
  }
}
