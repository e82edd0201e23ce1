import type { AuditAction } from '@kapao/contract/console/actions'
import { moneyFromText, type Currency } from '@kapao/contract/money'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '@kapao/contract/times'
import { recordAudit } from '#core/audit/audit-store.ts'
import { systemIds } from '#core/ids.ts'
import { accountBook, type Account } from '#ledger/accounts.ts'
import { leg, postAll, type MovementKind } from '#ledger/post.ts'
import { listItems } from '#records/items/store.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database/database.ts'
import { checkMeaning } from './check-meaning.ts'

let database: TestDatabase
let now: Date
const clock = { now: () => now }

type Member = { id: string; wallet: Account; game: Account; hold: Account }
let member: Member
let friend: Member
let house: Record<'bank' | 'provider' | 'payout' | 'bonus' | 'prize' | 'invite' | 'refund', Account>

beforeEach(async () => {
  now = new Date('2026-11-21T03:00:00Z')
  database = await createTestDatabase()
  const book = accountBook(database.db)
  const at = (kind: keyof typeof house, party = 'x') => book.house(kind, party, 'BAHT')
  house = {
    bank: await at('bank', 'KBANK:1112223334'),
    provider: await at('provider'),
    payout: await at('payout'),
    bonus: await at('bonus'),
    prize: await at('prize'),
    invite: await at('invite'),
    refund: await at('refund'),
  }
  member = await openMember('7KQ2M4XW9PZA', 'SOMCHAI JAIDEE')
  friend = await openMember('7KQ2M4XW9PZB', 'MALEE KAEWTA')
  await pass(hourMs)
})
afterEach(() => database.drop())

async function openMember(id: string, name: string, currency: Currency = 'BAHT'): Promise<Member> {
  const book = accountBook(database.db)
  const kinds = [
    { kind: 'wallet', party: '' },
    { kind: 'game', party: 'sport' },
    { kind: 'withdrawal', party: '' },
  ] as const
  const names = kinds.map((kind) => ({ ...kind, owner: id, currency }))
  const [wallet, game, hold] = await book.open(database.db, names)
  const digits = { A: '1', B: '2' }[id.at(-1)!] ?? '3'
  await asOwner(
    `insert into account_member (id, phone, username, name, password_hash, currency, bank_code, bank_account_name, bank_account_no,
       language, created_at, details_since)
     values ('${id}', '+6681234567${digits}', '081234567${digits}', '${name}', 'x', '${currency}', 'SCB', '${name}', '111222333${digits}',
       'th', now(), now())`,
  )
  return { id, wallet: wallet!, game: game!, hold: hold! }
}

/** Writes rows of rooms in the state after their operations, whose rules have tests of their own. */
async function asOwner(...statements: string[]): Promise<void> {
  await database.ownerDb.begin(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    for (const statement of statements) await tx.query(statement)
  })
}

const pass = async (ms: number): Promise<void> => void (now = new Date(now.getTime() + ms))
const iso = (ms = 0): string => new Date(now.getTime() + ms).toISOString()

async function move(
  kind: MovementKind,
  [debit, credit]: readonly [Account, Account],
  sum: number,
): Promise<string> {
  const operation = systemIds.key()
  const money = moneyFromText(String(sum), debit.currency)!
  await database.db.begin((tx) =>
    postAll(tx, now, [{ idem: leg(operation, 1), debit, credit, money, kind }]),
  )
  await pass(minuteMs)
  return operation
}

const pay = (who: Member, baht: number) => move('deposit', [house.bank, who.wallet], baht)
const put = (who: Member, baht: number) => move('transfer_settle', [who.wallet, who.game], baht)
const fetch = (who: Member, baht: number) => move('transfer_settle', [who.game, who.wallet], baht)
const lose = (who: Member, baht: number) => move('play_result', [who.game, house.provider], baht)
const win = (who: Member, baht: number) => move('play_result', [house.provider, who.game], baht)
const withdraw = (who: Member, baht: number) =>
  move('withdrawal_hold', [who.wallet, who.hold], baht)

