import { systemIds } from '../../../apps/server/src/core/ids.ts'
import { send } from '../../../apps/server/src/testing/worlds/test-app.ts'
import type { Member } from './world.ts'

/**
 * Members who only use their wallets, as a separate process, so that neither the bench nor an attack affects their
 * latency directly. Every caller stays far within its own limits.
 */
export type Watch = { app: string; members: readonly Member[]; game: string }
export type Order = { start: Watch } | { stop: true }
export type Felt = {
  reads: number[]
  transfers: number[]
  /** Answers other than 200 and missing answers, by kind. */
  refused: Record<string, number>
}

const readEveryMs = 25
const transferEveryMs = 250

let felt: Felt = { reads: [], transfers: [], refused: {} }
let calls: Promise<void>[] = []
let timers: NodeJS.Timeout[] = []

process.on('message', (order: Order) => void ('start' in order ? start(order.start) : stop()))
process.on('disconnect', () => process.exit())

function start({ app, members, game }: Watch): void {
  felt = { reads: [], transfers: [], refused: {} }
  calls = []
  let at = 0
  const next = (): Member => members[(at += 1) % members.length]!
  const call = async (name: string, times: number[], body?: object): Promise<void> => {
    const { token, from } = next()
    const headers = { 'x-forwarded-for': from, 'idempotency-key': systemIds.key() }
    const begun = performance.now()
    const answer = await send(app, name, {
      token,
      headers,
      ...(body === undefined ? {} : { body }),
    }).catch(() => null)
    times.push(performance.now() - begun)
    if (answer?.status === 200) return
    const what = `${name} ${answer?.status ?? 'no answer'} ${answer?.body?.code ?? ''}`
    felt.refused[what] = (felt.refused[what] ?? 0) + 1
  }
  timers = [
    setInterval(() => calls.push(call('GET /api/wallet', felt.reads)), readEveryMs),
    setInterval(
      () =>
        calls.push(
          call('POST /api/wallet/transfer', felt.transfers, {
            from: 'wallet',
            to: game,
            amount: 1,
          }),
        ),
      transferEveryMs,
    ),
  ]
}

async function stop(): Promise<void> {
  for (const timer of timers) clearInterval(timer)
  await Promise.all(calls)
  process.send!(felt)
}
