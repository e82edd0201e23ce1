import { setTimeout as sleep } from 'node:timers/promises'
import type { Report } from '../../tools/bench-report.ts'
import { sendSteadily, shareOf, type CallKind } from '../load/steady-calls.ts'
import type { Player } from '../transfers/world.ts'
import { systemIds } from '../../apps/server/src/core/ids.ts'

/** Blocks of each kind; a slow moment of the machine affects both. */
const turns = 10
const seconds = 12
const operators = 12
/** The load of one operator: a page of a queue or an item every few seconds, together with the counts. */
const pauseMs = 3_000

type Beside = {
  address: string
  players: readonly Player[]
  /** One operation of an operator. */
  act: (round: number) => Promise<unknown>
}

/** Compares members' latency while a dozen operators work with their latency otherwise: alternating, in one run. */
export async function measureBeside(
  { address, players, act }: Beside,
  report: Report,
): Promise<void> {
  const kinds = memberCalls(players)
  const [alone, beside]: [number[], number[]] = [[], []]
  let acts = 0
  await sendSteadily(address, kinds, 5)
  for (let turn = 0; turn < turns * 2; turn += 1) {
    // A, B, B, A: neither is always the later one.
    const isBeside = turn % 4 === 1 || turn % 4 === 2
    let goesOn = isBeside
    const work = Array.from({ length: operators }, async (_, at) => {
      await sleep((at * pauseMs) / operators)
      while (goesOn) {
        await act(acts++)
        await sleep(pauseMs)
      }
    })
    const { latencies } = await sendSteadily(address, kinds, seconds)
    goesOn = false
    await Promise.all(work)
    ;(isBeside ? beside : alone).push(...Object.values(latencies).flat())
  }
  const p99 = [shareOf(alone, 0.99), shareOf(beside, 0.99)] as const
  report({ name: 'console.members.p99.alone', value: p99[0], unit: 'ms' })
  report({ name: 'console.members.p99.beside', value: p99[1], unit: 'ms' })
  report({
    name: 'console.members.p99',
    value: p99[1] / p99[0],
    unit: 'ratio',
    target: '<= 1.1',
  })
  report({ name: 'console.operators', value: acts / (turns * seconds), unit: 'acts/s' })
}

function memberCalls(players: readonly Player[]): CallKind[] {
  const anyone = (at: number): Player => players[at % players.length]!
  return [
    {
      name: 'wallet',
      perSecond: 30,
      build: (at) => ({ call: 'GET /api/wallet', token: anyone(at).token }),
    },
    {
      name: 'transfer',
      perSecond: 8,
      build: (at) => ({
        call: 'POST /api/wallet/transfer',
        token: anyone(at).token,
        body: { from: 'wallet', to: 'pg', amount: 1 },
        headers: { 'idempotency-key': systemIds.key() },
      }),
    },
  ]
}
