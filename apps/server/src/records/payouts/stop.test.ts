import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { OperatorRefused } from '#core/refused.ts'
import { hintChannel } from '#core/console/hint-store.ts'
import { accountBook } from '#ledger/accounts.ts'
import { listItems } from '#records/items/store.ts'
import { deskContext } from '#testing/desk/desk-context.ts'
import { openDecide } from '#desk/decisions/decide.ts'
import { findGuarded } from '#desk/decisions/guarded/every.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { ledgerJobs } from '#desk/watch/ledger.ts'
import { confirm, drop } from '#records/confirm/confirm.ts'
import { approve } from '#money/withdrawals/decide.ts'
import { makeSendableDue, setSent } from '#money/withdrawals/pay-store.ts'
import { findLatest } from '#money/withdrawals/store.ts'
import { decideResume, resumePayouts, stopPayouts } from './stop.ts'
import { endStop, insertStop, listStops } from './store.ts'

const world = testWorld(openPayoutWorld, { isBroken: true })
/** The worker looks every two seconds; a row that is not made due waits for minutes. */
const soonMs = 3_000
const deps = () => ({ db: world.database.db, clock: world.clock })
const closing = () => ({
  ...deps(),
  accounts: accountBook(world.database.db),
})
const as = (name: string) => ({ actor: `operator:${name}` as const, requestId: 'test' })

beforeAll(async () => {
  await world.addOperators({ nok: 'system:start', lek: 'operator:nok', mai: 'system:start' })
  await world.database.ownerDb.query(
    `update operators_operator set noted_at = noted_at - interval '2 days'`,
  )
})
beforeEach(async () => {
  await world.mode('at-once')
  await world.database.ownerDb.query(
    `update payouts_stop set ended_at = now(), ended_by = 'test', ended_why = 'test', findings = '{}' where ended_at is null`,
  )
})

/** As the owner of the database could. */
const raise = ({ id }: Player, by: number) =>
  world.database.ownerDb.query(
    `update ledger_account set balance = balance + $2 where owner = $1 and kind = 'wallet'`,
    [id, by],
  )
const bet = (player: Player, amount: number) =>
  player.call('POST /api/wallet/transfer', { body: { from: 'wallet', to: 'pg', amount } })
const check = async (name: 'ledger.verifyFresh' | 'ledger.verify') => {
  const job = ledgerJobs(deps()).find((one) => one.name === name)!
  return job.run().then(
    () => 'whole',
    (error: Error) => error.message,
  )
}
const shown = async (player: Player) =>
  (await player.call('GET /api/withdrawals/current')).body.withdrawal
const desk = () => deskContext(deps())
const workBy =
  (name: string) =>
  ({ kind, what }: { kind: string; what: unknown }) =>
  () =>
    findGuarded(kind)!({ ...desk(), ...as(name) }, what)
/** Asked for by one operator, and confirmed by another one, as both desks do it. */
async function resume(id: bigint, [asker, other]: [string, string]): Promise<void> {
  const decide = openDecide(desk())
  const act = { id, why: 'put back', ...as(asker) }
  const decided = await decideResume({ ...deps(), decide, makeDue: makeSendableDue }, act)
  if (decided.state !== 'waits') throw new Error('it did not wait for a second person')
  const { id: request } = decided.asked
  try {
    await confirm(deps(), { id: request, ...as(other), workOf: workBy(other) })
  } catch (error) {
    await drop(deps(), { id: request, ...as(asker), why: 'no' })
    throw error
  }
}

