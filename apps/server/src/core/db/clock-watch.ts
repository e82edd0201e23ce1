import { createClient } from 'redis'
import type { Clock } from '../clock.ts'
import { readDatabaseTime } from './database-store.ts'
import type { Db } from './db.ts'
import { within } from '../within.ts'
import type { Log } from '../telemetry/log.ts'

/** The time of another machine. */
export type Witness = () => Promise<Date>

export type ClockWatch = {
  /** This process differs from two machines that agree: what it signs is refused, and what it writes is misdated. */
  isWrong: () => boolean
  /** Rejects while its clock and the database's differ, whichever of them is wrong. */
  check: () => Promise<void>
  look: () => Promise<void>
  stop: () => void
}

/** Requests that are signed with a time are refused outside when it is off by more than about this. */
const apartMaxMs = 60_000
const lookEveryMs = 5_000
const patienceMs = 2_000

type Deps = { clock: Clock; log: Pick<Log, 'error' | 'info'> }

/** Compares the process's clock with the database's and with Redis's, at once and then regularly. */
export async function watchClock(
  { clock, log }: Deps,
  { database, redis }: { database: Witness; redis: Witness | null },
): Promise<ClockWatch> {
  let isWrong = false
  let isApart = false
  const aheadMs = async (ask: Witness): Promise<number> => {
    const theirs = await within(patienceMs, ask())
    return clock.now().getTime() - theirs.getTime()
  }
  const look = async (): Promise<void> => {
    const ofDatabase = await aheadMs(database)
    isApart = isFar(ofDatabase)
    // With two clocks it is unknown which one is wrong.
    if (redis === null) return
    const ofRedis = await aheadMs(redis)
    const was = isWrong
    isWrong = isApart && isFar(ofRedis) && !isFar(ofDatabase - ofRedis)
    if (isWrong && !was)
      log.error({ aheadMs: ofDatabase }, 'the clock is wrong: this process takes no calls')
    if (was && !isWrong) log.info('the clock is right again')
  }
  // A machine that does not answer leaves what was last known.
  const lookIfPossible = (): Promise<void> => look().catch(() => undefined)
  await lookIfPossible()
  const timer = setInterval(() => void lookIfPossible(), lookEveryMs)
  timer.unref()
  return {
    isWrong: () => isWrong,
    check: async () => {
      if (isApart) throw new Error('the clocks of this process and the database differ')
    },
    look,
    stop: () => clearInterval(timer),
  }
}

function isFar(ms: number): boolean {
  return Math.abs(ms) > apartMaxMs
}

export function databaseTime(db: Db): Witness {
  return () => readDatabaseTime(db)
}

/** A connection for each look: there are few, and none has to be kept alive. */
export function redisTime(url: string): Witness {
  return async () => {
    const client = createClient({
      url,
      socket: { connectTimeout: patienceMs, reconnectStrategy: false },
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      const [seconds] = (await client.sendCommand(['TIME'])) as unknown as [string, string]
      return new Date(Number(seconds) * 1_000)
    } finally {
      if (client.isOpen) client.destroy()
    }
  }
}
