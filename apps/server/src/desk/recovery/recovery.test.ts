import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { deskContext } from '#testing/desk/desk-context.ts'
import { signWebhook } from '#core/webhooks/signature.ts'
import { openAgain, readCount } from '#core/restore/restore-store.ts'
import { fund, type Player } from '#testing/worlds/game-world.ts'
import { makeOld } from '#testing/worlds/member-world.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import { countOriginal, takeBackup, type RestoredWorld } from '#testing/worlds/restored-world.ts'
import { send } from '#testing/worlds/test-app.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { openDecide } from '#desk/decisions/decide.ts'
import type { Report } from './run-sources.ts'

const world = testWorld(openPayoutWorld)

type LoginPlayer = Player & { username: string; password: string; account: string }

async function addNamed(amount: bigint, games: readonly string[]): Promise<LoginPlayer> {
  const username = `08${String(Math.floor(world.clock.now().getTime() / 1000 + next++)).slice(-8)}`
  const account = String(next++ + 1_000_000_000)
  const given = { username, password: 'seven green mangoes', bankAccountNo: account }
  const player = await world.addPlayer(amount, games, given)
  await makeOld(world, player.id)
  return { ...player, ...given, account }
}
let next = 0

const keyed = () => ({ 'idempotency-key': systemIds.key() })

async function move(player: Player, from: string, to: string, amount: number): Promise<void> {
  const body = { from, to, amount }
  const answer = await player.call('POST /api/wallet/transfer', { body, headers: keyed() })
  if (answer.status !== 200) throw new Error(`not moved: ${answer.text}`)
}

async function payIn(player: LoginPlayer, amount: string): Promise<void> {
  const before = (await player.balances())['wallet']!
  await world.sandbox.control('POST', '/bank/pay', {
    fromBank: 'KBANK',
    fromAccount: player.account,
    fromName: 'SOMCHAI JAIDEE',
    amount,
  })
  await world.until(player.balances, (now) => now['wallet']! > before)
}

async function payOut(player: Player, amount: number): Promise<void> {
  expect((await world.withdraw(player, amount)).status).toBe(200)
  await world.until(
    async () => {
      // A payout waits until the bank shows the deposit before it.
      await world.work(1, 6_000)
      return world.stateOf(player)
    },
    (state) => state === 'paid',
  )
}

async function balancesOf(player: Player): Promise<Record<string, number>> {
  await player.call('GET /api/wallet/refresh/slot')
  const { transit, ...rest } = await player.balances()
  return { ...rest, transfer: transit!, withdrawal: await world.heldOf(player) }
}

