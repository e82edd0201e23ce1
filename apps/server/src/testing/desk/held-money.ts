import { systemIds } from '#core/ids.ts'
import { accountBook } from '#ledger/accounts.ts'
import { leg, postAll } from '#ledger/post.ts'
import { insertRow } from '#records/statement/store.ts'
import type { DepositWorld } from '../worlds/deposit-world.ts'

/** A deposit that a member has announced. */
export async function insertAnnounced(
  { database, clock }: DepositWorld,
  memberId: string,
  satang = 50_000n,
) {
  const id = systemIds.key()
  const at = clock.now()
  await database.db.beginFor(memberId, async (tx) => {
    const money = { amount: satang, currency: 'BAHT' } as const
    const row = { statementType: 'deposit', from: 'SCB', to: 'wallet', status: 'PENDING' } as const
    const seq = await insertRow(tx, at, { ...row, memberId, operation: id, money, about: null })
    await tx.query(
      `insert into deposits_request (id, member_id, key, fingerprint, amount, currency, reserved, state, statement_seq, created_at)
       values ($1::uuid, $2, $5, $1::uuid, $3, 'BAHT', false, 'open', $4, $6)`,
      [id, memberId, money.amount, seq, id, at],
    )
  })
  return id
}

type HeldMoneyOptions = {
  memberId: string
  approvalsNeeded: number
  asOwner: (text: string, values: readonly unknown[]) => Promise<void>
}

/** A withdrawal of 500 baht that holds its money and waits for approvals. */
export async function holdMoney(
  { database, clock }: DepositWorld,
  { memberId, approvalsNeeded, asOwner }: HeldMoneyOptions,
) {
  const { db } = database
  const id = systemIds.key()
  const at = clock.now()
  const [wallet, hold] = await accountBook(db).find(memberId, [
    ['wallet', ''],
    ['withdrawal', ''],
  ])
  const money = { amount: 50_000n, currency: 'BAHT' } as const
  const seq = await db.beginFor(memberId, async (tx) => {
    const row = { statementType: 'withdraw', from: 'wallet', to: 'SCB', status: 'PENDING' } as const
    const seq = await insertRow(tx, at, { ...row, memberId, operation: id, money, about: null })
    await postAll(tx, at, [
      { idem: leg(id, 1), debit: wallet!, credit: hold!, money, kind: 'withdrawal_hold' },
    ])
    return seq
  })
  await asOwner(
    `insert into withdrawals_withdrawal (id, member_id, key, fingerprint, of_all, wallet_account, hold_account, amount, currency, state,
       bank_code, bank_account_no, bank_account_name, approvals_needed, statement_seq, created_at, next_at)
     values ($1::uuid, $2, $1::text, $1::uuid, false, $3, $4, 50000, 'BAHT', 'held', 'SCB', '1112223331', 'SOMSRI DEE', $5, $6, $7, $7)`,
    [id, memberId, wallet!.id, hold!.id, approvalsNeeded, seq, at],
  )
  return id
}

type ForeignTransfer = {
  memberId: string
  kind: 'in' | 'out'
  asOwner: (text: string, values: readonly unknown[]) => Promise<void>
}

/** A transfer of 100 baht between the wallet and a game, held until its outcome is known. */
export async function sendToGame(
  { database, clock }: DepositWorld,
  { memberId, kind, asOwner }: ForeignTransfer,
): Promise<string> {
  const { db } = database
  const id = systemIds.key()
  const at = clock.now()
  const book = accountBook(db)
  await book.open(db, [{ owner: memberId, kind: 'game', party: 'pg', currency: 'BAHT' }])
  const [wallet, hold, game] = await book.find(memberId, [
    ['wallet', ''],
    ['transfer', ''],
    ['game', 'pg'],
  ])
  const money = { amount: 10_000n, currency: 'BAHT' } as const
  const seq = await db.beginFor(memberId, async (tx) => {
    const [from, to] = kind === 'in' ? ['wallet', 'pg'] : ['pg', 'wallet']
    const row = { statementType: 'transfer', from, to, status: 'PENDING' } as const
    const no = await insertRow(tx, at, { ...row, memberId, operation: id, money, about: null })
    const source = kind === 'in' ? wallet! : game!
    await postAll(tx, at, [
      { idem: leg(id, 1), debit: source, credit: hold!, money, kind: 'transfer_hold' },
    ])
    return no
  })
  const [from, to] = kind === 'in' ? [wallet!, game!] : [game!, wallet!]
  await asOwner(
    `insert into transfers_transfer (id, member_id, key, fingerprint, kind, game, from_place, to_place, from_account, hold_account,
       to_account, amount, currency, state, balance_before, statement_seq, tries, why, created_at, next_at)
     values ($1::uuid, $2, $1::text, $1::uuid, $3::transfers_kind, 'pg', $4, $5, $6, $7, $8, 10000, 'BAHT', 'exception', 0, $9, 3,
       'no answer', $10, $10)`,
    [
      id,
      memberId,
      kind,
      kind === 'in' ? 'wallet' : 'pg',
      kind === 'in' ? 'pg' : 'wallet',
      from.id,
      hold!.id,
      to.id,
      seq,
      at,
    ],
  )
  return id
}
