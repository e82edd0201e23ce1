import type { Variant, WalletCurrency } from '@kapao/contract/limits'
import { openKnownNetworks } from '#core/addresses/known-networks.ts'
import type { Clock } from '#core/clock.ts'
import type { Config } from '#core/config.ts'
import type { Db, Tx } from '#core/db.ts'
import type { Ids } from '#core/ids.ts'
import type { Job } from '#core/jobs.ts'
import { createLine } from '#core/lines/line.ts'
import type { Log } from '#core/log.ts'
import type { Metrics } from '#core/metrics.ts'
import { memoryBuckets } from '#core/rate-limit.ts'
import { Refused } from '#core/refuse.ts'
import type { Api } from '#core/route.ts'
import type { Sessions } from '#core/session.ts'
import { accountBook, type AccountBook } from '#ledger/accounts.ts'
import { listBalances } from '#ledger/read.ts'
import { openSms } from '#outside/sms/client.ts'
import { maskBankAccountNo } from '#modules/account/bank-account.ts'
import {
  readAccountNo,
  readBankAccountName,
  readBankCode,
  readName,
} from '#modules/account/details.ts'
import { digitsOf } from '#modules/account/phone/digits.ts'
import { readMemberPhone, readPhone, type Phone } from '#modules/account/phone/phone.ts'
import {
  findCredential,
  findMember,
  findTaken,
  insertMember,
  lockCredential,
  lockMember,
  setDetails,
  setPasswordHash,
  takenIn,
} from '#modules/account/store.ts'
import { isSamePerson } from '#modules/invite/same-person.ts'
import { tellMember } from '#modules/notices/tell.ts'
import type { Notice } from '#modules/notices/texts.ts'
import { otpRoutes } from '#modules/otp/routes.ts'
import { openPuzzles } from '#modules/otp/puzzle/puzzle.ts'
import { sendCode, type OtpDeps } from '#modules/otp/send.ts'
import { readHour, watchHour } from '#modules/otp/spending/alarm.ts'
import { serveGauges } from '#modules/otp/spending/gauges.ts'
import { scaleSmsLimits } from '#modules/otp/spending/shares.ts'
import { forgetOldCodes, isVerified, useVerified, verifyCode } from '#modules/otp/verify.ts'
import { createHasher, type Hasher } from '#modules/password/hasher.ts'
import { passwordRoutes } from '#modules/password/routes.ts'
import { findPasswordProblem } from '#modules/password/rule.ts'
import { profileRoutes } from '#modules/profile/routes.ts'
import { registrationRoutes } from '#modules/registration/routes.ts'
import { sessionRoutes } from '#modules/session/routes.ts'
import { forgetOldAttempts } from '#modules/session/throttle.ts'
import type { Settings } from '#settings/registry.ts'
import { hasOpen } from '#modules/withdrawals/store.ts'
import { lockMember as lockStatement, openStatement } from '#modules/statement/store.ts'

