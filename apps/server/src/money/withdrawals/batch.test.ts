import { beforeAll, expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { leg } from '#ledger/post.ts'
import {
  amountOf,
  balancesOf,
  bookOf,
  currencyOf,
  fundAccount,
  listMoved,
  listTrail,
  listWritten,
  strangersCount,
} from '#testing/worlds/batch-world.ts'
import { insertAnyMember } from '#testing/worlds/deposit-world.ts'
import { openPayoutWorld, type SandboxPayout } from '#testing/worlds/payout-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { type NewWithdrawal, insertBeginnings } from './begin-store.ts'
import { findWithdrawal } from './store.ts'

const world = testWorld(openPayoutWorld)

type Stranger = {
  amount: bigint
  bank: { bankCode: string; bankAccountNo: string; bankAccountName: string }
  planned: NewWithdrawal
}

const strangers: Stranger[] = []

beforeAll(async () => {
  for (let n = 0; n < strangersCount; n += 1) strangers.push(await addStranger(n))
})

/** 10.00, 11.00, 12.00 ... of 1,000.00 and as much again; every fourth waits for one operator, or for two. */
async function addStranger(n: number): Promise<Stranger> {
  const currency = currencyOf(n)
  const amount = amountOf(n) * 100n
  const bank = {
    bankCode: currency === 'LAK' ? 'BCEL' : n % 2 === 0 ? 'SCB' : 'KBANK',
    bankAccountNo: `55500${String(n).padStart(5, '0')}`,
    bankAccountName: `STRANGER ${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[n]}`,
  }
  const { id: memberId } = await insertAnyMember(world.database.db, { currency, ...bank })
  const book = bookOf(world)
  const [wallet, hold] = await book.find(memberId, [
    ['wallet', ''],
    ['withdrawal', ''],
  ])
  await fundAccount(world, wallet!, 100_000n + amount)
  const planned: NewWithdrawal = {
    id: systemIds.key(),
    memberId,
    key: `key of ${n}`,
    fingerprint: systemIds.key(),
    ofAll: false,
    amount,
    currency,
    approvalsNeeded: n % 4 === 3 ? 1 : 0,
    // As much as this one takes, and no more than the next one's would.
    autoDayMax: amount,
    twoFrom: n % 8 === 7 ? amount : amount + 1n,
    wallet: wallet!,
    hold: hold!,
    isSwept: n % 6 === 5,
    expectSeq: 1n,
    requestId: `request of ${n}`,
  }
  return { amount, bank, planned }
}

const beginAll = (plans: readonly NewWithdrawal[]) =>
  insertBeginnings(world.database.db, plans, { at: world.clock.now(), skipBusy: false })

test('I14 I15 I36 one batch holds the money of many strangers: each their own amount, account, key and row', async () => {
  const plans = strangers.map(({ planned }) => planned)
  expect(await beginAll(plans)).toEqual(plans.map(({ id }) => ({ status: 0, id })))
  for (const [n, { amount, bank, planned }] of strangers.entries()) {
    const { id, memberId, key, fingerprint, currency, wallet, hold, isSwept, requestId } = planned
    const held = isSwept ? 0n : amount
    expect(await balancesOf(world, [wallet, hold])).toEqual([100_000n + amount - held, held])
    expect(await listMoved(world, [leg(id, 1)])).toEqual(
      isSwept ? [] : [{ debit: wallet.id, credit: hold.id, amount, kind: 'withdrawal_hold' }],
    )
    const approvalsNeeded = n % 8 === 7 ? 2 : n % 4 === 3 ? 1 : 0
    expect(await findWithdrawal(world.database.db, id)).toMatchObject({
      memberId,
      key,
      fingerprint,
      amount,
      currency,
      ...bank,
      approvalsNeeded,
      state: isSwept ? 'sweeping' : approvalsNeeded === 0 ? 'approved' : 'held',
    })
    expect(await accountsOf(id)).toEqual({ wallet: wallet.id, hold: hold.id })
    const row = { type: 'withdraw', from: 'wallet', to: bank.bankCode, status: 'PENDING' }
    expect(await listWritten(world, memberId)).toEqual([
      { seq: 1n, operation: id, ...row, amount, currency },
    ])
    const actor = `member:${memberId}`
    expect(await listTrail(world, id)).toEqual([
      { actor, request: requestId, action: 'withdrawals.begin', after: null },
    ])
  }
})

const accountsOf = async (id: string) => {
  const [row] = await world.database.db.query(
    'select wallet_account as wallet, hold_account as hold from withdrawals_withdrawal where id = $1',
    [id],
  )
  return row
}

test('I19 a batch of known keys answers each its own withdrawal, and the key of a stranger finds nothing', async () => {
  const plans = strangers.map(({ planned }) => planned)
  const again = plans.map((planned) => ({ ...planned, id: systemIds.key() }))
  expect(await beginAll(again)).toEqual(plans.map(({ id }) => ({ status: 1, id })))
  const next = (n: number) => plans[(n + 1) % plans.length]!
  const changed = again.map((one, n) => ({ ...one, fingerprint: next(n).fingerprint }))
  expect(await beginAll(changed)).toEqual(plans.map(({ id }) => ({ status: 2, id })))
  const stolen = again.map((one, n) => ({ ...one, key: next(n).key }))
  expect(await beginAll(stolen)).toEqual(again.map(({ id }) => ({ status: 11, id })))
})

test(
  'I14 I15 the bank is asked to pay each stranger of a batch their own amount, to their own account, once',
  { tags: 'long-1' },
  async () => {
    const others = strangers.filter(({ planned }) => planned.approvalsNeeded === 0)
    await world.work(2)
    const payouts = await world.sandbox.control<SandboxPayout[]>(
      'GET',
      '/payout/payouts?channel=BANK',
    )
    for (const { amount, bank, planned } of others) {
      const isBaht = planned.currency === 'BAHT'
      expect(payouts.filter(({ reference }) => reference === planned.id)).toMatchObject([
        {
          accountNo: bank.bankAccountNo,
          amount: `${isBaht ? amount / 100n : amount}.00`,
          currency: isBaht ? 'THB' : 'LAK',
          status: 'COMPLETED',
        },
      ])
      const { wallet, hold, memberId, id } = planned
      expect(await balancesOf(world, [wallet, hold])).toEqual([100_000n, 0n])
      expect(await listWritten(world, memberId)).toMatchObject([
        { operation: id, amount, status: 'SUCCESS' },
      ])
    }
    expect(payouts).toHaveLength(others.length)
  },
)
