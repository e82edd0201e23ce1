import { beforeAll, expect, test } from 'vitest'
import { dayMs, hourMs } from '@kapao/contract/times'
import { accountBook } from '#ledger/accounts.ts'
import { changeBank } from '#records/account/change-bank.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { openSocket } from '#testing/doubles/member-socket.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { approve, reject } from './decide.ts'

const world = testWorld(openPayoutWorld)

beforeAll(async () => {
  await world.addOperators({ boss: 'system:bootstrap', nok: 'operator:boss', lek: 'operator:boss' })
  await world.database.ownerDb.query(
    `update operators_operator set noted_at = noted_at - interval '48 hours'`,
  )
})

const deps = () => ({
  db: world.database.db,
  clock: world.clock,
  accounts: accountBook(world.database.db),
})
const by = (name: string) => ({ actor: `operator:${name}` as const, requestId: 'test' })
const approveAs = (name: string, id: string, given: object = {}) =>
  approve({ ...deps(), ...given }, { id, why: null, ...by(name) })
const ask = async (player: Player, amount: number): Promise<string> =>
  (await world.withdraw(player, amount)).body.receipt._id as string
let made = 0
const changeFor = ({ id }: Player, given: object = {}) =>
  changeBank(
    {
      db: world.database.db,
      clock: world.clock,
      readBanks: async () => [{ code: 'SCB' }],
      withdrawalIsOpen: async () => false,
      ...given,
    },
    {
      ...by('nok'),
      id,
      why: 'came with the bank book',
      given: {
        bankCode: 'SCB',
        bankAccountName: 'SOMCHAI JAIDEE',
        bankAccountNo: String(7_770_001_000 + (made += 1)),
      },
    },
  )

test('CARE-17 CARE-18 after an operator changed the bank account a withdrawal within a day waits for another operator and for the day', async () => {
  const player = await world.addPlayer(100_000n, [])
  await changeFor(player)
  const id = await ask(player, 500)
  await world.work(2)
  expect(await world.stateOf(player)).toBe('held')
  await expect(approveAs('nok', id)).rejects.toThrow('another operator has to approve')
  await expect(approveAs('lek', id)).rejects.toThrow('less than 24 hours ago')
  await world.work(2, 12 * hourMs)
  // The day alone does not release it.
  expect(await world.stateOf(player)).toBe('held')
  await approveAs('lek', id)
  await world.work(2)
  expect(await world.stateOf(player)).toBe('paid')
})

test("CARE-17 a terminal's clock that is a week slow makes nothing automatic", async () => {
  const player = await world.addPlayer(100_000n, [])
  const slow = new Date(world.clock.now().getTime() - 7 * dayMs)
  await changeFor(player, { clock: { now: () => slow } })
  const id = await ask(player, 500)
  await world.work(3)
  expect(await world.stateOf(player)).toBe('held')
  await approveAs('lek', id)
  await world.work(2)
  expect(await world.stateOf(player)).toBe('paid')
})

test("CARE-20 a terminal's clock that is days ahead shortens no waiting, and one that is days slow does not make an operator count earlier", async () => {
  const ahead = await world.addPlayer(100_000n, [])
  await changeFor(ahead)
  const id = await ask(ahead, 500)
  // Until a day from now by the database's clock, which tests do not move.
  await world.database.ownerDb.query(
    `update withdrawals_withdrawal set not_before = now() + interval '24 hours' where id = $1`,
    [id],
  )
  const fast = { now: () => new Date(Date.now() + 48 * hourMs) }
  await expect(approveAs('lek', id, { clock: fast })).rejects.toThrow('less than 24 hours ago')

  const rich = await world.addPlayer(10_000_000n, [])
  const large = await ask(rich, 30_000)
  await world.addOperators({ new: 'operator:boss' })
  await world.database.ownerDb.query(
    `update operators_operator set created_at = created_at - interval '30 days' where name = 'new'`,
  )
  await expect(approveAs('new', large)).rejects.toThrow('after the request')
})

test("CARE-18 an operator who moved a member's money alone approves none of its withdrawals within a day, until the act is reviewed", async () => {
  const player = await world.addPlayer(1_000_000n, [])
  const id = await ask(player, 3_000)
  const { db, ownerDb } = world.database
  await db.query(
    `insert into core_audit (at, actor, request_id, action, subject) values (now(), 'operator:nok', 'x', 'account.give', $1)`,
    [player.id],
  )
  await expect(approveAs('nok', id)).rejects.toThrow('another operator has to approve')
  await db.query(
    `update review_act set ticked_by = 'operator:lek', ticked_at = now() where member_id = $1`,
    [player.id],
  )
  expect((await approveAs('nok', id)).missing).toBe(0)
  expect(await ownerDb.query('select from review_act where ticked_by is not null')).toHaveLength(1)
})

test('CARE-84 CARE-17 CARE-18 an unconfirmed act counts for a whole day, and no longer', async () => {
  const { db, ownerDb } = world.database
  const passHours = (player: Player, hours: number) =>
    ownerDb.query('update review_act set at = at - $2::interval where member_id = $1', [
      player.id,
      `${hours} hours`,
    ])
  const peopleFor = async (hours: number) => {
    const player = await world.addPlayer(100_000n, [])
    await changeFor(player)
    await passHours(player, hours)
    const [row] = await db.query<{ people: number }>(
      'select approvals_needed as people from withdrawals_withdrawal where id = $1',
      [await ask(player, 500)],
    )
    return row!.people
  }
  expect([await peopleFor(23), await peopleFor(25)]).toEqual([1, 0])

  const player = await world.addPlayer(1_000_000n, [])
  const id = await ask(player, 3_000)
  await db.query(
    `insert into core_audit (at, actor, request_id, action, subject) values (now(), 'operator:nok', 'x', 'account.give', $1)`,
    [player.id],
  )
  await passHours(player, 23)
  await expect(approveAs('nok', id)).rejects.toThrow('another operator has to approve')
  await passHours(player, 2)
  expect((await approveAs('nok', id)).missing).toBe(0)
})

test('CARE-19 the member gets an SMS about a bank account changed by an operator, and another for each further change', async () => {
  const player = await world.addPlayer(100_000n, [])
  for (let turn = 0; turn < 4; turn += 1) await changeFor(player)
  await world.work(2)
  const [{ phone }] = (await world.database.db.query<{ phone: string }>(
    'select username as phone from account_member where id = $1',
    [player.id],
  )) as [{ phone: string }]
  const messages = (await world.sandbox.inbox(phone)).filter(({ text }) =>
    text.includes('เจ้าหน้าที่เปลี่ยนบัญชีธนาคารของคุณแล้ว'),
  )
  expect(messages).toHaveLength(4)
})

test('CARE-23 a page is notified immediately of an act at a terminal', async () => {
  const player = await world.addPlayer(1_000_000n, [])
  const id = await ask(player, 3_000)
  const page = await openSocket(world.address, { token: player.token })
  await reject(deps(), { id, reason: 'ACCOUNT_NAME', why: null, ...by('lek') })
  expect(await page.nextPush('withdrawal')).toMatchObject({ status: 'PENDING' })
  expect(await page.nextPush('wallet')).toMatchObject({ seq: expect.any(Number) })
  page.socket.close()
})