async function look(): Promise<{ kind: string; key: string; memberId: string | null }[]> {
  await checkMeaning({ db: database.db, clock })
  return listItems(database.db, { kind: null, memberId: null, open: true, limit: 50 })
}
const kindsFound = async () => (await look()).map(({ kind }) => kind)

describe('rewards without their play', () => {
  const hold = (terms: string, { ended }: { ended: boolean }) =>
    asOwner(
      `insert into bonus_held (id, member_id, source, code, deposit, bonus, currency, target, end_amount, factor, terms, shares, about,
         state, statement_seq, ended_by, taken, next_at, created_at, ended_at)
       values (gen_random_uuid(), '${member.id}', 'bonus', 'SLOTS', 100000, 10000, 'BAHT', 100000, 0, '1', '${terms}', '{}', '{}',
         ${ended ? `'ended', 1, 'emptied', 0, '${iso()}', '${iso(-hourMs)}', '${iso()}'` : `'active', 1, null, null, '${iso()}', '${iso(-hourMs)}', null`})`,
    )

  test(
    'CARE-66 row 1: a game that was empty when a bonus ended pays without a new stake',
    { tags: 'long-2' },
    async () => {
      await pay(member, 1_000)
      await put(member, 1_000)
      await lose(member, 1_000)
      await hold('{"kind":"balance"}', { ended: true })
      await pass(minuteMs)
      await win(member, 1_150)
      for (const _ of [1, 2]) {
        await fetch(member, 1_150)
        await put(member, 1_150)
      }
      await fetch(member, 1_150)
      await withdraw(member, 1_150)
      expect(await kindsFound()).toContain('meaning.win-without-stake')
    },
  )

  test('CARE-66 a member who deposits after a bonus and wins is not listed', async () => {
    await hold('{"kind":"balance"}', { ended: true })
    await pass(minuteMs)
    await pay(member, 500)
    await put(member, 500)
    await win(member, 3_000)
    await fetch(member, 3_500)
    await withdraw(member, 3_500)
    expect(await kindsFound()).toEqual([])
  })

  test('CARE-66 row 6: returned stakes met the condition of a bonus', async () => {
    await pay(member, 1_500)
    await move('bonus', [house.bonus, member.wallet], 100)
    await hold('{"kind":"turnover"}', { ended: false })
    await put(member, 1_600)
    for (const _ of [1, 2]) {
      await lose(member, 1_600)
      await win(member, 1_600)
    }
    await fetch(member, 1_600)
    await withdraw(member, 1_600)
    expect((await kindsFound()).toSorted()).toEqual([
      'meaning.reward-unplayed',
      'meaning.turnover-void',
    ])
  })

  test.each([
    { back: 1_000, kinds: ['meaning.turnover-void'] },
    { back: 400, kinds: [] },
  ])(
    'CARE-66 row 6: of 2,000 lost $back were returned exactly: $kinds',
    async ({ back, kinds }) => {
      await pay(member, 2_500)
      await move('bonus', [house.bonus, member.wallet], 100)
      await hold('{"kind":"turnover"}', { ended: false })
      await put(member, 2_600)
      for (const baht of [back, 2_000 - back]) await lose(member, baht)
      await win(member, back)
      await fetch(member, 600 + back)
      await withdraw(member, 600 + back)
      expect(await kindsFound()).toEqual(kinds)
    },
  )

  test('CARE-66 a member who has really played for a bonus is not listed', async () => {
    await pay(member, 1_500)
    await move('bonus', [house.bonus, member.wallet], 100)
    await hold('{"kind":"turnover"}', { ended: false })
    await put(member, 1_600)
    for (const baht of [310, 420, 270]) await lose(member, baht)
    for (const baht of [900, 270]) await win(member, baht)
    await fetch(member, 1_700)
    await withdraw(member, 1_700)
    expect(await kindsFound()).toEqual([])
  })

  test('CARE-66 row 11: prizes leave without a bet', async () => {
    await pay(member, 1_900)
    await move('prize', [house.prize, member.wallet], 225)
    await withdraw(member, 2_125)
    expect(await kindsFound()).toEqual(['meaning.reward-unplayed'])
    // A withdrawal that was checked does not count for the next one.
    await pay(member, 1_000)
    await withdraw(member, 1_000)
    expect(await look()).toHaveLength(1)
  })

  test('CARE-112 in a house of kip an item states whole kip', async () => {
    const lao = await openMember('7KQ2M4XW9PZC', 'KHAMLA VONG', 'LAK')
    const book = accountBook(database.db)
    const [bank, prize] = [
      await book.house('bank', 'BCEL:1', 'LAK'),
      await book.house('prize', 'x', 'LAK'),
    ]
    await move('deposit', [bank, lao.wallet], 70_000)
    await move('prize', [prize, lao.wallet], 50_000)
    await withdraw(lao, 120_000)
    expect(await look()).toMatchObject([
      {
        kind: 'meaning.reward-unplayed',
        evidence: { withdrawn: '120000', rewards: '50000', lost: '0', ofThatCameBack: '0' },
      },
    ])
  })

  test('CARE-66 CARE-112 row 10: the loss behind a refund comes back after its period', async () => {
    await pay(member, 2_100)
    await put(member, 2_100)
    await lose(member, 100)
    await win(member, 100)
    await lose(member, 2_000)
    const receipt = await move('refund', [house.refund, member.wallet], 100)
    await asOwner(
      `insert into refund_receipt (id, member_id, period, amount, currency, fingerprint, created_at)
       values ('${receipt}', '${member.id}', 'day 2026-11-21', 10000, 'BAHT', gen_random_uuid(), '${iso()}')`,
      `insert into refund_period (member_id, period, since, until, currency, lost, won, gifts, forfeited, rate, amount, receipt, created_at)
       values ('${member.id}', 'day 2026-11-21', '${iso(-dayMs)}', '${iso(-minuteMs)}', 'BAHT', 200000, 0, 0, 0, 500, 10000,
         '${receipt}', '${iso()}')`,
    )
    expect(await kindsFound()).toEqual([])
    await pass(dayMs)
    await win(member, 2_000)
    expect(await look()).toMatchObject([
      { kind: 'meaning.refund-returned', evidence: { loss: '2000.00', cameBack: '2000.00' } },
    ])
  })

  test("CARE-66 rows 7 and 8: an inviter's share of a loss that the friend got back, and a friend of the same name", async () => {
    await asOwner(
      `insert into invite_invitee (invitee, inviter, play, earned) values ('${friend.id}', '${member.id}', 1, 1)`,
    )
    await pay(friend, 2_000)
    await put(friend, 2_000)
    for (let times = 0; times < 5; times += 1) {
      await lose(friend, 2_000)
      await win(friend, 2_000)
    }
    await move('invite', [house.invite, member.wallet], 50)
    expect(await look()).toMatchObject([
      { kind: 'meaning.invite-returned', memberId: member.id, otherId: friend.id },
    ])
    await asOwner(
      `update account_member set bank_account_name = 'Somchai  Jaidee' where id = '${friend.id}'`,
    )
    await move('invite', [house.invite, member.wallet], 1)
    expect(await kindsFound()).toContain('meaning.invite-namesake')
  })
})

