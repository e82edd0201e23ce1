import { otpLifetimeMs, phoneVerifiedLifetimeMs } from '@kapao/contract/limits'
import { dayMs, hourMs } from '@kapao/contract/times'
import { networkAround } from '#core/limits/addresses/networks.ts'
import type { Clock } from '#core/clock.ts'
import type { Db, Tx } from '#core/db/db.ts'
import { sha256, type Ids } from '#core/ids.ts'
import { NoTurn, type CallerLine } from '#core/lines/line.ts'
import type { Log } from '#core/telemetry/log.ts'
import { networkOf } from '#core/limits/rate-limit.ts'
import { Refused } from '#core/refused.ts'
import type { SmsClient } from '#outside/sms/client.ts'
import { otpLimits, whyNotSend } from './limits.ts'
import type { Proof, Puzzles } from './puzzle.ts'
import { returnToBudgets, planSpending, spend, type MessageCost } from './spending/spend.ts'
import type { Purpose, SmsSettings } from './spending/budgets.ts'
import {
  countByNetwork,
  findReferences,
  insertCode,
  listCodesOf,
  lockAsker,
  lockCodesOf,
  markNotSent,
  markSent,
  type Code,
} from './store.ts'

export type OtpDeps = {
  db: Db
  clock: Clock
  ids: Ids
  log: Pick<Log, 'warn' | 'error'>
  sms: Pick<SmsClient, 'requestCode' | 'verifyCode'>
  readSettings: () => Promise<SmsSettings & { 'sms.puzzleTries': number }>
  puzzles: Puzzles
  /** Whether several members have logged in from the network of an address. */
  networkIsKnown: (address: string) => Promise<boolean>
  /** Separate queues, so that known devices do not wait behind strangers. */
  lines: { strangers: CallerLine; devices: CallerLine }
}

export type CodeRequest = {
  phone: string
  purpose: Purpose
  address: string
  /** The member who logged in on this device before; another person may be asking now. */
  memberOfDevice: string | null
  /** The puzzle that the caller has solved, if any. */
  proof?: Proof | null | undefined
  /** The holder of the token that verified the phone needs no other code. */
  heldToken?: string | null | undefined
  /** No member has this phone, so the answer must look as if a code were on its way. */
  decoy?: boolean
  /** How long the whole call may still take, where the caller limits the time. */
  timeLeft?: () => number
}

export type CodeResult = { verified: true } | { verified: false; token: string; reference: string }

type SendStart = { verified: true } | { verified: false; scopes: readonly string[] }

/**
 * Sends a code within the limits, or reports that the caller already holds a verification. The company is called
 * outside transactions.
 */
export async function sendCode(deps: OtpDeps, wanted: CodeRequest): Promise<CodeResult> {
  const token = deps.ids.secret()
  const tokenHash = sha256(token)
  const begun = await inTurn(deps, wanted, tokenHash)
  if (begun.verified) return { verified: true }

  const reference = wanted.decoy
    ? await pretendToSend(deps, tokenHash)
    : await reallySend(deps, wanted, { tokenHash, scopes: begun.scopes })
  return { verified: false, token, reference }
}

/** Callers wait here without holding a connection, and one network delays only itself. */
async function inTurn(deps: OtpDeps, wanted: CodeRequest, tokenHash: Buffer): Promise<SendStart> {
  const { lines, readSettings, networkIsKnown, puzzles } = deps
  const { address, memberOfDevice, proof, timeLeft } = wanted
  const line = memberOfDevice === null ? lines.strangers : lines.devices
  const owner = memberOfDevice ?? networkAround(address, { v4: 24, v6: 48 })
  const patience = timeLeft ? { waitMs: timeLeft() } : {}
  const facts = {
    settings: await readSettings(),
    networkIsKnown: await networkIsKnown(address),
    puzzle: proof ? await puzzles.check(proof, wanted) : null,
    tokenHash,
  }
  try {
    return await line.run(owner, () => begin(deps, wanted, facts), patience)
  } catch (error) {
    if (error instanceof NoTurn) throw new Refused('SERVICE_BUSY')
    throw error
  }
}

type SendFacts = {
  settings: SmsSettings
  networkIsKnown: boolean
  puzzle: Buffer | null
  tokenHash: Buffer
}

