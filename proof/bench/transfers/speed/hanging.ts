import { setTimeout as sleep } from 'node:timers/promises'
import type { Report } from '../../report.ts'
import { systemIds } from '../../../../apps/server/src/core/ids.ts'
import { send } from '../../../../apps/server/src/testing/worlds/test-app.ts'
import type { Player } from '../world.ts'
import type { SpeedDatabase } from './speed-stage.ts'

const hangs = 'slotracha'
const healthy = ['pg', 'pgslot'] as const
const callers = 12
/** Enough for each caller that no one refreshes again within the five seconds in which no provider is asked. */
const perCaller = 12
const stuckPlayers = 40
/** The bench's members: the measured ones have no account at the hanging provider. */
export const gamesOf = (at: number): readonly string[] =>
  at < callers * perCaller ? healthy : [...healthy, hangs]
export const hangingPlayers = callers * perCaller + stuckPlayers

type Times = Record<'wallet' | 'refresh' | 'transfer' | 'refreshThere', number[]>

/**
 * F16: one provider accepts every call and answers none. Forty members keep sending money there and keep requesting
 * their balances; others read their wallets, refresh, and transfer with the other providers.
 */
export async function measureHanging(
  speed: SpeedDatabase,
  report: Report,
  hangsMs: number,
): Promise<void> {
  const measured = speed.players.slice(0, callers * perCaller)
  const stuck = speed.players.slice(callers * perCaller, hangingPlayers)
  const phases = { before: newTimes(), meanwhile: newTimes(), after: newTimes() }
  const quietMs = Math.min(hangsMs, 20_000)
  const sweeping = setInterval(() => speed.server.send({ sweep: true }), sweepEveryMs)
  await drive(speed, { measured, stuck, times: newTimes(), ms: 2_000 })
  await drive(speed, { measured, stuck, times: phases.before, ms: quietMs })
  speed.hang(hangs)
  await drive(speed, { measured, stuck, times: phases.meanwhile, ms: hangsMs })
  speed.hang(null)
  await drive(speed, { measured, stuck, times: phases.after, ms: quietMs })
  clearInterval(sweeping)
  reportPhases(report, phases, hangsMs)
}

/** The interval at which the worker looks for open work. */
const sweepEveryMs = 5_000

function reportPhases(
  report: Report,
  phases: Record<'before' | 'meanwhile' | 'after', Times>,
  hangsMs: number,
): void {
  const { before, meanwhile } = phases
  const name = (text: string) => `hang.${text}`
  report({ name: name('lasts'), value: hangsMs / 1000, unit: 's' })
  // A member with an account there waits for the query's time limit, or for the breaker.
  const theirs = shareOf(meanwhile.refreshThere, 0.99)
  report({ name: name('refreshThere.p99'), value: theirs, unit: 'ms', target: '<= 6000' })
  for (const what of ['wallet', 'refresh', 'transfer'] as const) {
    report({ name: name(`${what}.calls`), value: meanwhile[what].length, unit: '' })
    for (const [when, times] of Object.entries(phases)) {
      const target = what === 'wallet' && when === 'meanwhile' ? { target: '<= 2000' } : {}
      const [p50, p99] = [shareOf(times[what], 0.5), shareOf(times[what], 0.99)]
      report({ name: name(`${what}.${when}.p50`), value: p50, unit: 'ms' })
      report({ name: name(`${what}.${when}.p99`), value: p99, unit: 'ms', ...target })
    }
    const ratio = shareOf(meanwhile[what], 0.5) / shareOf(before[what], 0.5)
    report({ name: name(`${what}.ratio`), value: ratio, unit: 'ratio', target: '<= 1.2' })
  }
}

type HangingLoad = {
  measured: readonly Player[]
  stuck: readonly Player[]
  times: Times
  ms: number
}

async function drive(
  { server: { address } }: SpeedDatabase,
  { measured, stuck, times, ms }: HangingLoad,
): Promise<void> {
  const end = performance.now() + ms
  const repeat = async (everyMs: number, once: () => Promise<void>) => {
    while (performance.now() < end) {
      await once()
      await sleep(everyMs)
    }
  }
  // The stuck calls are not awaited: they last as long as the provider hangs.
  for (const { token } of stuck)
    for (const once of [
      async () => void (await transfer(address, token, hangs)),
      () => timed(times.refreshThere, () => refresh(address, token)),
    ])
      void repeat(500, once).catch(() => undefined)
  await Promise.all(
    Array.from({ length: callers }, (_, at) => {
      const mine = measured.slice(at * perCaller, (at + 1) * perCaller)
      let turn = 0
      return repeat(430, async () => {
        turn += 1
        const { token } = mine[turn % perCaller]!
        await timed(times.wallet, () => send(address, 'GET /api/wallet', { token }))
        await timed(times.refresh, () => refresh(address, token))
        await timed(times.transfer, () => transfer(address, token, healthy[turn % 2]!))
      })
    }),
  )
}

function transfer(address: string, token: string, to: string) {
  return send(address, 'POST /api/wallet/transfer', {
    token,
    body: { from: 'wallet', to, amount: 1 },
    headers: { 'idempotency-key': systemIds.key() },
  })
}

function refresh(address: string, token: string) {
  return send(address, 'GET /api/wallet/refresh/slot', { token })
}

async function timed(times: number[], once: () => Promise<unknown>): Promise<void> {
  const begun = performance.now()
  await once()
  times.push(performance.now() - begun)
}

function newTimes(): Times {
  return { wallet: [], refresh: [], transfer: [], refreshThere: [] }
}

function shareOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? 0
}