describe('what the checks find', () => {
  test('WHOLE-01 where it cannot be said whose it is, payouts of everybody stop', async () => {
    const player = await world.addPlayer(100_000n, [])
    const shift = (by: number) =>
      world.database.ownerDb.query(
        `update ledger_account set balance = balance + $1 where kind = 'opening' and currency = 'BAHT'`,
        [by],
      )
    await shift(700)
    expect(await check('ledger.verify')).toContain('each currency sums to zero')
    expect(await listStops(world.database.db)).toMatchObject([{ memberId: null }])
    await world.withdraw(player, 400)
    await world.work(2)
    expect(await world.payoutsOf(player)).toEqual([])
    expect(await shown(player)).toMatchObject({ stage: 'REVIEW' })
    await shift(-700)
  })

  test('WHOLE-01 WHOLE-02 WHOLE-04 a raised wallet stops payouts of its member within a minute; others are paid; two people let them go on', async () => {
    const [raised, other] = [
      await world.addPlayer(100_000n, ['pg']),
      await world.addPlayer(100_000n, ['pg']),
    ]
    await raise(raised, 100_000)
    expect((await bet(raised, 10)).status).toBe(200)
    expect(await check('ledger.verifyFresh')).toContain('the ledger is not whole')
    const [stop, ...more] = await listStops(world.database.db)
    expect(more).toEqual([])
    expect(stop).toMatchObject({ memberId: raised.id, stoppedBy: 'system:ledger' })
    expect(
      (
        await listItems(world.database.db, {
          kind: 'ledger.not-whole',
          memberId: raised.id,
          open: true,
          limit: 9,
        })
      ).length,
    ).toBe(1)

    expect((await world.withdraw(raised, 1_900)).status).toBe(200)
    expect((await world.withdraw(other, 900)).status).toBe(200)
    await world.becomes(other, 'paid')
    await world.work(3)
    expect(await world.payoutsOf(raised)).toEqual([])
    expect(await world.heldOf(raised)).toBe(190_000)
    expect(await shown(raised)).toMatchObject({ stage: 'REVIEW', reason: 'UNDER_REVIEW' })

    // The sum of all accounts is off by what is known, so that it stops nobody else.
    await check('ledger.verify')
    expect((await listStops(world.database.db)).map(({ memberId }) => memberId)).toEqual([
      raised.id,
    ])

    // Open pages learn of it.
    const hints: string[] = []
    const pages = await world.database.db.listen(hintChannel, (text) => hints.push(text ?? ''))
    await resume(stop!.id, ['nok', 'mai'])
    await expect.poll(() => hints.join()).toContain('"payouts"')
    await pages.stop()
    await world.work(1, soonMs)
    await world.becomes(raised, 'paid')
    expect(await world.payoutsOf(raised)).toHaveLength(1)
    // WHOLE-05: they have seen this finding.
    await check('ledger.verifyFresh')
    await check('ledger.verify')
    expect(await listStops(world.database.db)).toEqual([])
    await raise(raised, 5)
    expect((await bet(raised, 10)).status).toBe(200)
    await check('ledger.verifyFresh')
    expect(await listStops(world.database.db)).toHaveLength(1)
  })

  test('WHOLE-01 a check that dies before its commit leaves neither stop nor item, and finds it again', async () => {
    const act = {
      memberId: 'M',
      findings: ['one'],
      why: 'x',
      actor: 'system:ledger' as const,
      requestId: 'x',
    }
    const dying = stopPayouts(deps(), act, () => Promise.reject(new Error('killed')))
    await expect(dying).rejects.toThrow('killed')
    expect(await listStops(world.database.db)).toEqual([])
    expect(await stopPayouts(deps(), act)).toBe(true)
    expect(await stopPayouts(deps(), act)).toBe(false)
    expect(await listStops(world.database.db)).toHaveLength(1)
  })
})

describe('an operator stops', () => {
  const everybody = { memberId: null, findings: [], why: 'look first', ...as('nok') }

  test('WHOLE-06 WHOLE-02 what is approved by people stays approved, unsent, and is paid once afterwards', async () => {
    const player = await world.addPlayer(1_000_000n, [])
    await stopPayouts(deps(), everybody)
    await world.withdraw(player, 5_000)
    const { id } = (await findLatest(world.database.db, player.id))!
    await approve(closing(), { id, why: 'known', ...as('lek') })
    await world.work(3)
    expect(await world.payoutsOf(player)).toEqual([])
    expect(await world.stateOf(player)).toBe('approved')
    expect(await shown(player)).toMatchObject({ stage: 'REVIEW', reason: 'UNDER_REVIEW' })
    const [stop] = await listStops(world.database.db)
    await resume(stop!.id, ['nok', 'mai'])
    await world.work(1, soonMs)
    await world.becomes(player, 'paid')
    await world.work(2)
    expect(await world.payoutsOf(player)).toHaveLength(1)
  })

  test('WHOLE-02 no program records a payout as sent while payouts are stopped', async () => {
    const player = await world.addPlayer(1_000_000n, [])
    await world.mode('by-hand')
    await stopPayouts(deps(), everybody)
    await world.withdraw(player, 400)
    const { id } = (await findLatest(world.database.db, player.id))!
    await world.becomes(player, 'held')
    const set = (state: string) =>
      `update withdrawals_withdrawal set state = '${state}', approved_at = now() where id = $1`
    await world.database.db.query(set('approved'), [id])
    // A process that looked before the stop finds it when it records its attempt.
    const at = world.clock.now()
    expect(await setSent(world.database.db, id, { channel: 'BANK', at, nextAt: at })).toBe(false)
    const sent = world.database.db.query(set('sent'), [id])
    await expect(sent).rejects.toMatchObject({ code: 'KW018' })
  })

  test('WHOLE-03 a payout that the bank has been asked for ends as the bank says, and one that it does not know is not asked for again', async () => {
    const [taken, lost] = [await world.addPlayer(100_000n, []), await world.addPlayer(100_000n, [])]
    await world.mode('slowly')
    await world.withdraw(taken, 400)
    await world.becomes(taken, 'sent')
    await world.sandbox.addFault({ operation: 'payout.pay', kind: 'drop-before', count: 1 })
    await world.withdraw(lost, 500)
    await world.until(
      () => world.stateOf(lost),
      (state) => state === 'sent' || state === 'unknown',
    )
    await stopPayouts(deps(), everybody)
    await world.work(6)
    expect(await world.stateOf(taken)).toBe('paid')
    expect(await world.payoutsOf(lost)).toEqual([])
    await world.work(20)
    expect(await world.stateOf(lost)).toBe('unknown')
    await world.mode('at-once')
    const [stop] = await listStops(world.database.db)
    await resume(stop!.id, ['nok', 'mai'])
    await world.work(1, soonMs)
    await world.becomes(lost, 'paid')
    expect(await world.payoutsOf(lost)).toHaveLength(1)
  })
})