async function begin(deps: OtpDeps, wanted: CodeRequest, facts: SendFacts): Promise<SendStart> {
  const { db, clock } = deps
  const { phone, purpose, address, decoy = false } = wanted
  const { puzzle, tokenHash } = facts
  const network = networkOf(address)
  // Nearly all of a flood is refused here, without a transaction.
  const { plan } = await planSpending(db, spendingOf(wanted, facts, clock.now()))
  const since = new Date(clock.now().getTime() - dayMs)
  const first = judgeCodes(wanted, await listCodesOf(db, phone, since), clock.now())
  if (first === 'verified') return { verified: true }
  if ('refusal' in plan) throw new Refused(plan.refusal)

  return db.beginFor(`otp ${phone}`, async (tx) => {
    await lockAsker(tx, network, phone)
    const now = clock.now()
    const codes = await lockCodesOf(tx, phone, since)
    if (judgeCodes(wanted, codes, now) === 'verified') return { verified: true }
    const byNetwork = await countByNetwork(tx, network, new Date(now.getTime() - hourMs))
    const spending = spendingOf(wanted, facts, now)
    spending.asker.addressIsSpent = byNetwork >= otpLimits.networkPerHour
    const expiresAt = new Date(now.getTime() + otpLifetimeMs)
    const code = { tokenHash, phone, purpose, decoy, network, createdAt: now, expiresAt }
    // A decoy costs nothing, but counting only known phones would reveal which they are.
    const scopes = await spend(tx, {
      ...spending,
      write: (needsProof) => insertCode(tx, { ...code, puzzle: needsProof ? puzzle : null }),
    })
    return { verified: false, scopes }
  })
}

/** Applies the limits of the phone's own codes. */
function judgeCodes(
  { heldToken, address }: CodeRequest,
  codes: readonly Code[],
  now: Date,
): 'verified' | null {
  if (heldToken && isVerifiedBy(heldToken, codes, now)) return 'verified'
  const refusal = whyNotSend(codes, { network: networkOf(address), now })
  if (refusal) throw new Refused(refusal)
  return null
}

function spendingOf(
  { phone, purpose, address, memberOfDevice }: CodeRequest,
  { settings, networkIsKnown, puzzle }: SendFacts,
  at: Date,
): Omit<MessageCost, 'write'> {
  const asker = { phone, purpose, address, memberOfDevice, networkIsKnown }
  return { settings, at, hasProof: puzzle !== null, asker: { ...asker, addressIsSpent: false } }
}

/** Only the token's holder may learn of the verification: anyone can ask with anyone's number. */
function isVerifiedBy(token: string, codes: readonly Code[], now: Date): boolean {
  const code = codes.find(({ tokenHash }) => tokenHash.equals(sha256(token)))
  if (code?.purpose !== 'register' || code.state !== 'verified' || !code.verifiedAt) return false
  return now.getTime() - code.verifiedAt.getTime() < phoneVerifiedLifetimeMs
}

async function reallySend(
  deps: OtpDeps,
  { phone, purpose, timeLeft }: CodeRequest,
  { tokenHash, scopes }: { tokenHash: Buffer; scopes: readonly string[] },
): Promise<string> {
  const { db, log, sms } = deps
  const sent = await sms.requestCode(phone, timeLeft?.())
  if (sent.outcome === 'sent') {
    const { token: providerToken, reference } = sent
    await db.begin((tx) => markSent(tx, tokenHash, { decoy: false, providerToken, reference }))
    return reference
  }
  log.warn({ outcome: sent.outcome, why: sent.why }, 'a one-time code was not sent')
  // A failure must not reveal that the phone is known, since an unknown phone would show none.
  if (purpose === 'password') return pretendToSend(deps, tokenHash)
  // After "unknown" the message may still arrive, but the code is useless without the company's token.
  const isRefused = sent.outcome === 'refused'
  await markNotSent(db, tokenHash, isRefused ? 'failed' : 'unknown')
  if (isRefused) await returnToBudgets(db, scopes)
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

/** Built from the characters of real references, so that the two cannot be distinguished. */
async function inventReference(tx: Tx, ids: Ids): Promise<string> {
  const real = await findReferences(tx)
  const letters = real.join('') || ids.code()
  const length = real[0]?.length ?? referenceLength
  const chance = sha256(ids.secret())
  return Array.from({ length }, (_, at) => letters[chance.readUInt16BE(at) % letters.length]).join(
    '',
  )
}
