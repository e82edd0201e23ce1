import type { CrashPoint } from '#core/jobs/failpoint.ts'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { deskContext } from '#testing/desk/desk-context.ts'
import { openDecide } from '#desk/decisions/decide.ts'
import { findGuarded } from '#desk/decisions/guarded/every.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { startDoomedServer } from '#testing/processes/killed-server.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import { send } from '#testing/worlds/test-app.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { confirm } from '#records/confirm/confirm.ts'
import { makeSendableDue } from '#money/withdrawals/pay-store.ts'
import { decideResume, stopPayouts } from './stop.ts'
import { listStops } from './store.ts'

const world = testWorld(openPayoutWorld)
const deps = () => ({ db: world.database.db, clock: world.clock })
const as = (name: string) => ({ actor: `operator:${name}` as const, requestId: 'test' })
/** Starting, killing and cleaning up after a process takes long on a busy machine. */
const patienceMs = 60_000

beforeAll(async () => {
  await world.addOperators({ nok: 'system:start', mai: 'system:start' })
  await world.database.ownerDb.query(
    `update operators_operator set noted_at = noted_at - interval '2 days'`,
  )
})
beforeEach(async () => {
  await world.mode('at-once')
  await world.database.ownerDb.query(
    `update payouts_stop set ended_at = now(), ended_by = 'test', ended_why = 'test' where ended_at is null`,
  )
})
afterEach(() => world.sandbox.control('DELETE', '/faults', {}))

const stop = () =>
  stopPayouts(deps(), { memberId: null, findings: [], why: 'look first', ...as('nok') })

async function goOn(): Promise<void> {
  const [stopped] = await listStops(world.database.db)
  const desk = deskContext(deps())
  const act = { id: stopped!.id, why: 'it is well', ...as('nok') }
  const asked = await decideResume(
    { ...deps(), decide: openDecide(desk), makeDue: makeSendableDue },
    act,
  )
  if (asked.state !== 'waits') throw new Error('it did not wait for a second person')
  await confirm(deps(), {
    id: asked.asked.id,
    ...as('mai'),
    workOf:
      ({ kind, what }) =>
      () =>
        findGuarded(kind)!({ ...desk, ...as('mai') }, what),
  })
  // What a dead process has claimed is taken over half a minute later.
  await world.work(8)
}

const withdraw = (address: string, { token }: Player) =>
  send(address, 'POST /api/wallet/withdraw', {
    token,
    body: { amount: 900 },
    headers: { 'idempotency-key': systemIds.key() },
  })

/** `asked`: how many payouts the bank has when the process is dead, which ends as the bank says. */
test.each<{ step: CrashPoint; asked: number; state: string }>([
  { step: 'withdrawal.approved', asked: 0, state: 'approved' },
  { step: 'withdrawal.marked-sent', asked: 0, state: 'sent' },
  { step: 'withdrawal.answered', asked: 1, state: 'sent' },
])(
  'WHOLE-02 WHOLE-03 killed at "$step", and then payouts are stopped: no process asks the bank again until two let them go on, and it is paid once',
  { tags: 'long-3', timeout: patienceMs },
  async ({ step, asked, state }) => {
    const player = await world.addPlayer(100_000n, [])
    const doomed = await startDoomedServer(world, step)
    await withdraw(doomed.address, player).catch(() => null)
    expect(await doomed.died).toBe('SIGKILL')
    await world.passTime(0)
    expect(await world.stateOf(player)).toBe(state)
    await stop()
    await world.work(12)
    expect(await world.payoutsOf(player)).toHaveLength(asked)
    expect(await world.heldOf(player)).toBe(asked === 0 ? 90_000 : 0)
    await goOn()
    expect(await world.payoutsOf(player)).toHaveLength(1)
    expect(await world.stateOf(player)).toBe('paid')
  },
)

test(
  'WHOLE-02 three processes send to a slow bank when payouts are stopped: what was not claimed by then stays unsent, and all are paid once afterwards',
  { tags: 'long-4', timeout: patienceMs },
  async () => {
    const crowd = await Promise.all(Array.from({ length: 24 }, () => world.addPlayer(100_000n, [])))
    await world.sandbox.addFault({ operation: 'payout.pay', kind: 'delay', delayMs: 300 })
    const others = await Promise.all([1, 2].map(() => startDoomedServer(world, null)))
    const addresses = [world.address, ...others.map(({ address }) => address)]
    const paidOut = async () => (await Promise.all(crowd.map((one) => world.payoutsOf(one)))).flat()
    try {
      const ask = (from: number, to: number) =>
        crowd.slice(from, to).map((player, at) => withdraw(addresses[at % 3]!, player))
      const before = ask(0, 8)
      await world.until(paidOut, (seen) => seen.length > 0)
      // Some begin before the stop is there, and some while it is made.
      await Promise.all([stop(), ...ask(8, 16)])
      const after = ask(16, 24)
      const claimed = await world.database.ownerDb.begin(async (tx) => {
        // Waits for everybody who is just claiming one.
        await tx.query('lock table withdrawals_withdrawal in share mode')
        return tx.query(
          `select from withdrawals_withdrawal where member_id = any ($1) and sent_at is not null`,
          [crowd.map(({ id }) => id)],
        )
      })
      await Promise.all([...before, ...after])
      expect(claimed.length).toBeLessThanOrEqual(16)
      await world.work(4)
      await world.until(paidOut, (seen) => seen.length === claimed.length)
      await world.work(4)
      expect(await paidOut()).toHaveLength(claimed.length)
    } finally {
      for (const one of others) await one.stop()
    }
    await world.passTime(0)
    await goOn()
    for (const player of crowd) {
      expect(await world.payoutsOf(player)).toHaveLength(1)
      expect(await world.stateOf(player)).toBe('paid')
    }
  },
)

test(
  'WHOLE-02 the process whose request to the bank was never sent does not try again after the stop',
  { tags: 'long-1', timeout: patienceMs },
  async () => {
    const crowd = await Promise.all(Array.from({ length: 6 }, () => world.addPlayer(100_000n, [])))
    const [late, ...failing] = crowd
    await world.sandbox.addFault({ operation: 'payout.pay', kind: 'status-before' })
    for (const player of failing) {
      await world.withdraw(player, 900)
      await world.becomes(player, 'unknown')
    }
    // So many failures open the channel's breaker.
    await world.withdraw(late!, 900)
    const whyOf = async () => {
      const [row] = await world.database.db.query<{ why: string | null }>(
        'select why from withdrawals_withdrawal where member_id = $1',
        [late!.id],
      )
      return row!.why
    }
    await world.until(whyOf, (why) => why !== null)
    await stop()
    await world.sandbox.control('DELETE', '/faults', {})
    await world.passTime(10_000)
    // The process looks again within a second.
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect(await world.payoutsOf(late!)).toEqual([])
    await goOn()
    for (const player of crowd) expect(await world.payoutsOf(player)).toHaveLength(1)
  },
)
