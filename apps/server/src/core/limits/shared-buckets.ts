import { createHash } from 'node:crypto'
import { createClient } from 'redis'
import { minuteMs } from '@kapao/contract/times'
import type { Log } from '../telemetry/log.ts'
import { within } from '../within.ts'
import type { Figure, SharedBuckets } from './rate-limit.ts'

export type RedisBuckets = SharedBuckets & {
  /** Returns at once; until Redis is connected, each process counts for itself. */
  connect: () => void
  /** Rejects while Redis does not answer. */
  ask: () => Promise<unknown>
  close: () => void
}

/** A call waits no longer than this; a busy Redis in the same network answers within a millisecond. */
const patienceMs = 100
/** After a failure Redis is skipped for this long, so that few calls wait while it hangs. */
const pauseMs = 1_000
const connectPatienceMs = 5_000
const longestPauseMs = 2_000
const waitingMax = 1_000

/** Takes or returns a token atomically, by the clock of Redis: the clocks of the processes' machines may differ. */
const script = `
local burst, perMs = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local kept = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens, at = tonumber(kept[1]) or burst, tonumber(kept[2]) or now
tokens = math.min(burst, tokens + math.max(0, now - at) * perMs)
local wait = 0
if ARGV[3] == 'back' then
  tokens = math.min(burst, tokens + 1)
elseif tokens < 1 then
  wait = math.ceil((1 - tokens) / perMs)
else
  tokens = tokens - 1
end
redis.call('HSET', KEYS[1], 'tokens', string.format('%.17g', tokens), 'at', string.format('%d', now))
redis.call('PEXPIRE', KEYS[1], math.ceil((burst - tokens) / perMs) + 1000)
return wait
`
const scriptName = createHash('sha1').update(script).digest('hex')

/** Counts in Redis, for all processes that share it. A key expires once its bucket would be full again. */
export function openRedisBuckets(
  url: string,
  log: Pick<Log, 'warn'>,
  waitMsMax = patienceMs,
): RedisBuckets {
  const client = createClient({
    url,
    // Commands fail at once while there is no connection.
    disableOfflineQueue: true,
    commandsQueueMaxLength: waitingMax,
    socket: {
      connectTimeout: connectPatienceMs,
      reconnectStrategy: (tries) => Math.min(100 * tries, longestPauseMs),
    },
  })
  let isWarned = false
  let pausedUntilMs = 0
  const fail = (error: unknown): void => {
    pausedUntilMs = performance.now() + pauseMs
    // Reconnects are retried all the time; one line in the log is enough.
    if (!isWarned) log.warn({ err: error }, 'Redis does not answer: each process counts for itself')
    isWarned = true
  }
  client.on('error', fail)

  const run = async (key: string, { burst, perMinute }: Figure, act: 'take' | 'back') => {
    const options = {
      keys: [`kapao:limit:${key}`],
      arguments: [String(burst), String(perMinute / minuteMs), act],
    }
    const answer = await client.evalSha(scriptName, options).catch((error: unknown) => {
      // A restarted Redis has no scripts.
      if (error instanceof Error && error.message.startsWith('NOSCRIPT'))
        return client.eval(script, options)
      throw error
    })
    return Number(answer)
  }
  const ask = async (key: string, figure: Figure, act: 'take' | 'back'): Promise<number | null> => {
    if (performance.now() < pausedUntilMs || !client.isReady) return null
    try {
      const waitMs = await within(waitMsMax, run(key, figure, act))
      isWarned = false
      return waitMs
    } catch (error) {
      fail(error)
      return null
    }
  }
  return {
    take: (key, figure) => ask(key, figure, 'take'),
    giveBack: (key, figure) => void ask(key, figure, 'back'),
    connect: () => void client.connect().catch(fail),
    ask: () => client.ping(),
    close: () => client.destroy(),
  }
}
