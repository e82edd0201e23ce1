import type { Language, WalletCurrency } from '@kapao/contract/limits'
import type { Clock } from '#core/clock.ts'
import type { Db, Tx } from '#core/db/db.ts'
import type { Ids } from '#core/ids.ts'
import { openMemberAccounts } from '#entry/registration/member-accounts.ts'
import { accountBook } from '#ledger/accounts.ts'
import { findTaken, insertMember } from '#records/account/store.ts'

const nameIn: Record<Language, string> = { th: 'ตัวอย่าง', la: 'ຕົວຢ່າງ', en: 'Example' }
const bankOf: Record<WalletCurrency, string> = { BAHT: 'KBANK', LAK: 'BCEL' }
/** No hash, so nobody could log in, even if the row were kept. */
const noPassword = 'none'

type MadeUpMember = { currency: WalletCurrency; language: Language }

/** A member as a registration makes one, who exists until the transaction is undone. Moves no money. */
export async function addMadeUpMember(
  { clock, ids, db }: { clock: Clock; ids: Ids; db: Db },
  tx: Tx,
  { currency, language }: MadeUpMember,
): Promise<string> {
  const memberId = ids.code()
  const local = await findFreePhone(ids, tx)
  await insertMember(tx, {
    id: memberId,
    phone: `+66${local}`,
    username: `0${local}`,
    name: nameIn[language],
    passwordHash: noPassword,
    currency,
    bankCode: bankOf[currency],
    bankAccountName: nameIn.en.toUpperCase(),
    bankAccountNo: digitsOf(ids.key(), 20),
    sourceCode: null,
    invitedBy: null,
    language,
    createdAt: clock.now(),
  })
  await openMemberAccounts(accountBook(db), tx, { memberId, currency })
  return memberId
}

const triesMax = 20

async function findFreePhone(ids: Ids, tx: Tx): Promise<string> {
  for (let tries = 0; tries < triesMax; tries++) {
    const local = `6${digitsOf(ids.key(), 8)}`
    const taken = await findTaken(tx, { phone: `+66${local}`, bankCode: null, bankAccountNo: null })
    if (!taken.phone) return local
  }
  throw new Error('no phone is free')
}

/** So many random digits. */
function digitsOf(key: string, count: number): string {
  const digits = String(BigInt(`0x${key.replaceAll('-', '')}`))
  return digits.slice(-count).padStart(count, '0')
}