describe('credits without outside evidence', () => {
  type CreditCase = { channel: string; reference?: string; paidAt?: string; account?: string }

  async function credit(
    baht: number,
    { channel, reference, paidAt, account }: CreditCase,
  ): Promise<string> {
    const id = await pay(member, baht)
    const party = account ?? 'KBANK:1112223334'
    const units = `${baht * 100}`
    await asOwner(
      `insert into deposits_deposit (id, house_kind, house_party, house_account, suspense_account, amount, currency, state, member_id,
         first_channel, named, unnamed, from_place, paid_at, statement_seq, statement_id, created_at, settled_at)
       values ('${id}', '${channel === 'qr' ? 'gateway' : 'bank'}', '${party}', ${house.bank.id}, 0, ${units}, 'BAHT', 'credited',
         '${member.id}', '${channel}', true, true, 'bank', '${paidAt ?? iso(-2 * minuteMs)}', 1, gen_random_uuid(),
         '${iso(-minuteMs)}', '${iso(-minuteMs)}')`,
      `insert into deposits_report (channel, event_id, deposit, house_account, amount, currency, paid_at, differs, created_at)
       values ('${channel}', '${id}', '${id}', ${house.bank.id}, ${units}, 'BAHT', '${iso()}', false, '${iso()}')`,
      ...(reference
        ? [`insert into deposits_reference (reference, deposit) values ('${reference}', '${id}')`]
        : []),
    )
    return id
  }

  test('CARE-67 row 5: a slip and a message without a reference that may be of one transfer', async () => {
    await credit(516, { channel: 'slip', reference: 'transfer:SCB:1' })
    await pass(4 * minuteMs)
    await credit(516, { channel: 'sms' })
    expect(await kindsFound()).toEqual(['meaning.credits-alike'])
    // Two identical messages report two transfers, and so do two references.
    await credit(700, { channel: 'sms' })
    await credit(700, { channel: 'sms' })
    await credit(800, { channel: 'slip', reference: 'transfer:SCB:2' })
    await credit(800, { channel: 'bank', reference: 'transfer:SCB:3' })
    await pass(2 * dayMs)
    await credit(516, { channel: 'sms' })
    expect(await look()).toHaveLength(1)
    await credit(517, { channel: 'sms' })
    await credit(517, { channel: 'slip', reference: 'transfer:SCB:4' })
    expect(await look()).toHaveLength(2)
  })

  test("CARE-67 row 2: a credit claimed only by an operator is in the bank's statement, or listed a day later", async () => {
    await credit(1_999, { channel: 'manual', reference: 'transfer:SCB:NEVER1' })
    const fine = await credit(500, { channel: 'manual', reference: 'transfer:SCB:REAL1' })
    await credit(600, { channel: 'bank', reference: 'transfer:SCB:REAL2' })
    expect(await kindsFound()).toEqual([])
    await pass(27 * hourMs)
    await asOwner(
      `insert into bankfeed_reconciled (party, day, lines, differences, checked_at)
       values ('KBANK:1112223334', '2026-11-21', 1, '[{"kind":"extra","reference":"SCB:NEVER1"}]', '${iso()}')`,
    )
    const found = await look()
    expect(found.map(({ kind }) => kind)).toEqual(['meaning.credit-unproven'])
    expect(found[0]!.key).not.toBe(fine)
  })

  test('CARE-67 row 3: an impossible time, and an account that is not ours', async () => {
    await asOwner(
      `insert into settings_value (name, value, version, changed_at, changed_by)
       values ('deposit.accounts', '[{"bankCode":"KBANK","bankAccountNo":"1112223334"}]', 1, now(), 'system:test')`,
    )
    for (const paidAt of ['2024-01-01T00:00:00Z', iso(-4 * dayMs), '2031-01-01T00:00:00Z'])
      await credit(1_500, { channel: 'manual', paidAt, reference: `transfer:SCB:${paidAt}` })
    await credit(1_500, { channel: 'manual', account: 'KTB:9999999999', reference: 'transfer:X:1' })
    await credit(1_400, { channel: 'bank', reference: 'transfer:SCB:OURS' })
    const kinds = await kindsFound()
    expect(kinds.filter((kind) => kind === 'meaning.credit-impossible')).toHaveLength(4)
    expect(kinds).toHaveLength(4)
  })

  test('CARE-67 rows 12 and 13: a gateway that was never queried, and a payment older than its code', async () => {
    const addPayment = async (
      baht: number,
      { paidAt, isConfirmed }: { paidAt: string; isConfirmed: boolean },
    ) => {
      const id = await credit(baht, { channel: 'qr' })
      const code = systemIds.key()
      await asOwner(
        `insert into qrcodes_code (id, reference, member_id, provider, key, fingerprint, currency, ordered, amount, payload, state,
           created_at, expires_at, ended_at)
         values ('${code}', '${code}', '${member.id}', 'ZPAY', '${code}', gen_random_uuid(), 'BAHT', 1, 1, 'x', 'paid', '${iso(-hourMs)}',
           '${iso()}', '${iso()}')`,
        `insert into qrcodes_payment (provider, payment, reference, code, amount, currency, amount_text, paid_at, is_confirmed, state, deposit,
           created_at, next_at, settled_at)
         values ('ZPAY', '${code}', '${code}', '${code}', 1, 'BAHT', 'x', '${paidAt}', ${isConfirmed}, 'settled', '${id}', '${iso()}',
           '${iso()}', '${iso()}')`,
      )
    }
    await addPayment(19_999, { paidAt: iso(-minuteMs), isConfirmed: false })
    await addPayment(19_998, { paidAt: iso(-minuteMs), isConfirmed: true })
    await addPayment(19_997, { paidAt: iso(-dayMs), isConfirmed: true })
    expect(await kindsFound()).toEqual(['meaning.credit-impossible'])
    await pass(2 * hourMs)
    expect(await kindsFound()).toEqual(['meaning.credit-impossible', 'meaning.gateway-unconfirmed'])
  })

  test('CARE-68 row 4: a withdrawal within a day after an operator moved money of the member', async () => {
    const id = await credit(1_500, { channel: 'bank', reference: 'transfer:SCB:4' })
    const act = { at: now, actor: 'operator:nok', requestId: 'test', subject: id } as const
    await recordAudit(database.db, { ...act, action: 'deposits.credit' })
    await pass(hourMs)
    await withdraw(member, 700)
    expect(await look()).toMatchObject([
      {
        kind: 'meaning.payout-after-touch',
        memberId: member.id,
        evidence: { withdrawn: '700.00' },
      },
    ])
    await pass(25 * hourMs)
    await withdraw(member, 800)
    expect(await look()).toHaveLength(1)
  })

  test(
    "CARE-68 an operator's decision on a transfer counts, an approval of a withdrawal does not",
    { tags: 'long-1' },
    async () => {
      await pay(member, 1_000)
      const [resolved, approved] = [systemIds.key(), systemIds.key()]
      const transfer = (id: string) =>
        asOwner(
          `insert into transfers_transfer (id, member_id, kind, amount, currency, from_place, to_place, game, state, key, fingerprint,
           from_account, hold_account, to_account, created_at, next_at, ended_at)
         values ('${id}', '${member.id}', 'in', 10000, 'BAHT', 'wallet', 'sport', 'sport', 'done', '${id}', gen_random_uuid(),
           ${member.wallet.id}, ${member.hold.id}, ${member.game.id}, '${iso(-hourMs)}', '${iso()}', '${iso(-minuteMs)}')`,
        )
      const audit = (action: AuditAction, subject: string) =>
        recordAudit(database.db, {
          at: now,
          actor: 'operator:nok',
          requestId: 'test',
          action,
          subject,
        })
      await asOwner(
        `insert into withdrawals_withdrawal (id, member_id, key, fingerprint, of_all, wallet_account, hold_account, amount, currency, state,
         bank_code, bank_account_no, bank_account_name, approvals_needed, statement_seq, reason, created_at, next_at, ended_at)
       values ('${approved}', '${member.id}', 'x', gen_random_uuid(), false, ${member.wallet.id}, ${member.hold.id}, 10000, 'BAHT', 'returned',
         'SCB', '1112223331', 'x', 1, 1, 'BANK_REFUSED', '${iso(-minuteMs)}', '${iso()}', '${iso()}')`,
      )
      await audit('withdrawals.approve', approved)
      await withdraw(member, 200)
      expect(await kindsFound()).toEqual([])
      await transfer(resolved)
      await audit('transfers.resolve', resolved)
      await withdraw(member, 200)
      expect(await kindsFound()).toEqual(['meaning.payout-after-touch'])
    },
  )
})

describe('checking', () => {
  test('CARE-69 a finding is one item, however often and concurrently it is checked', async () => {
    await pay(member, 1_900)
    await move('prize', [house.prize, member.wallet], 225)
    await withdraw(member, 2_125)
    await Promise.all([look(), look()])
    const found = await look()
    expect(found).toHaveLength(1)
    await asOwner('update ledger_asked set upto = 0')
    expect(await look()).toEqual(found)
  })

  test('CARE-69 a round without new movements writes nothing and reads no movement', async () => {
    await pay(member, 1)
    await look()
    const asked = 'select question, upto from ledger_asked order by question'
    const before = await database.ownerDb.query(asked)
    await asOwner('alter table deposits_deposit rename to away')
    await look()
    expect(await database.ownerDb.query(asked)).toEqual(before)
  })
})
