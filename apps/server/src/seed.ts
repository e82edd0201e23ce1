import { defaultLanguage, type Variant } from '@kapao/contract/limits'
import { recordAudit } from '#core/audit/audit-store.ts'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import type { Ids } from '#core/ids.ts'
import type { UploadFolder } from '#core/uploads/folder.ts'
import { accountBook } from '#ledger/accounts.ts'
import { openMemberAccounts } from './entry/registration/member-accounts.ts'
import { readPhone } from '#records/account/phone/phone.ts'
import { findCredential, insertMember, type NewMember } from '#records/account/store.ts'
import { createHasher } from '#entry/password/hasher.ts'
import { setUntouchedSettings } from '#settings/change.ts'
import { demoSettings } from '#settings/demo.ts'
import { bannerSettings, openDrawings } from './seed/banners.ts'
import { depositSettings } from './seed/deposit-accounts.ts'
import { openDemoGames } from './seed/games.ts'
import { fillHistory } from './seed/history.ts'
import { seedOperators } from './seed/operators.ts'
import { receiveWelcome } from './seed/received.ts'
import { seedRewards } from './seed/rewards.ts'
import { seedTalk } from './seed/talk.ts'
import { openDemoWheel } from './seed/wheel.ts'

export type SeedDeps = {
  clock: Clock
  ids: Ids
  variant: Variant
  /** Encrypts their passwords at the sandbox's providers; the same key as the server's. */
  credentialKey?: Buffer
  /** Where the house's pictures lie; without it the demo has none. */
  pictures?: UploadFolder
}

/** The login that `npm start` prints, so that a visitor can enter directly. */
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

/** Fills a fresh copy with demo data; data changed since stays as it is. */
export async function seedDemo(
  db: Db,
  deps: SeedDeps,
): Promise<{ logins: DemoLogin[]; operators: string[] }> {
  const { clock, ids, variant, pictures: folder } = deps
  const requestId = ids.key()
  const add = folder ? openDrawings({ db, clock, folder }, requestId) : null
  const banners = add ? await bannerSettings(add) : {}
  await setUntouchedSettings(
    { db, clock },
    {
      actor: 'system:seed',
      requestId,
      values: { ...demoSettings, ...depositSettings, ...banners },
    },
  )
  await seedRewards(db, clock, add)
  const member = demoMembers[variant]
  const passwordIsTheirs = await addMemberOnce(db, deps, member)
  await furnish(db, deps, member)
  const about = `a member in ${member.currency}`
  const login = { username: member.username, password, about }
  const operators = await seedOperators(db, clock)
  return { logins: passwordIsTheirs ? [login] : [], operators }
}

async function furnish(db: Db, deps: SeedDeps, member: DemoMember): Promise<void> {
  const known = await findCredential(db, readPhone(member.username)!.e164)
  if (!known) return
  await openDemoWheel(db, deps, { memberId: known.id, currency: member.currency })
  await seedTalk(db, deps, known.id)
}

/** False when the member exists already and has another password by now. */
async function addMemberOnce(
  db: Db,
  { clock, ids, variant, credentialKey }: SeedDeps,
  member: DemoMember,
): Promise<boolean> {
  const hasher = createHasher(clock)
  const who = { known: member.username }
  const phone = readPhone(member.username)!.e164
  const known = await findCredential(db, phone)
  if (known) return hasher.verify(known.passwordHash, password, who)

  const id = ids.code()
  const at = clock.now()
  const passwordHash = await hasher.hash(password, who)
  await db.begin(async (tx) => {
    const origin = { sourceCode: null, invitedBy: null, language: defaultLanguage(variant) }
    await insertMember(tx, { ...member, ...origin, id, phone, passwordHash, createdAt: at })
    // An account book that reads the uncommitted rows of this transaction.
    const accounts = accountBook({ query: tx.query, refuseInside: () => undefined })
    const whose = { memberId: id, currency: member.currency }
    await openMemberAccounts(accounts, tx, whose)
    await openDemoGames(tx, { clock, ids, accounts, credentialKey }, whose)
    await receiveWelcome(tx, { clock, ids, accounts }, whose)
    await fillHistory(tx, { clock, ids, accounts }, whose)
    await recordAudit(tx, {
      at,
      actor: 'system:seed',
      requestId: ids.key(),
      action: 'registration.register',
      subject: id,
      after: { currency: member.currency },
    })
  })
  return true
}
