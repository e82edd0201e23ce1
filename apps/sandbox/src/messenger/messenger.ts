import { type SandboxClock, pause } from '../clock.ts'

/**
 * A message that an actor sends to the app on its own. Headers are built for each try, since signatures carry the time.
 */
export type Message = {
  /** The sender, as in the names of operations: `gateways.WW`. */
  from: string
  /** The path below the app's address. */
  path: string
  body: string
  headers: () => Record<string, string>
}

export type Tries = {
  id: number
  from: string
  path: string
  body: string
  at: string
  /** The reply to each try; `no answer` when none came. */
  replies: (number | 'no answer' | 'lost')[]
  state: 'waiting' | 'delivered' | 'given up' | 'lost'
}

/** How the next messages go wrong; lists and tests plan it before they trigger a payment. */
export type Mishap = { kind: 'lose' | 'duplicate' | 'delay'; from: string; delayMs: number }

export type Messenger = {
  setAddress: (url: string | null) => void
  address: () => string | null
  /** Accepts a message and delivers it in the background; returns at once. */
  send: (message: Message) => void
  /** Delivers a message again, lost or not, as senders do by hand. */
  again: (id: number) => Promise<Tries | null>
  plan: (mishap: Mishap, count: number) => void
  list: () => Tries[]
  reset: () => void
}

const keptMax = 500
const triesMax = 4
/** As documented by SCB and others: three retries, twelve seconds apart. */
const againAfterMs = 12_000
const answerWithinMs = 10_000

export function createMessenger(clock: SandboxClock, startAddress: string | null): Messenger {
  let address = startAddress
  let kept: { message: Message; tries: Tries }[] = []
  let mishaps: Mishap[] = []
  let lastId = 0

  async function tryOnce({ message, tries }: (typeof kept)[number]): Promise<boolean> {
    const reply = await post(address, message)
    tries.replies.push(reply)
    const isTaken = typeof reply === 'number' && reply >= 200 && reply < 300
    if (isTaken) tries.state = 'delivered'
    return isTaken
  }
  async function deliver(one: (typeof kept)[number], waitMs: number): Promise<void> {
    if (waitMs > 0) await pause(waitMs)
    for (let turn = 1; kept.includes(one); turn += 1) {
      if (await tryOnce(one)) return
      if (turn === triesMax) one.tries.state = 'given up'
      if (turn === triesMax) return
      await pause(againAfterMs)
    }
  }
  const keep = (message: Message): (typeof kept)[number] => {
    const { from, path, body } = message
    lastId += 1
    const at = clock.now().toISOString()
    const one = {
      message,
      tries: { id: lastId, from, path, body, at, replies: [], state: 'waiting' },
    }
    kept.push(one as (typeof kept)[number])
    if (kept.length > keptMax) kept.shift()
    return one as (typeof kept)[number]
  }

  return {
    setAddress: (url) => {
      address = url
    },
    address: () => address,
    send: (message) => {
      const mishap = mishaps.find(({ from }) => message.from.startsWith(from))
      mishaps = mishaps.filter((one) => one !== mishap)
      const one = keep(message)
      if (mishap?.kind === 'lose') {
        one.tries.replies.push('lost')
        one.tries.state = 'lost'
        return
      }
      void deliver(one, mishap?.kind === 'delay' ? mishap.delayMs : 0)
      if (mishap?.kind === 'duplicate') void deliver(keep(message), 0)
    },
    again: async (id) => {
      const one = kept.find(({ tries }) => tries.id === id)
      if (one) await tryOnce(one)
      return one ? { ...one.tries } : null
    },
    plan: (mishap, count) => {
      mishaps.push(...Array.from({ length: count }, () => ({ ...mishap })))
    },
    list: () => kept.map(({ tries }) => ({ ...tries })).toReversed(),
    reset: () => {
      kept = []
      mishaps = []
    },
  }
}

async function post(address: string | null, message: Message): Promise<number | 'no answer'> {
  if (address === null) return 'no answer'
  try {
    const reply = await fetch(address + message.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...message.headers() },
      body: message.body,
      signal: AbortSignal.timeout(answerWithinMs),
    })
    await reply.arrayBuffer()
    return reply.status
  } catch {
    return 'no answer'
  }
}
