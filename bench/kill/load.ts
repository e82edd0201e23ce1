import type { AmountText } from '../../packages/contract/src/money.ts'
import { systemIds } from '../../apps/server/src/core/ids.ts'
import type { ServerClient } from './server-client.ts'

/** What the server has acknowledged of one operation, as its caller knows it. */
export type Acknowledged = {
  memberId: string
  key: string
  amount: AmountText
  id: string
  state: 'held' | 'done' | 'returned'
}

export type Load = {
  journal: Acknowledged[]
  /** Resolves at the next acknowledgement. */
  nextAcknowledgement: () => Promise<void>
  /** Lets every caller finish what it has begun. */
  stop: () => Promise<void>
}

const leftOpen = 0.1
const returned = 0.2

/** Callers who begin a transfer and end it, one after the other, and never give up on a key. */
export function startLoad(
  { ask }: ServerClient,
  memberIds: readonly string[],
  callers: number,
): Load {
  const journal: Acknowledged[] = []
  let stopping = false
  let woken: (() => void)[] = []
  const wake = (): void => {
    for (const call of woken) call()
    woken = []
  }

  async function runCaller(): Promise<void> {
    while (!stopping) {
      const memberId = memberIds[Math.floor(Math.random() * memberIds.length)]!
      const key = systemIds.key()
      const amount = `${1 + Math.floor(Math.random() * 9)}.25` as AmountText
      const id = await ask({ what: 'begin', memberId, key, amount })
      const entry: Acknowledged = { memberId, key, amount, id, state: 'held' }
      journal.push(entry)
      wake()
      if (Math.random() < leftOpen) continue
      const done = Math.random() > returned
      await ask({ what: 'end', memberId, id, done })
      entry.state = done ? 'done' : 'returned'
      wake()
    }
  }

  const running = Array.from({ length: callers }, runCaller)
  return {
    journal,
    nextAcknowledgement: () => new Promise((resolve) => woken.push(resolve)),
    stop: async () => {
      stopping = true
      await Promise.all(running)
    },
  }
}
