import { beforeAll, describe, expect, test } from 'vitest'
import { dayMs, minuteMs } from '@kapao/contract/times'
import { accountBook } from '#ledger/accounts.ts'
import { activateMember, deactivateMember } from '#records/account/deactivate.ts'
import { deskContext } from '#testing/desk/desk-context.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { systemIds } from '#core/ids.ts'
import { openDecide } from '#desk/decisions/decide.ts'
import { requestAlone } from '#testing/operators/requests.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { bounce } from './bounce.ts'
import { approve, decideResolution, reject, resolve } from './decide.ts'

const world = testWorld(openPayoutWorld)

beforeAll(async () => {
  await world.addOperators({ boss: 'system:bootstrap', nok: 'operator:boss', lek: 'operator:boss' })
})

const deps = () => ({
  db: world.database.db,
  clock: world.clock,
  accounts: accountBook(world.database.db),
})
const by = (name: string) => ({ actor: `operator:${name}` as const, requestId: 'test' })
const ask = async (player: Player, amount: number): Promise<string> =>
  (await world.withdraw(player, amount)).body.receipt._id as string
const said = (subject: string) => ({ subject, by: 'nok', satang: 40_000 })
const approveAs = (name: string, id: string) => approve(deps(), { id, why: null, ...by(name) })

