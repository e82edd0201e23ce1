import type { AmountText } from '../../../packages/contract/src/money.ts'
import type { TransferRequest } from '../../../apps/server/src/money/transfers/begin.ts'
import { systemIds } from '../../../apps/server/src/core/ids.ts'
import type { ServerClient } from './server-client.ts'

/** The acknowledged state of one operation, as its caller knows it. */
export type KnownTransfer = {
  memberId: string
  key: string
  wanted: TransferRequest
  id: string
  state: 'held' | 'done' | 'returned'
}

export type Load = {
  journal: KnownTransfer[]
  /** Resolves at the next acknowledgement. */
  nextAcknowledgement: () => Promise<void>
  /** Lets every caller finish the operation it has begun. */
  stop: () => Promise<void>
}

const leftOpen = 0.1
const returned = 0.2

/**
 * Callers who begin a transfer and end it, one after the other, and retry each key until it is acknowledged. A transfer
 * left open blocks the next one of its member with that game, so each caller has its own members and ends that transfer
 * first.
 */
export function startLoad(
  { ask }: ServerClient,
  memberIds: readonly string[],
  callers: number,
): Load {
  const journal: KnownTransfer[] = []
  let stopping = false
  let woken: (() => void)[] = []
  const wake = (): void => {
    for (const call of woken) call()
    woken = []
  }

  async function runCaller(mine: readonly string[]): Promise<void> {
    const open = new Map<string, KnownTransfer>()
    while (!stopping) {
      const memberId = mine[Math.floor(Math.random() * mine.length)]!
      const left = open.get(memberId)
      if (left) await end(left)
      open.delete(memberId)
      const entry = await begin(memberId)
      if (Math.random() < leftOpen) open.set(memberId, entry)
      else await end(entry)
    }
  }

  async function begin(memberId: string): Promise<KnownTransfer> {
    const key = systemIds.key()
    const amount = `${1 + Math.floor(Math.random() * 9)}.25` as AmountText
    const wanted = { from: 'pg', to: 'wallet', amount }
    const id = await ask({ what: 'begin', memberId, key, wanted })
    const entry: KnownTransfer = { memberId, key, wanted, id, state: 'held' }
    journal.push(entry)
    wake()
    return entry
  }

  async function end(entry: KnownTransfer): Promise<void> {
    const { memberId, id } = entry
    const done = Math.random() > returned
    await ask({ what: 'end', memberId, id, done })
    entry.state = done ? 'done' : 'returned'
    wake()
  }

  const running = Array.from({ length: callers }, (_, at) =>
    runCaller(memberIds.filter((_, n) => n % callers === at)),
  )
  return {
    journal,
    nextAcknowledgement: () => new Promise((resolve) => woken.push(resolve)),
    stop: async () => {
      stopping = true
      await Promise.all(running)
    },
  }
}
