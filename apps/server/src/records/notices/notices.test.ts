import { hourMs } from '@kapao/contract/times'
import { describe, expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { accountBook } from '#ledger/accounts.ts'
import { endOldRequests } from '#money/deposits/end.ts'
import { setRejected } from '#money/withdrawals/decide-store.ts'
import { endOf } from '#money/withdrawals/end.ts'
import { replyTo } from '#talk/chat/people.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import { anyArrival, openDepositWorld } from '#testing/worlds/deposit-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { insertRow } from '#records/statement/store.ts'

const deposits = testWorld(openDepositWorld)
const world = testWorld(openPayoutWorld)

const keptFor = (at: typeof deposits | typeof world, memberId: string) =>
  at.database.db.query<{ kind: string; key: string; about: object }>(
    'select kind, key, about from notices_notice where member_id = $1 order by id',
    [memberId],
  )
const about = { amount: 50_000, currency: 'BAHT' }

describe('of money', () => {
  test('NOTE-01 a deposit that is credited is one notice; one that waits is none until it ends', async () => {
    const { settle } = deposits.processes[0]!
    const { id } = await deposits.addMember()
    const arrival = anyArrival({ memberId: id })
    const [first] = await Promise.all([settle(arrival), settle(arrival), settle(arrival)])
    const credited = { kind: 'deposit.credited', key: `deposit.credited ${first.id}`, about }
    expect(await keptFor(deposits, id)).toEqual([credited])
    const other = (await deposits.addMember()).id
    await settle(anyArrival({ memberId: other, hold: 'wrong-payer' }))
    expect(await keptFor(deposits, other)).toEqual([])
  })

  test('NOTE-01 a request that nobody paid is a notice when it ends', async () => {
    const { db } = deposits.database
    const { id: memberId } = await deposits.addMember()
    const id = systemIds.key()
    const at = new Date(deposits.clock.now().getTime() - 25 * hourMs)
    await db.beginFor(memberId, async (tx) => {
      const money = { amount: 50_000n, currency: 'BAHT' } as const
      const places = { from: 'bank', to: 'wallet', status: 'PENDING', about: null } as const
      const row = { memberId, operation: id, statementType: 'deposit', money, ...places } as const
      const seq = await insertRow(tx, at, row)
      await tx.query(
        `insert into deposits_request (id, member_id, key, fingerprint, amount, currency, reserved, state, statement_seq, created_at)
         values ($1, $2, $3, $1, 50000, 'BAHT', false, 'open', $4, $5)`,
        [id, memberId, id, seq, at],
      )
    })
    const pushed: unknown[] = []
    const push = (...sent: unknown[]) => void pushed.push(sent)
    const end = () => endOldRequests({ db, clock: deposits.clock, log: console, push })
    await Promise.all([end(), end()])
    // Their page, which is pushed to, asks for its marks.
    expect(pushed).toEqual([[memberId, 'deposit', { seq: 0, _id: id, status: 'FAILED' }]])
    const kept = { kind: 'deposit.failed', key: `deposit.failed ${id}`, about }
    expect(await keptFor(deposits, memberId)).toEqual([kept])
  })

  test('NOTE-01 what is not committed is no notice', async () => {
    const { db } = deposits.database
    const { id: memberId } = await deposits.addMember()
    const money = { amount: 1n, currency: 'BAHT' } as const
    const ended = db.beginFor(memberId, async (tx) => {
      const places = { from: 'bank', to: 'wallet', status: 'SUCCESS', about: null } as const
      const operation = systemIds.key()
      const row = { memberId, operation, statementType: 'deposit', money, ...places } as const
      await insertRow(tx, deposits.clock.now(), row)
      throw new Error('cut off')
    })
    await expect(ended).rejects.toThrow('cut off')
    expect(await keptFor(deposits, memberId)).toEqual([])
  })

  test('NOTE-01 a withdrawal that was paid, and one that came back, are a notice each', async () => {
    const paid = await world.addPlayer(100_000n, [])
    const done = await world.withdraw(paid, 500)
    await world.work(2)
    await world.becomes(paid, 'paid')
    const paidId = done.body.receipt._id as string
    expect(await keptFor(world, paid.id)).toEqual([
      { kind: 'withdrawal.paid', key: `withdrawal.paid ${paidId}`, about },
    ])
    const refused = await world.addPlayer(1_000_000n, [])
    const id = (await world.withdraw(refused, 5_000)).body.receipt._id as string
    const { db } = world.database
    const no = { by: 'operator:nok', reason: 'ACCOUNT_NAME', why: null } as const
    await db.begin((tx) => setRejected(tx, id, { ...no, undoUntil: world.clock.now() }))
    const deps = { db, clock: world.clock, accounts: accountBook(db), notify: () => undefined }
    const back = { state: 'returned', payout: null, reason: 'BANK_REFUSED', why: 'no' } as const
    await Promise.all([1, 2, 3].map(() => endOf(deps, id, back)))
    expect(await keptFor(world, refused.id)).toEqual([
      {
        kind: 'withdrawal.returned',
        key: `withdrawal.returned ${id}`,
        about: { amount: 500_000, currency: 'BAHT' },
      },
    ])
  })
})

const marks = async (player: Player) => (await player.call('GET /api/notices/marks')).body
const none = { notices: 0, talk: 0, warning: null, lastSignIn: null, mayAddPasskey: true }
const listed = async (player: Player, body: object = { limit: 20 }, locale = 'th') =>
  (await player.call('POST /api/notices', { body, headers: { cookie: `locale=${locale}` } })).body
const note = (player: Player, kind: string, key: string) =>
  world.database.db.query('select notices_note($1, $2::notices_kind, $3, $4)', [
    player.id,
    kind,
    key,
    kind.startsWith('deposit') ? about : {},
  ])

describe('of an account', () => {
  test('NOTE-03 another bank account and another password are a warning each, in the transaction of the change', async () => {
    const player = await world.addPlayer(0n, [])
    const body = { name: 'Somchai', bankCode: 'SCB', bankAccountName: 'SOMCHAI JAIDEE' }
    const change = (bankAccountNo: string) =>
      player.call('PUT /api/account/profile', { body: { ...body, bankAccountNo } })
    expect((await change('7771234567')).status).toBe(200)
    expect((await change('7771234567')).status).toBe(200)
    // Refused changes leave nothing.
    expect((await change('1')).status).not.toBe(200)
    const passwords = { oldPassword: 'seven green mangoes', newPassword: 'nine lazy buffaloes' }
    const changed = await player.call('PUT /api/account/changepwd', { body: passwords })
    expect(changed.status).toBe(200)
    expect((await keptFor(world, player.id)).map(({ kind }) => kind)).toEqual([
      'bank.changed',
      'password.changed',
    ])
    expect(await marks(player)).toMatchObject({ notices: 2, warning: { leads: 'contact' } })
  })

  test('NOTE-03 NOTE-10 answers of staff are one notice until they are read, and the mark counts their messages', async () => {
    const player = await world.addPlayer(0n, [])
    const say = (message: string) =>
      player.call('POST /api/chat/send-message', {
        body: { message: { message_type: 'text', payload: { message } }, sender: 'customer' },
      })
    await say('สวัสดี')
    const { db } = world.database
    const [talk] = await db.query<{ code: string }>(
      'select code from chat_conversation where owner = $1',
      [`member:${player.id}`],
    )
    await player.call('PUT /api/chat/read-customer/', { body: {} })
    const answer = (message: string) =>
      replyTo(
        { db, clock: world.clock, ids: systemIds },
        { code: talk!.code, actor: 'operator:lek', requestId: 'test' },
        { message_type: 'text', payload: { message } },
      )
    await answer('สวัสดีค่ะ')
    await answer('มีอะไรให้ช่วยคะ')
    expect(await keptFor(world, player.id)).toMatchObject([{ kind: 'talk.answered' }])
    expect(await marks(player)).toEqual({ ...none, talk: 2 })
    await player.call('PUT /api/chat/read-customer/', { body: {} })
    expect(await marks(player)).toEqual(none)
    expect((await listed(player)).rows).toMatchObject([{ class: 'talk', isRead: true }])
    await answer('ยังอยู่ไหมคะ')
    expect(await keptFor(world, player.id)).toHaveLength(2)
  })
})

describe('what its member reads', () => {
  test('NOTE-10 newest first, in the language of the page, in parts; read up to one, and no one else’s', async () => {
    const [player, other] = [await world.addPlayer(0n, []), await world.addPlayer(0n, [])]
    for (let no = 1; no <= 5; no += 1) await note(player, 'deposit.credited', String(no))
    await note(player, 'bank.byHand', 'first')
    await note(player, 'password.changed', 'second')
    const first = await listed(player, { limit: 4 })
    expect(first.more).toBe(true)
    expect(first.rows.map((row: { title: string }) => row.title)).toEqual([
      'เปลี่ยนรหัสผ่านแล้ว',
      'เจ้าหน้าที่เปลี่ยนบัญชีธนาคารแล้ว',
      'ฝากเงินสำเร็จ',
      'ฝากเงินสำเร็จ',
    ])
    const rest = await listed(player, { limit: 4, before: first.rows.at(-1)._id }, 'en')
    expect(rest).toMatchObject({ more: false, rows: [{ title: 'Deposit credited' }, {}, {}] })
    expect(rest.rows[0].text).toBe('Your deposit of 500.00\u00A0baht was credited to your wallet.')
    expect(await marks(player)).toMatchObject({
      notices: 7,
      warning: { class: 'warning', title: 'เจ้าหน้าที่เปลี่ยนบัญชีธนาคารแล้ว' },
    })
    expect(await listed(other)).toEqual({ rows: [], more: false })
    const read = (who: Player, upto: unknown) =>
      who.call('PUT /api/notices/read', { body: { upto } })
    await read(other, first.rows[0]._id)
    expect(await marks(player)).toMatchObject({ notices: 7 })
    await read(player, first.rows[1]._id)
    expect(await marks(player)).toMatchObject({ notices: 1, warning: { title: 'เปลี่ยนรหัสผ่านแล้ว' } })
    await read(player, first.rows[0]._id)
    expect(await marks(player)).toEqual(none)
    expect((await listed(player)).rows.every((row: { isRead: boolean }) => row.isRead)).toBe(true)
  })

  test.each([{ limit: 0 }, { limit: 21 }, { limit: 5, before: 0 }, { limit: 5, before: 'x' }, {}])(
    'NOTE-10 %j is refused',
    async (body) => {
      const player = await world.addPlayer(0n, [])
      expect((await player.call('POST /api/notices', { body })).status).toBe(400)
      expect((await player.call('PUT /api/notices/read', { body: { upto: -1 } })).status).toBe(400)
    },
  )

  test('NOTE-10 nobody reads notices without a session', async () => {
    for (const name of ['GET /api/notices/marks', 'POST /api/notices', 'PUT /api/notices/read'])
      expect(
        (await world.call(name, { body: name.startsWith('GET') ? undefined : {} })).status,
      ).toBe(401)
  })
})