describe('approval', () => {
  test('S18 CARE-81 above the automatic amount nothing is paid without an approval, and a later approval is refused', async () => {
    const player = await world.addPlayer(1_000_000n, [])
    const id = await ask(player, 2_000.01)
    await world.work(3)
    expect(await world.payoutsOf(player)).toEqual([])
    expect((await player.call('GET /api/withdrawals/current')).body.withdrawal).toMatchObject({
      stage: 'REVIEW',
      reason: 'UNDER_REVIEW',
    })
    expect((await approveAs('nok', id)).missing).toBe(0)
    await expect(approveAs('lek', id)).rejects.toThrow('is approved, not waiting for approval')
    await world.work(2)
    expect(await world.stateOf(player)).toBe('paid')
    await expect(approveAs('lek', id)).rejects.toThrow('is paid, not waiting for approval')
    const audit = await world.database.db.query(
      `select actor from core_audit where subject = $1 and action = 'withdrawals.approve'`,
      [id],
    )
    expect(audit).toEqual([{ actor: 'operator:nok' }])
  })

  test('CARE-81 S18 two approvals are needed from exactly the amount on, even where as much would be automatic', async () => {
    const set = async (autoMax: string, autoDayMax: string) => {
      await world.set('withdraw.autoMax.BAHT', autoMax)
      await world.set('withdraw.autoDayMax.BAHT', autoDayMax)
      await world.passTime(0)
    }
    await set('30000.00', '90000.00')
    const peopleFor = async (amount: number) => {
      const id = await ask(await world.addPlayer(3_000_000n, []), amount)
      const rows = await world.database.db.query<{ people: number }>(
        'select approvals_needed as people from withdrawals_withdrawal where id = $1',
        [id],
      )
      return rows[0]!.people
    }
    expect([await peopleFor(19_999.99), await peopleFor(20_000)]).toEqual([0, 2])
    await set('2000.00', '10000.00')
  })

  test('S18 no request decides where money goes: it is the registered account, whatever else is named', async () => {
    const bankAccountNo = '5557771111'
    const player = await world.addPlayer(100_000n, [], { bankAccountNo })
    for (const named of [{ bankAccountNo: '9990001111' }, { bankCode: 'SCB' }, { to: 'SCB' }]) {
      const answer = await player.call('POST /api/wallet/withdraw', {
        body: { amount: 500, ...named },
      })
      expect([answer.status, answer.body.code]).toEqual([400, 'KEY_INVALID'])
    }
    const id = await ask(player, 500)
    const [row] = await world.database.db.query<{ no: string }>(
      'select bank_account_no as no from withdrawals_withdrawal where id = $1',
      [id],
    )
    expect(row).toEqual({ no: bankAccountNo })
  })

  test('I14 the approval of an operator who was disabled since does not count', async () => {
    await world.addOperators({ ton: 'operator:boss' })
    const player = await world.addPlayer(3_000_000n, [])
    const id = await ask(player, 20_000)
    expect((await approveAs('ton', id)).missing).toBe(1)
    await world.database.db.query(
      `update operators_operator set disabled_at = $1, disabled_by = 'operator:boss' where name = 'ton'`,
      [world.clock.now()],
    )
    expect((await approveAs('lek', id)).missing).toBe(1)
    await world.work(2)
    expect(await world.stateOf(player)).toBe('held')
    expect((await approveAs('nok', id)).missing).toBe(0)
    await world.work(2)
    expect(await world.stateOf(player)).toBe('paid')
  })

  test('S17 S18 withdrawals of a member who was deactivated since wait for operators, small or approved', async () => {
    const player = await world.addPlayer(150_000n, [])
    await player.call('PUT /api/account/profile', {
      body: {
        name: 'New',
        bankCode: 'SCB',
        bankAccountNo: '6660001112',
        bankAccountName: 'SOMEBODY ELSE',
      },
    })
    const id = await ask(player, 1_500)
    const act = { id: player.id, ...by('nok') }
    const around = { db: world.database.db, clock: world.clock, endAllOf: async () => 0 }
    await deactivateMember(around, { ...act, why: 'the phone was stolen' })
    await world.passTime(dayMs + 1_000)
    await world.work(3)
    expect(await world.stateOf(player)).toBe('held')
    expect(await world.payoutsOf(player)).toEqual([])
    await expect(approveAs('nok', id)).rejects.toThrow('deactivated')
    // A previously approved one is stopped at the last check.
    await world.database.db.query(
      `update account_member set deactivated_at = null, deactivated_why = null where id = $1`,
      [player.id],
    )
    await world.database.db.query(
      `update withdrawals_withdrawal set state = 'approved', approved_at = $2 where id = $1`,
      [id, world.clock.now()],
    )
    await deactivateMember(around, { ...act, why: 'the phone was stolen' })
    await world.passTime(11 * minuteMs)
    await world.work(3)
    expect(await world.stateOf(player)).toBe('approved')
    await expect(
      world.database.db.query(
        `update withdrawals_withdrawal set state = 'sent', channel = 'BANK', sent_at = $2 where id = $1`,
        [id, world.clock.now()],
      ),
    ).rejects.toMatchObject({ code: 'KW006' })
    await activateMember(around, act)
    await world.passTime(11 * minuteMs)
    await world.work(3)
    expect(await world.stateOf(player)).toBe('paid')
  })

  test('I14 from 20,000 on two different operators; the same one twice counts once', async () => {
    const player = await world.addPlayer(3_000_000n, [])
    const id = await ask(player, 20_000)
    expect((await approveAs('nok', id)).missing).toBe(1)
    await expect(approveAs('nok', id)).rejects.toThrow('another operator')
    await world.work(2)
    expect(await world.stateOf(player)).toBe('held')
    expect((await approveAs('lek', id)).missing).toBe(0)
    await world.work(2)
    expect(await world.stateOf(player)).toBe('paid')
  })

  test('I14 the database itself counts the operators, whatever the program says', async () => {
    const player = await world.addPlayer(3_000_000n, [])
    const id = await ask(player, 25_000)
    await approveAs('nok', id)
    const skip = `update withdrawals_withdrawal set state = 'approved', approved_at = now() where id = $1`
    await expect(world.database.db.query(skip, [id])).rejects.toThrow('2 different people')
    const loosen = 'update withdrawals_withdrawal set approvals_needed = 0 where id = $1'
    await expect(world.database.db.query(loosen, [id])).rejects.toThrow('permission denied')
    await approveAs('lek', id)
  })

  test('I14 the database itself ignores the approval of an operator who was disabled since', async () => {
    await world.addOperators({ fon: 'operator:boss' })
    const player = await world.addPlayer(3_000_000n, [])
    const id = await ask(player, 20_000)
    await approveAs('fon', id)
    const { db } = world.database
    await db.query(
      `update operators_operator set disabled_at = $1, disabled_by = 'operator:boss' where name = 'fon'`,
      [world.clock.now()],
    )
    expect((await approveAs('lek', id)).missing).toBe(1)
    const skip = `update withdrawals_withdrawal set state = 'approved', approved_at = now() where id = $1`
    await expect(db.query(skip, [id])).rejects.toThrow('2 different people')
    expect((await approveAs('nok', id)).missing).toBe(0)
  })

  test('S18 a second name of the same person is no second operator, however many adders lie between', async () => {
    await world.addOperators({ noknok: 'operator:nok', nokagain: 'operator:noknok' })
    await world.work(1, 1_000)
    const player = await world.addPlayer(3_000_000n, [])
    const id = await ask(player, 20_000)
    await approveAs('nok', id)
    for (const name of ['noknok', 'nokagain', 'boss'])
      await expect(approveAs(name, id)).rejects.toThrow('linked by who added whom')
    const skip = 'insert into withdrawals_approval values ($1, $2, $3)'
    const second = world.database.db.query(skip, [id, 'operator:noknok', world.clock.now()])
    await expect(second).rejects.toThrow('has approved it')
    expect(await world.stateOf(player)).toBe('held')
    expect((await approveAs('lek', id)).missing).toBe(0)
  })

  test('S18 an operator who was added after the request does not count', async () => {
    const player = await world.addPlayer(3_000_000n, [])
    const id = await ask(player, 20_000)
    await world.work(1, 1_000)
    await world.addOperators({ late: 'operator:lek' })
    for (const name of ['late', 'nobody'])
      await expect(approveAs(name, id)).rejects.toThrow('after the request')
    expect((await approveAs('nok', id)).missing).toBe(1)
    await expect(approveAs('late', id)).rejects.toThrow('after the request')
    expect((await approveAs('lek', id)).missing).toBe(0)
  })

  test('PERSON-31 where two are needed, neither has their role or newest passkey since today', async () => {
    const player = await world.addPlayer(5_000_000n, [])
    const id = await ask(player, 30_000)
    const { ownerDb } = world.database
    const given = (ago: string) =>
      ownerDb.query(
        `update operators_role set given_at = now() - $1::interval where operator = 'lek'`,
        [ago],
      )
    await given('23 hours')
    await expect(approveAs('lek', id)).rejects.toThrow('less than a day')
    await given('25 hours')
    await ownerDb.query(
      `insert into sign_in_passkey (id, operator, label, public_key, counter, transports, created_at)
       values ('a-new-key-of-lek', 'lek', 'new', 'x', 0, '{}', now())`,
    )
    await expect(approveAs('lek', id)).rejects.toThrow('less than a day')
    await ownerDb.query(`delete from sign_in_passkey where operator = 'lek'`)
    expect((await approveAs('lek', id)).missing).toBe(1)
    await ownerDb.query(`update operators_role set role = 'support' where operator = 'nok'`)
    await expect(approveAs('nok', id)).rejects.toThrow('less than a day')
    await ownerDb.query(`update operators_role set role = 'cashier' where operator = 'nok'`)
    expect((await approveAs('nok', id)).missing).toBe(0)
    await ownerDb.query(`update operators_role set role = 'risk' where operator = 'nok'`)
  })

  test('S18 concurrently: a person and a second name of theirs count once', async () => {
    const player = await world.addPlayer(3_000_000n, [])
    const id = await ask(player, 20_000)
    const both = await Promise.allSettled([approveAs('nok', id), approveAs('noknok', id)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await world.stateOf(player)).toBe('held')
  })

  test('concurrently: two operators, and one who also rejects, leave one end', async () => {
    const player = await world.addPlayer(3_000_000n, [])
    const id = await ask(player, 20_000)
    await Promise.allSettled([
      approveAs('nok', id),
      approveAs('lek', id),
      reject(deps(), { id, reason: 'ACCOUNT_NAME', why: null, ...by('som') }),
    ])
    await world.work(3)
    const paid = await world.payoutsOf(player)
    const wallet = await world.walletOf(player)
    expect(wallet + paid.length * 2_000_000).toBe(3_000_000)
    expect(await world.heldOf(player)).toBe(0)
  })

  test('S17 no one may approve within a day of a new bank account', async () => {
    const player = await world.addPlayer(3_000_000n, [])
    await world.database.db.query('update account_member set bank_changed_at = $2 where id = $1', [
      player.id,
      world.clock.now(),
    ])
    const id = await ask(player, 5_000)
    await expect(approveAs('nok', id)).rejects.toThrow('24 hours')
    await world.work(1, dayMs)
    expect((await approveAs('nok', id)).missing).toBe(0)
  })
})

describe('rejection', () => {
  test('OP-WD the money is back, the row FAILED, the member sees the reason; a second time is refused', async () => {
    const player = await world.addPlayer(1_000_000n, [])
    const id = await ask(player, 5_000)
    const no = { id, reason: 'ACCOUNT_NAME' as const, why: 'another name', ...by('nok') }
    await reject(deps(), no)
    await world.work(1)
    expect(await world.walletOf(player)).toBe(1_000_000)
    await expect(reject(deps(), no)).rejects.toThrow('is returned')
    await expect(approveAs('lek', id)).rejects.toThrow('is returned')
    const [row] = await world.database.db.query(
      'select status from statement_row where member_id = $1',
      [player.id],
    )
    expect(row).toEqual({ status: 'FAILED' })
    expect((await player.call('GET /api/withdrawals/current')).body.withdrawal).toMatchObject({
      stage: 'RETURNED',
      reason: 'ACCOUNT_NAME',
    })
  })

  test('I14 a sent one cannot be rejected, and an ended one cannot end otherwise', async () => {
    const player = await world.addPlayer(1_000_000n, [])
    await world.mode('by-hand')
    const id = await ask(player, 500)
    await world.until(
      () => world.payoutsOf(player),
      (seen) => seen.length > 0,
    )
    await expect(
      reject(deps(), { id, reason: 'ACCOUNT_NAME', why: null, ...by('nok') }),
    ).rejects.toThrow('only an unsent one')
    await world.sandbox.control('POST', '/payout/finish', { reference: id, status: 'COMPLETED' })
    await world.work(1)
    const { db } = world.database
    for (const state of ['returned', 'held', 'sent'])
      await expect(
        db.query('update withdrawals_withdrawal set state = $2 where id = $1', [id, state]),
      ).rejects.toThrow('cannot become')
    await world.mode('at-once')
  })
})

describe('the exceptions list', () => {
  test.each([
    { name: 'paid', payout: 'seen-4711', wallet: 60_000 },
    { name: 'returned', payout: null, wallet: 100_000 },
  ])('F15 an operator found it $name: it ends so, once', async ({ name, payout, wallet }) => {
    const player = await world.addPlayer(100_000n, [])
    await world.sandbox.addFault({ operation: 'payout.*', kind: 'drop-before' })
    const id = await ask(player, 400)
    await expect(resolve(deps(), { id, payout, why: 'early', ...by('nok') })).rejects.toThrow(
      'not on',
    )
    await world.work(12, 2 * minuteMs)
    expect(await world.stateOf(player)).toBe('exception')
    await world.sandbox.control('DELETE', '/faults', {})
    const found = { id, payout, why: 'seen in their back office', ...by('nok') }
    await requestAlone(world.database.db, { ...said(id), kind: 'withdrawals resolve' })
    await resolve(deps(), found)
    expect(await world.stateOf(player)).toBe(name)
    expect(await world.walletOf(player)).toBe(wallet)
    await expect(resolve(deps(), { id, payout, why: 'again', ...by('nok') })).rejects.toThrow(
      'not on',
    )
  })

  test("CARE-97 one that may have been paid is returned with a confirmed request only, and against the bank's answer by two", async () => {
    const player = await world.addPlayer(100_000n, [])
    await world.sandbox.addFault({ operation: 'payout.*', kind: 'drop-before' })
    const id = await ask(player, 400)
    await world.work(12, 2 * minuteMs)
    expect(await world.stateOf(player)).toBe('exception')
    await world.sandbox.control('DELETE', '/faults', {})
    const found = { id, payout: null, why: 'they say so', ...by('nok') }
    await expect(resolve(deps(), found)).rejects.toThrow('has not said withdrawals resolve')
    const decide = openDecide(deskContext({ db: world.database.db, clock: world.clock }))
    const against = { ...deps(), decide, findAgainst: async () => 'BANK says that it is paid' }
    await expect(decideResolution(against, found)).rejects.toThrow('needs a second operator')
    expect(await world.heldOf(player)).toBe(40_000)
    const agreed = { ...deps(), decide, findAgainst: async () => null }
    expect(await decideResolution(agreed, found)).toMatchObject({ state: 'done' })
    expect(await world.walletOf(player)).toBe(100_000)
  })
})

describe('a payout that the bank sends back after it was paid', () => {
  const bounceDeps = () => ({ ...deps(), ids: systemIds })

  test('I06 I14 CARE-97 REACH-112 the money is back once, however often it is reported; the paid row stays, and a row of its own says why', async () => {
    const player = await world.addPlayer(100_000n, [])
    await world.mode('by-hand')
    const id = await ask(player, 400)
    const bounced = { id, why: 'line 4711', ...by('nok') }
    await expect(bounce(bounceDeps(), bounced)).rejects.toThrow('only a paid one')
    await world.until(
      () => world.payoutsOf(player),
      (seen) => seen.length > 0,
    )
    await world.sandbox.control('POST', '/payout/finish', { reference: id, status: 'COMPLETED' })
    await world.mode('at-once')
    await world.work(2)
    expect(await world.stateOf(player)).toBe('paid')
    await expect(bounce(bounceDeps(), bounced)).rejects.toThrow('has not said withdrawals bounced')
    await requestAlone(world.database.db, { ...said(id), kind: 'withdrawals bounced' })
    const all = await Promise.allSettled([1, 2, 3, 4, 5].map(() => bounce(bounceDeps(), bounced)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(bounce(bounceDeps(), bounced)).rejects.toThrow('has come back before')
    expect(await world.walletOf(player)).toBe(100_000)
    const { body } = await player.call('GET /api/withdrawals/current')
    expect(body.withdrawal).toMatchObject({ stage: 'RETURNED', reason: 'BANK_REFUSED' })
    const rows = await world.database.db.query(
      `select statement_type as type, status, about from statement_row where member_id = $1 order by seq`,
      [player.id],
    )
    expect(rows).toEqual([
      { type: 'withdraw', status: 'SUCCESS', about: null },
      {
        type: 'deposit',
        status: 'SUCCESS',
        about: { correction: { description: expect.stringContaining('ธนาคาร') } },
      },
    ])
  })
})
