import { randomBytes } from 'node:crypto'
import pg from 'pg'

export type OpenListener = {
  /** Whether everything sent until two seconds ago has certainly been received. */
  isCurrent: () => boolean
  stop: () => Promise<void>
}

/** Where the listener connects; it holds a connection of its own. */
export type ListenOptions = { url: string; applicationName: string }

/** TCP keepalive detects a peer that is gone. */
export const keepAliveOptions = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

const listenerWaitMs = 3_000
const relistenDelayMs = 500
const beatMs = 500
const deafAfterMs = 2_000

export async function listen(
  options: ListenOptions,
  channel: string,
  onNotify: (payload: string | null) => void,
): Promise<OpenListener> {
  let client = await openListener(options, channel, onNotify)
  let stopped = false

  const keepListening = async (): Promise<void> => {
    while (!stopped) {
      // Notices sent while the connection was down are lost; null makes the caller drop its cache.
      onNotify(null)
      await client.ended
      while (!stopped) {
        await new Promise((resolve) => setTimeout(resolve, relistenDelayMs))
        const next = await openListener(options, channel, onNotify).catch(() => null)
        if (!next) continue
        client = next
        break
      }
    }
    await client.close()
  }

  void keepListening()
  return {
    isCurrent: () => !stopped && performance.now() - client.confirmedAt() < deafAfterMs,
    stop: async () => {
      stopped = true
      await client.close()
    },
  }
}

type Listener = { ended: Promise<void>; confirmedAt: () => number; close: () => Promise<void> }

async function openListener(
  options: ListenOptions,
  channel: string,
  onNotify: (payload: string | null) => void,
): Promise<Listener> {
  const client = new pg.Client({
    connectionString: options.url,
    application_name: `${options.applicationName} listen`,
    connectionTimeoutMillis: listenerWaitMs,
    query_timeout: listenerWaitMs,
    ...keepAliveOptions,
  })
  // Before the first answer nothing counts as received.
  let confirmedAt = -deafAfterMs
  let beating: NodeJS.Timeout | undefined
  // The answer to a query comes after all notices sent before it; a silently cut connection does not answer.
  const beat = async (): Promise<void> => {
    const askedAt = performance.now()
    await client.query('select')
    confirmedAt = askedAt
    beating = setTimeout(() => void beat().catch(close), beatMs)
  }
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  const close = () => {
    clearTimeout(beating)
    confirmedAt = -deafAfterMs
    return client.end().catch(() => undefined)
  }
  // An error is followed by the end event, which the listener waits for.
  client.on('error', () => void close())
  client.on('notification', (message) => onNotify(message.payload ?? null))
  try {
    await client.connect()
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    await beat()
  } catch (error) {
    await close()
    throw error
  }
  return { ended, confirmedAt: () => confirmedAt, close }
}

const roundTrips = 3
const receivedWithinMs = 2_000

/** Whether a NOTIFY sent through `send` reaches a listening connection, three times in a row. */
export async function receivesOwnNotices(
  options: ListenOptions,
  send: (channel: string, payload: string) => Promise<unknown>,
): Promise<boolean> {
  const channel = `kapao_check_${randomBytes(8).toString('hex')}`
  const received = new Set<string>()
  let onReceived = (): void => undefined
  const listener = await openListener(options, channel, (payload) => {
    received.add(payload ?? '')
    onReceived()
  })
  try {
    for (let round = 1; round <= roundTrips; round += 1) {
      const { promise, resolve } = Promise.withResolvers<void>()
      onReceived = resolve
      await send(channel, String(round))
      const timer = setTimeout(resolve, receivedWithinMs)
      if (!received.has(String(round))) await promise
      clearTimeout(timer)
      if (!received.has(String(round))) return false
    }
    return true
  } finally {
    await listener.close()
  }
}