export type MembersDeps = {
  config: Pick<Config, 'variant' | 'sms' | 'rateLimitFactor'>
  db: Db
  clock: Clock
  ids: Ids
  log: Pick<Log, 'info' | 'warn' | 'error'>
  sessions: Sessions
  readSettings: () => Promise<Settings>
  /** Where there is somebody to read them. */
  metrics?: Metrics
  /** How long the calls about a forgotten password last, whoever asks about whomever. */
  forgottenAnswerAfterMs?: number
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** Longer than the SMS company takes on a common day, and not so long that a member gives up. */
const commonAnswerAfterMs = 2_000

/** Places are connections, of which other calls need most; a network has one. In turns, as being refused takes a few milliseconds: a long line is a short wait. */
const strangersLine = {
  atOnceMax: 4,
  ownerAtOnceMax: 1,
  waitingMax: 400,
  ownerWaitingMax: 20,
  waitMs: 5_000,
}
const devicesLine = {
  atOnceMax: 2,
  ownerAtOnceMax: 1,
  waitingMax: 50,
  ownerWaitingMax: 3,
  waitMs: 2_000,
}

export type Composed = { registerCalls: (api: Api) => void; jobs: Job[] }

/** How members come, prove who they are, and change what is theirs. */
export function composeMembers(around: MembersDeps): Composed {
  const { config, db, clock, log, readSettings } = around
  const sms = openSms(config.sms, clock)
  const hasher = createHasher(clock)
  const readBrand = async () => (await readSettings())['brand.name']
  const told = memoryBuckets()
  if (around.metrics)
    serveGauges({ log, registry: around.metrics.registry }, () => readHour(around))
  const find = (id: string) => findMember(db, id)
  const notices = { log, clock, sms, told, readBrand, findMember: find }
  const shared: Shared = {
    ...around,
    hasher,
    readBrand,
    otp: { ...around, sms, readDigits: digitsOf, ...openSending(around) },
    tellMember: (memberId, about) => tellMember(notices, memberId, about),
  }
  return {
    registerCalls: (api) => {
      serveRegistration(api, shared)
      serveSessions(api, shared)
      serveProfile(api, shared)
      servePasswords(api, shared)
    },
    jobs: [
      { name: 'otp.forgetOld', everyMs: dayMs, run: () => forgetOldCodes({ db, clock }) },
      { name: 'otp.watchHour', everyMs: minuteMs, run: () => watchHour(around) },
      { name: 'session.forgetOld', everyMs: dayMs, run: () => forgetOldAttempts({ db, clock }) },
    ],
  }
}

/** What stands between those who ask for codes and the messages of the day. */
function openSending(around: MembersDeps) {
  const { config, readSettings } = around
  const networks = openKnownNetworks(around)
  return {
    readSettings: async () => scaleSmsLimits(await readSettings(), config.rateLimitFactor),
    puzzles: openPuzzles(around),
    networkIsKnown: networks.has,
    lines: { strangers: createLine(strangersLine), devices: createLine(devicesLine) },
  }
}

type Shared = MembersDeps & {
  hasher: Hasher
  otp: OtpDeps
  readBrand: () => Promise<string>
  tellMember: (memberId: string, about: Notice) => void
}

const readDetails = {
  name: readName,
  bankCode: readBankCode,
  bankAccountName: readBankAccountName,
  accountNo: readAccountNo,
}

function serveRegistration(api: Api, shared: Shared): void {
  const { db, config, hasher, otp } = shared
  const { variant } = config
  const accounts = accountBook(db)
  otpRoutes(api, { ...otp, readPhone: (text) => requirePhone(text, variant).e164 })
  registrationRoutes(api, {
    ...shared,
    variant,
    read: {
      ...readDetails,
      phone: (text) => readMemberPhone(text, variant),
      passwordProblem: findPasswordProblem,
    },
    findTaken,
    takenIn,
    insertMember,
    findInviter: findMember,
    isSamePerson,
    hashPassword: hasher.hash,
    isVerified: (on, claim) => isVerified(otp, on, claim),
    useVerified: (tx, claim) => useVerified(otp, tx, claim),
    openAccounts: (tx, who) => openMemberAccounts(accounts, tx, who),
  })
}

function serveSessions(api: Api, shared: Shared): void {
  const { sessions } = shared
  sessionRoutes(api, {
    ...shared,
    limiter: api.deps.limiter,
    findCredential,
    lockCredential,
    setPasswordHash,
    readPhone: (text) => readPhone(text)?.e164 ?? null,
    startSession: sessions.start,
    endSession: sessions.end,
  })
}

function serveProfile(api: Api, shared: Shared): void {
  const { db, readSettings } = shared
  profileRoutes(api, {
    ...shared,
    limiter: api.deps.limiter,
    read: readDetails,
    findMember,
    lockMember,
    setDetails,
    takenIn,
    readBanks: async () => (await readSettings())['registration.banks'],
    maskAccountNo: maskBankAccountNo,
    countCoins: (memberId) => countCoins(db, memberId),
    withdrawalIsOpen,
  })
}

function servePasswords(api: Api, shared: Shared): void {
  const { config, otp, sessions, forgottenAnswerAfterMs = commonAnswerAfterMs } = shared
  passwordRoutes(api, {
    ...shared,
    findMember,
    findCredential,
    lockCredential,
    setPasswordHash,
    readPhone: (text) => requirePhone(text, config.variant),
    endAllOf: sessions.endAllOf,
    sendCode: (wanted) => sendCode(otp, wanted),
    verifyCode: (attempt) => verifyCode(otp, attempt),
    answerAfterMs: forgottenAnswerAfterMs,
  })
}

function requirePhone(text: string, variant: Variant): Phone {
  const phone = readMemberPhone(text, variant)
  if (phone === 'length') throw new Refused('PHONE_NUMBER_REQUIRE_10_DIGIT')
  if (phone === 'form') throw new Refused('KEY_INVALID', 'phoneNumber must be a mobile number')
  return phone
}

/** What every member has from the first moment: a wallet, coins, transit for what is under way, and a statement. */
export async function openMemberAccounts(
  accounts: Pick<AccountBook, 'open'>,
  tx: Tx,
  { memberId, currency }: { memberId: string; currency: WalletCurrency },
): Promise<void> {
  await openStatement(tx, memberId)
  const owned = { owner: memberId, party: '' } as const
  await accounts.open(tx, [
    { ...owned, kind: 'wallet', currency },
    { ...owned, kind: 'transfer', currency },
    { ...owned, kind: 'withdrawal', currency },
    { ...owned, kind: 'coin', currency: 'COIN' },
  ])
}

async function countCoins(db: Db, memberId: string): Promise<bigint> {
  const balances = await listBalances(db, memberId)
  return balances.find(({ kind }) => kind === 'coin')?.money.amount ?? 0n
}

/** The member's operations take turns at the statement, so none begins while this is asked. */
export async function withdrawalIsOpen(tx: Tx, memberId: string): Promise<boolean> {
  await lockStatement(tx, memberId)
  return hasOpen(tx, memberId)
}
