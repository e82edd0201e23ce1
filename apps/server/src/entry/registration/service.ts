import { currenciesOffered, defaultLanguage, type Language } from '@kapao/contract/limits'
import { recordAudit } from '#core/audit/audit-store.ts'
import type { Clock } from '#core/clock.ts'
import type { Db, Tx } from '#core/db/db.ts'
import type { Ids } from '#core/ids.ts'
import type { Log } from '#core/telemetry/log.ts'
import { Refused } from '#core/refused.ts'
import type { AccountBook } from '#ledger/accounts.ts'
import type { Phone } from '#records/account/phone/phone.ts'
import { isSamePerson } from '#records/account/same-person.ts'
import {
  findMember,
  findTaken,
  insertMember,
  takenIn,
  type NewMember,
} from '#records/account/store.ts'
import {
  readApplicant,
  unknownInviter,
  type Applicant,
  type RegistrationForm,
  type Rules,
} from './applicant.ts'
import { isVerified, useVerified } from '#entry/otp/verify.ts'
import type { Hasher } from '#entry/password/hasher.ts'
import { openMemberAccounts } from './member-accounts.ts'

export type RegistrationSettings = {
  'registration.otp': boolean
  'registration.banks': readonly { code: string }[]
  'registration.sources': readonly { code: string }[]
  'brand.name': string
}

export type RegistrationDeps = {
  db: Db
  clock: Clock
  ids: Ids
  accounts: Pick<AccountBook, 'open'>
  log: Pick<Log, 'info' | 'error'>
  variant: Rules['variant']
  readSettings: () => Promise<RegistrationSettings>
  hasher: Pick<Hasher, 'hash'>
}

type Who = { address: string; requestId: string; language: Language | null }

/** OP-REG: checks what is filled in so far, and changes nothing. */
export async function validateRegistration(
  deps: RegistrationDeps,
  given: RegistrationForm,
  { requestId }: Who,
): Promise<void> {
  const settings = await deps.readSettings()
  const applicant = readApplicant(given, rulesOf(deps, settings))
  await checkAgainstOthers(deps, applicant, { requestId, needsOtp: settings['registration.otp'] })
}

/** Creates a member with everything that belongs to one, or nothing. A second call with the same phone is refused. */
export async function registerMember(
  deps: RegistrationDeps,
  given: RegistrationForm,
  who: Who,
): Promise<{ id: string }> {
  const settings = await deps.readSettings()
  const needsOtp = settings['registration.otp']
  const applicant = requireAll(readApplicant(given, rulesOf(deps, settings)))
  await checkAgainstOthers(deps, applicant, { requestId: who.requestId, needsOtp })
  // Outside the transaction: hashing takes long, and may be refused when too many are waiting. A phone proven by a code
  // does not queue with strangers.
  const hashFor = needsOtp ? { known: applicant.phone.e164 } : { address: who.address }
  const passwordHash = await deps.hasher.hash(applicant.password, hashFor)
  const member = memberOf(deps, applicant, { passwordHash, language: who.language })
  try {
    await deps.db.beginFor(`phone ${member.phone}`, async (tx) => {
      await insertMember(tx, member)
      const claim = { phone: member.phone, token: applicant.otpToken ?? '' }
      if (needsOtp && !(await useVerified(deps, tx, claim))) throw new Refused('UNVERIFIED_OTP')
      await openMemberAccounts(deps.accounts, tx, {
        memberId: member.id,
        currency: member.currency,
      })
      await recordRegistration(tx, member, who.requestId)
    })
  } catch (error) {
    const taken = takenIn(error)
    throw taken ? new Refused(taken) : error
  }
  return { id: member.id }
}

function rulesOf({ variant }: RegistrationDeps, settings: RegistrationSettings): Rules {
  return {
    variant,
    brand: settings['brand.name'],
    banks: settings['registration.banks'],
    sources: settings['registration.sources'],
  }
}

type Complete = Applicant & {
  [F in 'name' | 'password' | 'bankCode' | 'bankAccountName' | 'bankAccountNo']: string
} & { phone: Phone }

const required = {
  name: 'name',
  phone: 'username',
  password: 'password',
  bankCode: 'bankCode',
  bankAccountName: 'bankAccountName',
  bankAccountNo: 'bankAccountNo',
} as const

function requireAll(applicant: Applicant): Complete {
  for (const [field, sent] of Object.entries(required)) {
    if (applicant[field as keyof typeof required] === null)
      throw new Refused('INVALID_USER_INFO', `${sent} is missing`)
  }
  return applicant as Complete
}

/** OP-E08: only a caller who has proven a phone learns whether a phone or a bank account is known. */
async function checkAgainstOthers(
  deps: RegistrationDeps,
  applicant: Applicant,
  { requestId, needsOtp }: { requestId: string; needsOtp: boolean },
): Promise<void> {
  const { db, log } = deps
  const { bankCode, bankAccountNo, otpToken } = applicant
  const phone = applicant.phone?.e164 ?? null
  const claim = { phone: phone ?? '', token: otpToken ?? '' }
  if (needsOtp && phone !== null && !(await isVerified(deps, db, claim)))
    throw new Refused('UNVERIFIED_OTP')
  const mayDisclose = !needsOtp || phone !== null
  if (mayDisclose) {
    const taken = await findTaken(db, { phone, bankCode, bankAccountNo })
    if (taken.phone || taken.bankAccount) {
      // The spec requires these two leaks; the log line makes a caller who collects them visible.
      log.info({ requestId, ...taken }, 'a registration named what another member has')
      throw new Refused(taken.phone ? 'EXISTING_USER' : 'EXISTING_BANK')
    }
  }
  const { inviterId } = applicant
  if (inviterId === null) return
  const inviter = await findMember(db, inviterId)
  if (!inviter) throw unknownInviter()
  // A refusal would confirm the inviter's bank account to a caller who has proven nothing.
  if (mayDisclose && isSamePerson(inviter, { id: null, phone, bankAccountNo }))
    throw unknownInviter()
}

function memberOf(
  { variant, ids, clock }: RegistrationDeps,
  applicant: Complete,
  { passwordHash, language }: { passwordHash: string; language: Language | null },
): NewMember {
  const { name, phone, bankCode, bankAccountName, bankAccountNo, sourceCode } = applicant
  return {
    id: ids.code(),
    phone: phone.e164,
    username: phone.local,
    name,
    passwordHash,
    currency: applicant.currency ?? currenciesOffered(variant)[0]!,
    bankCode,
    bankAccountName,
    bankAccountNo,
    sourceCode,
    invitedBy: applicant.inviterId,
    language: language ?? defaultLanguage(variant),
    createdAt: clock.now(),
  }
}

function recordRegistration(tx: Tx, member: NewMember, requestId: string): Promise<void> {
  const { id, currency, invitedBy, sourceCode, createdAt } = member
  return recordAudit(tx, {
    at: createdAt,
    actor: `member:${id}`,
    requestId,
    action: 'registration.register',
    subject: id,
    after: { currency, invitedBy, sourceCode },
  })
}
