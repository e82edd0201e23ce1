import { defaultLanguage, type Variant } from '@kapao/contract/limits'
import { recordAudit } from '#core/audit.ts'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db.ts'
import type { Ids } from '#core/ids.ts'
import { accountBook } from '#ledger/accounts.ts'
import { postAll } from '#ledger/post.ts'
import { openMemberAccounts } from './compose/members.ts'
import { readPhone } from './modules/account/phone.ts'
import { findCredential, insertMember, type NewMember } from './modules/account/store.ts'
import { createHasher } from './modules/password/hasher.ts'
import { fillSettings } from './modules/settings/change.ts'
import { demoSettings } from './modules/settings/demo.ts'

export type SeedDeps = { clock: Clock; ids: Ids; variant: Variant }

/** What `npm start` prints, so that a visitor can go straight in. */
export type DemoLogin = { username: string; password: string; about: string }

type DemoMember = Pick<
  NewMember,
  'username' | 'name' | 'currency' | 'bankCode' | 'bankAccountName' | 'bankAccountNo'
>

const password = 'three quiet rivers'

const demoMembers: Record<Variant, DemoMember> = {
  thai: {
    username: '0812345678',
    name: 'Nok',
    currency: 'BAHT',
    bankCode: 'KBANK',
    bankAccountName: 'NOK THONGDEE',
    bankAccountNo: '1234567890',
  },
  laos: {
    username: '02055512345',
    name: 'Noy',
    currency: 'LAK',
    bankCode: 'BCEL',
    bankAccountName: 'NOY PHOMMACHANH',
    bankAccountNo: '160110000123456',
  },
}

/** Fills a fresh copy with demo data; what anybody has touched since stays as it is. */
export async function seedDemo(db: Db, deps: SeedDeps): Promise<{ logins: DemoLogin[] }> {
  const { clock, ids, variant } = deps
  await fillSettings(
    { db, clock },
    { actor: 'system:seed', requestId: ids.key(), values: demoSettings },
  )
  const member = demoMembers[variant]
  const passwordIsTheirs = await addMemberOnce(db, deps, member)
  const about = `a member in ${member.currency}`
  const login = { username: member.username, password, about }
  return { logins: passwordIsTheirs ? [login] : [] }
}

/** False when the member is there already and has another password by now. */
async function addMemberOnce(
  db: Db,
  { clock, ids, variant }: SeedDeps,
  member: DemoMember,
): Promise<boolean> {
  const hasher = createHasher()
  const phone = readPhone(member.username)!.e164
  const known = await findCredential(db, phone)
  if (known) return hasher.verify(known.passwordHash, password)

  const id = ids.code()
  const at = clock.now()
  const passwordHash = await hasher.hash(password)
  await db.begin(async (tx) => {
    const origin = { sourceCode: null, invitedBy: null, language: defaultLanguage(variant) }
    await insertMember(tx, { ...member, ...origin, id, phone, passwordHash, createdAt: at })
    const accounts = accountBook(db)
    await openMemberAccounts(accounts, tx, { memberId: id, currency: member.currency })
    await recordAudit(tx, {
      at,
      actor: 'system:seed',
      requestId: ids.key(),
      action: 'registration.register',
      subject: id,
      after: { currency: member.currency },
    })
  })
  await giveOpeningMoney(db, { clock, ids }, { id, currency: member.currency })
  return true
}

/** Smallest units: 5,000.00 baht, or as much in kip. */
const openingMoney = { BAHT: 500_000n, LAK: 3_000_000n } as const

/** Money to try everything with, from the account that stands for what was there before the first day. */
async function giveOpeningMoney(
  db: Db,
  { clock, ids }: Pick<SeedDeps, 'clock' | 'ids'>,
  { id, currency }: { id: string; currency: 'BAHT' | 'LAK' },
): Promise<void> {
  const accounts = accountBook(db)
  const [wallet] = await accounts.find(id, [['wallet', '']])
  const opening = await accounts.house('opening', '', currency)
  const money = { amount: openingMoney[currency], currency }
  await db.begin((tx) =>
    postAll(tx, clock.now(), [
      { idem: ids.key(), debit: opening, credit: wallet!, money, kind: 'opening' },
    ]),
  )
}