test('WHOLE-07 open pages of the console ask again once payouts are stopped, and once they go on', async () => {
  const hints: string[] = []
  const listening = await world.database.db.listen(hintChannel, (payload) => {
    if (payload !== null) hints.push(JSON.parse(payload).name)
  })
  const areThey = (wanted: string[]) =>
    vi.waitFor(() => expect(hints.filter((name) => name === 'payouts')).toEqual(wanted), 5_000)
  await stopPayouts(deps(), { memberId: null, findings: [], why: 'look first', ...as('nok') })
  await areThey(['payouts'])
  const [stop] = await listStops(world.database.db)
  await resume(stop!.id, ['nok', 'mai'])
  await areThey(['payouts', 'payouts'])
  await listening.stop()
})

describe('who lets them go on', () => {
  test('WHOLE-04 one person cannot, through any function, nor one who was added by the asker', async () => {
    await stopPayouts(deps(), { memberId: null, findings: [], why: 'look', ...as('nok') })
    const [stop] = await listStops(world.database.db)
    const what = { id: String(stop!.id), findings: 0, why: 'mine' }
    const around = { ...deps(), makeDue: makeSendableDue }
    await expect(resumePayouts(around, { ...what, ...as('nok') })).rejects.toMatchObject({
      code: 'KC005',
    })
    const at = world.clock.now()
    await expect(
      endStop(world.database.db, { ...what, id: stop!.id, at, ...as('nok') }),
    ).rejects.toMatchObject({ code: 'KC005' })
    await expect(
      world.database.db.query(`update payouts_stop set ended_at = now()`),
    ).rejects.toMatchObject({ code: '42501' })
    await expect(resume(stop!.id, ['nok', 'nok'])).rejects.toThrow(OperatorRefused)
    await expect(resume(stop!.id, ['nok', 'lek'])).rejects.toThrow(OperatorRefused)
    expect(await listStops(world.database.db)).toHaveLength(1)
  })

  test('WHOLE-05 what is found after the request was made is not agreed to', async () => {
    const found = (findings: string[]) =>
      insertStop(world.database.db, {
        memberId: null,
        findings,
        why: 'x',
        actor: 'system:ledger',
        requestId: 'x',
        at: world.clock.now(),
      })
    await found(['a'])
    const [stop] = await listStops(world.database.db)
    const decide = openDecide(desk())
    const act = { id: stop!.id, why: 'seen', ...as('nok') }
    const decided = await decideResume({ ...deps(), decide, makeDue: makeSendableDue }, act)
    await found(['a', 'b'])
    const { asked } = decided as Extract<typeof decided, { state: 'waits' }>
    await expect(
      confirm(deps(), { id: asked.id, ...as('mai'), workOf: workBy('mai') }),
    ).rejects.toThrow('More was found')
    expect(await listStops(world.database.db)).toMatchObject([{ findings: ['a', 'b'] }])
  })
})
