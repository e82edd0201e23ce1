import { otpLifetimeMs, phoneVerifiedLifetimeMs } from '@kapao/contract/limits'
import type { Clock } from '#core/clock.ts'
import type { Db, Tx } from '#core/db.ts'
import { sha256, type Ids } from '#core/ids.ts'
import type { Log } from '#core/log.ts'
import { networkOf } from '#core/rate-limit.ts'
import { Refused } from '#core/refuse.ts'
import type { SmsClient } from '#outside/sms/client.ts'
import { dayMs, otpLimits, whyNotSend } from './limits.ts'
import {
  countByNetwork,
  countSent,
  findReferences,
  insertCode,
  lockCodesOf,
  lockSends,
  markNotSent,
  markSent,
  type Code,
  type Purpose,
} from './store.ts'

export type OtpDeps = {
  db: Db
  clock: Clock
  ids: Ids
  log: Pick<Log, 'warn' | 'error'>
  sms: Pick<SmsClient, 'requestCode' | 'verifyCode'>
  /** What all messages of a day may be, for everybody together. */
  readDayMax: () => Promise<number>
  /** Any spelling of digits, or null; from the account module. */
  readDigits: (text: string) => string | null
}

export type Wanted = {
  phone: string
  purpose: Purpose
  address: string
  /** Whoever holds the token that verified the phone needs no other code. */
  heldToken?: string | null | undefined
  /** Nobody has this phone: everything looks as if a code were on its way. */
  decoy?: boolean
  timeoutMs?: number
}

export type Sent = { verified: true } | { verified: false; token: string; reference: string }

const hourMs = 60 * 60_000

/** Sends a code within the limits, or tells the holder of its verification that none is needed. The company is called outside of transactions. */
export async function sendCode(deps: OtpDeps, wanted: Wanted): Promise<Sent> {
  const token = deps.ids.secret()
  const tokenHash = sha256(token)
  const begun = await begin(deps, wanted, tokenHash)
  if (begun === 'verified') return { verified: true }

  const reference = wanted.decoy
    ? await pretendToSend(deps, tokenHash)
    : await reallySend(deps, wanted, tokenHash)
  return { verified: false, token, reference }
}

async function begin(
  { db, clock, log, readDayMax }: OtpDeps,
  { phone, purpose, address, heldToken, decoy = false }: Wanted,
  tokenHash: Buffer,
): Promise<'begun' | 'verified'> {
  const dayMax = await readDayMax()
  const network = networkOf(address)
  return db.begin(async (tx) => {
    await lockSends(tx)
    const now = clock.now()
    const dayAgo = new Date(now.getTime() - dayMs)
    const codes = await lockCodesOf(tx, phone, dayAgo)
    if (heldToken && isVerifiedBy(heldToken, codes, now)) return 'verified'
    const refusal = whyNotSend(codes, { network, now })
    if (refusal) throw new Refused(refusal)
    const hourAgo = new Date(now.getTime() - hourMs)
    if ((await countByNetwork(tx, network, hourAgo)) >= otpLimits.networkPerHour)
      throw new Refused('REQUEST_LIMIT')
    // A decoy costs nothing, but going on with decoys alone would tell which phones are known.
    if ((await countSent(tx, dayAgo)) >= dayMax) {
      log.error({ dayMax }, 'the messages of the day are used up; nothing is sent')
      throw new Refused('REQUEST_LIMIT')
    }
    const expiresAt = new Date(now.getTime() + otpLifetimeMs)
    const code = { tokenHash, phone, purpose, decoy, network, createdAt: now, expiresAt }
    await insertCode(tx, code)
    return 'begun'
  })
}

/** Told to the holder alone: anybody may ask with anybody's number. */
function isVerifiedBy(token: string, codes: readonly Code[], now: Date): boolean {
  const code = codes.find(({ tokenHash }) => tokenHash.equals(sha256(token)))
  if (code?.purpose !== 'register' || code.state !== 'verified' || !code.verifiedAt) return false
  return now.getTime() - code.verifiedAt.getTime() < phoneVerifiedLifetimeMs
}

async function reallySend(
  deps: OtpDeps,
  { phone, purpose, timeoutMs }: Wanted,
  tokenHash: Buffer,
): Promise<string> {
  const { db, log, sms } = deps
  const sent = await sms.requestCode(phone, timeoutMs)
  if (sent.outcome === 'sent') {
    const { token: providerToken, reference } = sent
    await db.begin((tx) => markSent(tx, tokenHash, { decoy: false, providerToken, reference }))
    return reference
  }
  log.warn({ outcome: sent.outcome, why: sent.why }, 'a one-time code was not sent')
  // A fault must not tell that the phone is known, where a stranger's phone would have had none.
  if (purpose === 'password') return pretendToSend(deps, tokenHash)
  // After "unknown" the message may still arrive, but without their token nothing can be done with it.
  await markNotSent(db, tokenHash, sent.outcome === 'refused' ? 'failed' : 'unknown')
  throw new Refused('OTP_SEND_FAIL')
}

async function pretendToSend({ db, ids }: OtpDeps, tokenHash: Buffer): Promise<string> {
  return db.begin(async (tx) => {
    const reference = await inventReference(tx, ids)
    await markSent(tx, tokenHash, { decoy: true, providerToken: null, reference })
    return reference
  })
}

const referenceLength = 4

/** Made of the letters of real ones, so that it cannot be told from them. */
async function inventReference(tx: Tx, ids: Ids): Promise<string> {
  const real = await findReferences(tx)
  const letters = real.join('') || ids.code()
  const length = real[0]?.length ?? referenceLength
  const chance = sha256(ids.secret())
  return Array.from({ length }, (_, at) => letters[chance.readUInt16BE(at) % letters.length]).join(
    '',
  )
}