const login = async (
  restored: RestoredWorld,
  { username, password }: LoginPlayer,
): Promise<string> => {
  const body = { username, password }
  const answer = await send(restored.server.address, 'POST /api/login', { body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.token
}

const rebuiltIn = ({ sources }: Report) => sources.reduce((sum, { rebuilt }) => sum + rebuilt, 0)

async function openByTwo({ db }: RestoredWorld): Promise<void> {
  const { clock } = world
  const act = { subject: 'house', what: {}, words: 'open', gives: null, requestId: 'test' }
  const wish = { ...act, kind: 'recovery open', actor: 'operator:lek' as const }
  const decided = await openDecide(deskContext({ db, clock }))(wish, async () => null)
  expect(decided.state).toBe('waits')
  await db.query(
    `update confirm_request set state = 'confirmed', decided_by = 'operator:som', decided_at = now() where kind = 'recovery open'`,
  )
  const by = { actor: 'operator:som', requestId: 'test', why: 'all is explained', at: clock.now() }
  expect(await openAgain(db, by)).toBe(1)
}

describe('a restore to an earlier point', () => {
  let ann: LoginPlayer
  let ben: LoginPlayer
  let cat: LoginPlayer
  let restored: RestoredWorld
  let point: Date
  let expected: Record<string, number>[]

  beforeAll(async () => {
    const bank = { nameTH: 'KBANK', nameEN: 'KBANK' }
    await world.set('deposit.accounts', [
      {
        bankCode: 'KBANK',
        bankType: 'bank',
        mode: 'AUTO',
        bank,
        bankAccountName: 'KAPAO DEMO CO LTD',
        bankAccountNo: '1112223334',
        currency: 'BAHT',
      },
    ])
    await world.passTime(0)
    await world.addOperators({
      boss: 'system:bootstrap',
      lek: 'operator:boss',
      som: 'operator:boss',
    })
    await world.database.ownerDb.query(
      `update operators_operator set noted_at = noted_at - interval '2 days'`,
    )
    ann = await addNamed(1_000_00n, ['betflix'])
    ben = await addNamed(500_00n, ['pg', 'betflix'])
    cat = await addNamed(30_000_00n, [])
    await move(ann, 'wallet', 'betflix', 100)
    await payOut(ann, 200)
    await move(ben, 'wallet', 'pg', 50)
    // Asked for before the point; a person approves it after it.
    expect((await world.withdraw(cat, 5_000)).status).toBe(200)
    await countOriginal(world)
    await world.passTime(minuteMs)
    point = world.clock.now()
    const backup = await takeBackup(world)

    await world.passTime(minuteMs)
    await countOriginal(world)
    // Ann plays at a provider that lists transfers, pays in, and has money paid out.
    await move(ann, 'wallet', 'betflix', 300)
    await world.setBalanceAt(ann, 'betflix', '450.00')
    await world.passTime(6_000)
    await ann.call('GET /api/wallet/refresh/slot')
    await move(ann, 'betflix', 'wallet', 430)
    await payIn(ann, '777.25')
    await payOut(ann, 400)
    await payOut(ann, 300)
    // Ben moves money to a provider that answers about one reference only.
    await move(ben, 'wallet', 'pg', 120)
    await move(ben, 'wallet', 'betflix', 80)
    const [held] = await world.database.db.query<{ id: string }>(
      `select id from withdrawals_withdrawal where member_id = $1`,
      [cat.id],
    )
    await world.database.ownerDb.query(
      `insert into withdrawals_approval (withdrawal, operator, at) values ($1, 'operator:lek', now())`,
      [held!.id],
    )
    await world.database.db.query(
      `update withdrawals_withdrawal set state = 'approved', approved_at = now() where id = $1`,
      [held!.id],
    )
    await world.work(2)
    expect(await world.stateOf(cat)).toBe('paid')
    const dan = await addNamed(1_000_00n, [])
    await payOut(dan, 150)
    await world.passTime(6_000)
    expected = await Promise.all([ann, ben, cat].map(balancesOf))
    restored = await backup.start()
  })
  afterAll(() => restored?.close())

  test('RUN-70 the count outside is ahead of the restored books: the recovery begins before anything is served', async () => {
    expect(await readCount(restored.db)).toMatchObject({ isClosed: true, epoch: 1 })
    const [found] = await restored.db.query('select found_by, point_at, ahead_at from core_restore')
    expect(found).toMatchObject({ found_by: expect.stringContaining('counts') })
  })

  test('RUN-71 members log in and read; what changes, jobs, messages and the ledger rest', async () => {
    const { address, runJobs } = restored.server
    const token = await login(restored, ann)
    const before = await restored.balances(ann.id)
    for (const name of [
      'GET /api/wallet',
      'GET /api/wallet/refresh/slot',
      'GET /api/withdrawals/current',
    ])
      expect((await send(address, name, { token })).status, name).toBe(200)
    expect(await restored.balances(ann.id)).toEqual(before)
    const lost = await send(address, 'GET /api/wallet', { token: ann.token })
    expect(lost.status).toBe(401)
    for (const [name, body] of [
      ['POST /api/wallet/transfer', { from: 'wallet', to: 'betflix', amount: 1 }],
      ['POST /api/wallet/withdraw', { amount: 100 }],
      ['POST /api/wallet/add', { amount: 100 }],
      ['POST /api/spinwheel/spin', {}],
    ] as const) {
      const answer = await send(address, name, { token, body, headers: keyed() })
      expect([answer.status, answer.body.code], name).toEqual([503, 'RECOVERY'])
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    const outcome = await send(address, `GET /api/outcome/${systemIds.key()}`, { token })
    expect(outcome.body.code).toBe('RECOVERY')
    const [eventId, timestamp] = [
      'reported',
      String(Math.floor(world.clock.now().getTime() / 1000)),
    ]
    const body = Buffer.from(JSON.stringify({}))
    const signature = signWebhook('sandbox-feed-secret', { eventId, timestamp, body })
    const refused = await send(address, 'POST /webhooks/bank/feed', {
      body: {},
      headers: { 'x-event-id': eventId, 'x-timestamp': timestamp, 'x-signature': signature },
    })
    expect([refused.status, refused.body.code]).toEqual([503, 'RECOVERY'])
    expect((await send(address, 'POST /webhooks/bank/feed', { body: {} })).status).toBe(401)
    const looking = ['ledger.verify', 'ledger.verifyFresh']
    expect(((await runJobs()) as string[]).filter((name) => !looking.includes(name))).toEqual([])
    await expect(
      fund({ ...world, database: { ...world.database, ...restored } }, ann.id, 1n),
    ).rejects.toMatchObject({ code: 'KR001' })
  })

  test('RUN-72 what those outside know is rebuilt once, however often it is run and wherever it was cut off', async () => {
    const span = () => ({
      since: new Date(point.getTime() - 10 * minuteMs),
      until: world.clock.now(),
    })
    await world.passTime(1_000)
    let steps = 0
    const dying = restored.recovery(async () => {
      steps += 1
      if (steps === 5) throw new Error('killed')
    })
    const wanted = () => ({ epoch: 1, span: span(), isClosed: true })
    await expect(dying.ask(wanted())).rejects.toThrow('killed')
    const first = await restored.recovery().ask(wanted())
    expect(rebuiltIn(first)).toBeGreaterThan(0)
    const after = await Promise.all([ann, ben, cat].map(({ id }) => restored.balances(id)))
    expect(after[0]).toEqual(expected[0])
    expect(after[2]).toEqual(expected[2])
    const again = await restored.recovery().ask(wanted())
    expect(rebuiltIn(again)).toBe(0)
    expect(await Promise.all([ann, ben, cat].map(({ id }) => restored.balances(id)))).toEqual(after)
    expect(await restored.violations()).toEqual([])
  })

  test('RUN-73 a difference at a provider without a list is held and not booked as play; a payout to nobody known is an item', async () => {
    const has = await restored.balances(ben.id)
    expect(has).toMatchObject({
      pg: 50_00,
      betflix: 80_00,
      wallet: expected[1]!['wallet']! + 120_00,
    })
    const items = await restored.db.query<{ kind: string; words: string; holds: string[] }>(
      `select kind, words, holds from items_item where starts_with(kind, 'recovery.') order by id`,
    )
    const difference = items.find(({ kind }) => kind === 'recovery.difference')
    expect(difference).toMatchObject({ holds: ['withdrawals', 'rewards'] })
    expect(difference!.words).toContain('170.00')
    const payout = items.find(({ kind }) => kind === 'recovery.unexplained')
    expect(payout!.words).toMatch(/^150\.00 BAHT paid by BANK .* nobody in the restored books/)
    expect(items).toHaveLength(2)
  })

  test('RUN-74 two operators end the recovery; then everything goes on, and the difference is still held', async () => {
    const { db, server } = restored
    const alone = {
      actor: 'operator:lek',
      requestId: 'test',
      why: 'I want to',
      at: world.clock.now(),
    }
    await expect(openAgain(db, alone)).rejects.toMatchObject({ code: 'KC005' })
    expect((await readCount(db)).isClosed).toBe(true)
    await openByTwo(restored)
    expect((await readCount(db)).isClosed).toBe(false)
    const token = await login(restored, ann)
    const body = { from: 'wallet', to: 'betflix', amount: 10 }
    const transfer = () =>
      send(server.address, 'POST /api/wallet/transfer', { token, body, headers: keyed() })
    await expect.poll(async () => (await transfer()).status).toBe(200)
    await world.passTime(6_000)
    const bens = await login(restored, ben)
    await send(server.address, 'GET /api/wallet/refresh/slot', { token: bens })
    expect((await restored.balances(ben.id))['pg']).toBe(50_00)
  })

  test('RUN-73 a person says what the difference was; the rest is play, and a second time changes nothing', async () => {
    const { db } = restored
    const by = {
      actor: 'operator:lek' as const,
      requestId: 'test',
      why: 'seen in their back office',
    }
    const about = { memberId: ben.id, game: 'pg', moved: 120_00n, playMax: 0n }
    const recovery = restored.recovery()
    await expect(recovery.settle({ ...about, ...by })).rejects.toMatchObject({ code: 'KC005' })
    await db.query(
      `insert into confirm_request (kind, subject, what, words, state, asked_by, asked_at)
       values ('recovery settle', $1, '{}', '', 'alone', 'operator:lek', now())`,
      [`${ben.id}:pg`],
    )
    // More play than was seen by who agreed on it.
    await expect(recovery.settle({ ...about, ...by, playMax: -1n })).rejects.toThrow('more at pg')
    expect(await recovery.settle({ ...about, ...by })).toMatchObject({ play: 0n })
    expect(await restored.balances(ben.id)).toEqual(expected[1])
    await expect(recovery.settle({ ...about, ...by })).rejects.toThrow('not in doubt')
    expect(await restored.violations()).toEqual([])
  })
})
