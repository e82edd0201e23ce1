import { whyClosed, type AccessSwitches } from '../limits/addresses/access.ts'
import type { Log } from '../telemetry/log.ts'
import type { Sessions } from '../session/session.ts'
import type { Seat } from './admit.ts'

/** As many as are looked up together where a crowd comes in. */
const keysAtOnce = 256

type SeatedSocket = {
  data: Pick<Seat, 'sessionKey' | 'address'>
  disconnect: (isClosed: boolean) => unknown
}

export type RecheckDeps = {
  sessions: Pick<Sessions, 'listLost'>
  switches: () => Promise<AccessSwitches>
  log: Pick<Log, 'warn'>
  /** The sockets of a member, or with null all. */
  listSockets: (memberId: string | null) => readonly SeatedSocket[]
}

export type Recheck = {
  /** Cuts the sockets that would no longer be admitted: a member's, or with null all. */
  run: (memberId: string | null) => Promise<void>
  /** The same for callers that do not wait for it. */
  runQuietly: (memberId: string | null) => void
  /** Checks all sockets, unless a check is still running. */
  pass: () => void
}

export function openRecheck({ sessions, switches, log, listSockets }: RecheckDeps): Recheck {
  let isPassing = false
  const run = async (memberId: string | null): Promise<void> => {
    const doors = await switches()
    const { open = [], shut = [] } = Object.groupBy(listSockets(memberId), ({ data }) =>
      whyClosed(doors, data.address) === null ? 'open' : 'shut',
    )
    // The page learns the reason from its next call, which it makes when it is cut.
    for (const socket of shut) socket.disconnect(true)
    const bySession = Map.groupBy(open, ({ data }) => data.sessionKey)
    const keys = [...bySession.keys()].filter((key) => key !== null)
    // One query after the other: it is not urgent, and the database has others to serve.
    for (let at = 0; at < keys.length; at += keysAtOnce)
      for (const lost of await sessions.listLost(keys.slice(at, at + keysAtOnce)))
        for (const socket of bySession.get(lost)!) socket.disconnect(true)
  }
  const attempt = (memberId: string | null): Promise<void> =>
    run(memberId).catch((error: unknown) =>
      log.warn({ err: error }, 'sockets could not be checked; the next check will retry'),
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
