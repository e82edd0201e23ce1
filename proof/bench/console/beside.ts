import { fork, type ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import type { Report } from '../report.ts'
import { medianOf } from '../median.ts'
import { sendSteadily, shareOf, type CallKind } from '../load/steady-calls.ts'
import { messageOf } from '../transfers/speed/speed-stage.ts'
import type { Player } from '../transfers/world.ts'
import { systemIds } from '../../../apps/server/src/core/ids.ts'
import type { Shift, ShiftReport, ShiftOrder } from './operators.ts'

/**
 * Pairs of a window alone and one beside operators, next to each other in time: a slow minute is in both. So many calls
 * that the 99th percentile of a window is the twelfth slowest: of the fifth one, a hiccup of the machine decides. Even so
 * the ratio of one pair is anything between a fifth and three, and that of nine pairs 1.05 or 1.11 from run to run.
 */
const pairs = 25
const seconds = 8
/** Operators' own machines take nothing from the server. */
const operatorsPriority = 19

type Beside = Shift & { address: string; players: readonly Player[] }

/** Compares members' latency while a dozen operators work with their latency otherwise: pair by pair, in one run. */
export async function measureBeside(
  { address, players, ...shift }: Beside,
  report: Report,
): Promise<void> {
  const kinds = memberCalls(players)
  const operators = fork(join(import.meta.dirname, 'operators.ts'), [JSON.stringify(shift)])
  setPriority(operators.pid!, operatorsPriority)
  try {
    const measure = async (): Promise<number[]> =>
      Object.values((await sendSteadily(address, kinds, seconds)).latencies).flat()
    await sendSteadily(address, kinds, 5)
    const [alone, beside, ratios]: [number[], number[], number[]] = [[], [], []]
    let acts = 0
    for (let pair = 0; pair < pairs; pair += 1) {
      const windows: Record<'alone' | 'beside', number[]> = { alone: [], beside: [] }
      // A, B, B, A: neither is always the later one.
      for (const which of pair % 2 === 0 ? order : order.toReversed()) {
        if (which === 'beside') operators.send({ isOn: true } satisfies ShiftOrder)
        windows[which] = await measure()
        if (which === 'beside') acts = await endShift(operators)
      }
      ratios.push(shareOf(windows.beside, 0.99) / shareOf(windows.alone, 0.99))
      report({ name: `console.members.pair${pair + 1}`, value: ratios.at(-1)!, unit: 'ratio' })
      alone.push(...windows.alone)
      beside.push(...windows.beside)
    }
    reportFigures(report, { alone, beside, ratios })
    report({ name: 'console.operators', value: acts / (pairs * seconds), unit: 'acts/s' })
  } finally {
    operators.kill()
  }
}

const order = ['alone', 'beside'] as const

async function endShift(operators: ChildProcess): Promise<number> {
  const done = messageOf<ShiftReport>(operators)
  operators.send({ isOn: false } satisfies ShiftOrder)
  return (await done).acts
}

type BesideFigures = { alone: number[]; beside: number[]; ratios: number[] }

function reportFigures(report: Report, { alone, beside, ratios }: BesideFigures): void {
  for (const [name, times] of Object.entries({ alone, beside }))
    for (const share of [50, 99])
      report({
        name: `console.members.p${share}.${name}`,
        value: shareOf(times, share / 100),
        unit: 'ms',
      })
  // Of all windows together: what a few slow moments of the machine have moved.
  const whole = shareOf(beside, 0.99) / shareOf(alone, 0.99)
  report({ name: 'console.members.p99.together', value: whole, unit: 'ratio' })
  const value = medianOf(ratios)
  report({ name: 'console.members.p99', value, unit: 'ratio', target: '<= 1.1' })
}

function memberCalls(players: readonly Player[]): CallKind[] {
  const anyone = (at: number): Player => players[at % players.length]!
  return [
    {
      name: 'wallet',
      perSecond: 120,
      build: (at) => ({ call: 'GET /api/wallet', token: anyone(at).token }),
    },
    {
      name: 'transfer',
      perSecond: 32,
      build: (at) => ({
        call: 'POST /api/wallet/transfer',
        token: anyone(at).token,
        body: { from: 'wallet', to: 'pg', amount: 1 },
        headers: { 'idempotency-key': systemIds.key() },
      }),
    },
  ]
}
