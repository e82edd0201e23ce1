import type { SlipReason } from '@kapao/contract/refusals'
import { minuteMs } from '@kapao/contract/times'
import { keepRewritten } from '#core/uploads/pictures/keep-rewritten.ts'
import { returnWritten } from '#core/written/written.ts'
import { bankCodeOf } from '#outside/bank/codes.ts'
import type { BankTransfer } from '#outside/slips/transfer.ts'
import { findPaidBefore } from '#money/deposits/report-store.ts'
import { findMember } from '#records/account/store.ts'
import type { CheckDeps } from './check-deps.ts'
import { isSameTransfer, judgeSlip, shownArrivalOf, type SlipVerdict } from './judging/judge.ts'
import { doubtOf, withBank } from './judging/doubt.ts'
import { newLease, whileHeld } from './lease.ts'
import { readSlipCode } from './judging/mini-qr.ts'
import { mayBeAnothers } from './others.ts'
import { findUnplacedFor, isInBooks, moneyOf, notifyEnded, pay } from './pay.ts'
import {
  claimDue,
  isAnothers,
  isRead,
  isShownBefore,
  setCode,
  setCredited,
  setLater,
  setPaying,
  setRead,
  setRefused,
  type Slip,
} from './store.ts'
import { ownerOfSlips } from './upload.ts'

const tryAgainMs = 10_000
const tryAgainMaxMs = 10 * minuteMs
/** The longest delay that a bank has been seen to take, with a margin; afterwards operators decide. */
const askedForMs = 6 * 60 * minuteMs
const stuckTriesMax = 5
const suspendedLookMs = minuteMs
/** Older money on an unwatched account has long been dealt with by operators. */
const lateMaxMs = 7 * 24 * 60 * minuteMs

/**
 * Advances a slip as far as can be decided now. Safe to call twice and concurrently: one call holds the lease, and
 * the deposit is booked once.
 */
export async function checkSlip(deps: CheckDeps, id: string): Promise<void> {
  const slip = await claimDue(deps.db, id, newLease(deps))
  if (!slip) return
  try {
    if (slip.state === 'paying') await payFor(deps, slip)
    else await lookAt(deps, slip)
  } catch (error) {
    deps.log.error({ slip: id, err: error }, 'a slip could not be looked at')
    await later(deps, slip, { delayMs: waitOf(slip), why: 'an internal fault' })
  }
}

async function lookAt(deps: CheckDeps, slip: Slip): Promise<void> {
  const read = slip.incoming === null ? slip : await readPicture(deps, slip)
  if (read === null) return
  const { payload } = read
  if (payload === null)
    return refuse(deps, slip, { note: 'CANNOT_READ_CROPPED_IMAGE', why: 'no code on the picture' })
  const code = readSlipCode(payload)
  if (code === 'broken')
    return refuse(deps, slip, { note: 'UNSTABLE_REFNO_ON_SLIP', why: 'the code is damaged' })
  if (code === 'other')
    return refuse(deps, slip, { note: 'INVALID_SLIP', why: 'the code is of no transfer' })
  const transRef = code.reference
  const bank = bankCodeOf(code.bank)!
  const named = { ...slip, payload, bank, transRef }
  if ((await setCode(deps.db, slip.id, named)) === 'done') return ask(deps, named)
  if (await isAnothers(deps.db, named)) await recordSecondClaim(deps, named)
  await refuseAsDuplicate(deps, slip)
}

/**
 * Re-encodes the picture and reads its code; null if the slip ended or moved on. The file name was chosen before, so
 * that a second run writes the same file.
 */
async function readPicture(
  deps: CheckDeps,
  slip: Slip,
): Promise<{ payload: string | null } | null> {
  const { db, folder } = deps
  const incoming = slip.incoming!
  const task = { owner: slip.memberId, readQr: true, place: 'first' as const }
  const { isHeld, result: done } = await whileHeld(deps, slip, () =>
    folder.withHanded(incoming, (source) =>
      keepRewritten(deps, { ...task, source, fileName: slip.pictureName }),
    ),
  )
  // The lease has passed to another check, which continues with the slip.
  if (!isHeld) return null
  if (done.outcome === 'failed') throw new Error(`the picture could not be written: ${done.why}`)
  // A timeout on a busy machine is no fault of the picture; a picture that never finishes is given up after a few
  // tries.
  if (done.outcome === 'stuck' && slip.tries < stuckTriesMax)
    throw new Error('the picture did not come to an end')
  if (done.outcome !== 'done') {
    // Another check has written the picture and removed its source; it continues with the slip.
    if (await isRead(db, slip.id)) return null
    const note =
      done.outcome === 'missing' ? 'UPLOADED_FILE_NOT_EXIST' : 'IMG_SIZE_UNABLE_TO_PROCESS'
    await refuse(deps, slip, { note, why: `the picture is ${done.outcome}` })
    await folder.dropHanded(incoming)
    return null
  }
  // The picture may show an advertisement's code next to the code of the transfer.
  const ofSlip = done.texts.find((text) => typeof readSlipCode(text) === 'object')
  const payload = (ofSlip ?? done.texts[0] ?? null)?.slice(0, 1_000) ?? null
  await deps.failpoint('slip.rewritten')
  await db.begin(async (tx) => {
    const isFirst = await setRead(tx, slip.id, payload)
    const share = { owner: ownerOfSlips(slip.memberId), at: slip.uploadedAt }
    if (isFirst) await returnWritten(tx, share, done.sourceBytes - done.keptBytes)
  })
  await folder.dropHanded(incoming)
  await deps.failpoint('slip.read')
  return { payload }
}

async function ask(deps: CheckDeps, slip: ReadSlip & { payload: string }): Promise<void> {
  const reply = await deps.service.check(slip.payload, slip.memberId)
  await deps.failpoint('slip.checked')
  if (reply.outcome === 'none') return refuse(deps, slip, { note: 'INVALID_SLIP', why: reply.why })
  if (reply.outcome === 'elsewhere') {
    deps.log.warn({ slip: slip.id, why: reply.why }, 'the slip service names another receiver')
    return refuse(deps, slip, { note: 'DEST_ACC_INVALID', why: reply.why })
  }
  if (reply.outcome === 'captcha')
    return refuse(deps, slip, { note: 'TRIPPLE_WRONG_CAPTCHA', why: reply.why })
  if (reply.outcome === 'transfer' && isSameTransfer(slip, reply.transfer))
    return decide(deps, slip, reply.transfer)

  const { why } =
    reply.outcome === 'transfer' ? { why: 'the service returned another transfer' } : reply
  if (reply.outcome === 'unknown' && reply.ours)
    deps.log.error({ why }, 'slips cannot be checked: the account with the service needs attention')
  const delayMs = reply.outcome === 'later' ? Math.max(reply.delayMs, tryAgainMs) : waitOf(slip)
  return askAgain(deps, slip, { delayMs, why })
}

function askAgain(
  deps: CheckDeps,
  slip: Slip,
  { delayMs, why }: { delayMs: number; why: string },
): Promise<void> {
  const isOld = deps.clock.now().getTime() - slip.uploadedAt.getTime() > askedForMs
  return isOld
    ? refuse(deps, slip, { note: 'UNKNOW_ERROR', why })
    : later(deps, slip, { delayMs, why })
}

/** A slip whose transfer is known. */
type ReadSlip = Slip & { bank: string; transRef: string }

/** Compares a transfer that a bank confirmed with the member who shows it. */
async function compare(
  deps: CheckDeps,
  slip: ReadSlip,
  reported: BankTransfer,
): Promise<SlipVerdict> {
  const transfer = withBank(reported, slip.bank)
  const member = await findMember(deps.db, slip.memberId)
  if (!member) throw new Error(`there is no member ${slip.memberId}`)
  const settings = await deps.readSettings()
  const { 'slip.limitMinutes': limitMinutes, 'deposit.accounts': accounts } = settings
  const { uploadedAt } = slip
  const judged = judgeSlip({ transfer, member, accounts, uploadedAt, limitMinutes })
  if (!judged.isWeak || judged.note !== null) return judged
  const { payer } = shownArrivalOf(reported, judged.account!)
  const { bank = null, account: tail = '', name = null } = payer
  const known = await findPaidBefore(deps.db, [slip.memberId], { bank, tail, name })
  return { ...judged, isWeak: name === null || known.length === 0 }
}

/**
 * Another member was credited by this transfer: if it fits this member as well, the deposits record for operators
 * that two members claim it.
 */
async function recordSecondClaim(
  deps: CheckDeps,
  slip: ReadSlip & { payload: string },
): Promise<void> {
  const answer = await deps.service.check(slip.payload, slip.memberId)
  if (answer.outcome !== 'transfer' || !isSameTransfer(slip, answer.transfer)) return
  const { transfer } = answer
  const { note, account, isOurs, isFitted } = await compare(deps, slip, transfer)
  if (note !== null || !isOurs || isFitted || transfer.sender.bank === null) return
  const { amount } = transfer.money
  const arrival = shownArrivalOf(transfer, account!)
  await pay(deps, moneyOf({ ...slip, amount, arrival }))
}

async function decide(deps: CheckDeps, slip: ReadSlip, transfer: BankTransfer): Promise<void> {
  const judged = await compare(deps, slip, transfer)
  const { amount } = transfer.money
  if (judged.note !== null) {
    await holdUnplaced(deps, { slip, transfer, judged })
    const why = `the bank says: ${transfer.at.toISOString()}`
    const isOfSlip = transfer.money.currency === slip.currency
    const shown = { ...slip, amount: isOfSlip ? amount : null }
    return refuse(deps, shown, { note: judged.note, why })
  }
  const account = judged.account!
  const shown = shownArrivalOf(transfer, account)
  const { money, at } = transfer
  const isBooked = () => isInBooks(deps.db, { ...slip, party: shown.party, money, at })
  const isOurs = judged.isOurs || (await isBooked())
  // On a watched account the bank reports arrivals itself; on an unwatched one an operator decides before the money
  // is credited.
  const isBankNamed = transfer.sender.bank !== null
  const doubt = doubtOf({ ...judged, isOurs, isBankNamed })
  if (doubt !== null && account.mode !== 'manual' && !(await isBooked()))
    return askAgain(deps, slip, { delayMs: waitOf(slip), why: doubt })
  const arrival = { ...shown, hold: doubt === null ? null : ('review' as const) }
  if (!(await setPaying(deps.db, slip, { amount, arrival }))) return
  await deps.failpoint('slip.paying')
  return payFor(deps, { ...slip, state: 'paying', amount, arrival })
}

/**
 * Keeps money that arrived on an account of the operator and is not this member's by their slip for its owner.
 * Watched accounts report it themselves; on the others the slip is the only report.
 */
async function holdUnplaced(
  deps: CheckDeps,
  { slip, transfer, judged }: { slip: ReadSlip; transfer: BankTransfer; judged: SlipVerdict },
): Promise<void> {
  const { account, note, isOurs } = judged
  if (account?.mode !== 'manual' || !isOurs) return
  if (note !== 'NOT_MATCH' && note !== 'EXPIRED_SLIP') return
  if (slip.uploadedAt.getTime() - transfer.at.getTime() > lateMaxMs) return
  const arrival = shownArrivalOf(transfer, account)
  // The payer's own slip claims it later.
  const hold = note === 'NOT_MATCH' ? 'unknown-payer' : 'late'
  const { amount, currency } = transfer.money
  await pay(deps, { ...moneyOf({ ...slip, amount, arrival }), money: { amount, currency }, hold })
}

/** A member can show a transfer only once, so a deposit that already belongs to this member is this slip's. */
async function payFor(deps: CheckDeps, slip: Slip): Promise<void> {
  const { db, clock } = deps
  const money = moneyOf(slip)
  const compared = money.hold === null ? await findUnplacedFor(db, money) : null
  const isDoubted = compared !== null && (await mayBeAnothers(deps, money, compared.payer))
  const hold = isDoubted ? 'review' : money.hold
  const paid = await pay(deps, { ...money, hold, compared })
  await deps.failpoint('slip.paid')
  const isOthers = paid.memberId !== null && paid.memberId !== slip.memberId
  // These holds end only by an act of the deposit's member; a deposit with another hold may turn out to be this
  // member's.
  if (isOthers && (paid.why === 'bonus' || paid.why === 'inactive'))
    return refuseAsDuplicate(deps, slip)
  if (paid.state === 'suspended') {
    const why = `in suspense: ${paid.why ?? 'no reason'}`
    return later(deps, slip, { delayMs: suspendedLookMs, why })
  }
  if (paid.state === 'returned')
    return refuse(deps, slip, { note: 'UNKNOW_ERROR', why: 'the money was given back' })
  if (isOthers) return refuseAsDuplicate(deps, slip)
  // The same transfer, shown under another bank in its code.
  if (await isShownBefore(db, slip.id, paid.depositId)) return refuseAsDuplicate(deps, slip)
  const credit = { deposit: paid.depositId, amount: money.money.amount, at: clock.now() }
  // The push of the deposit left before this was written, so a page that reads at once still sees an open slip.
  if (await setCredited(db, slip, credit)) void notifyEnded(deps, slip, 'SUCCESS')
}

function refuseAsDuplicate(deps: CheckDeps, slip: Slip): Promise<void> {
  return refuse(deps, slip, { note: 'SLIP_REFNO_DUPLICATED', why: 'the transfer was shown before' })
}

async function refuse(
  deps: CheckDeps,
  slip: Slip,
  end: { note: SlipReason; why: string },
): Promise<void> {
  const refusal = { ...end, amount: slip.amount, at: deps.clock.now() }
  if (await setRefused(deps.db, slip, refusal)) void notifyEnded(deps, slip, 'FAILED')
}

async function later(
  { db, clock }: CheckDeps,
  slip: Slip,
  { delayMs, why }: { delayMs: number; why: string },
): Promise<void> {
  await setLater(db, slip, { nextAt: new Date(clock.now().getTime() + delayMs), why })
}

function waitOf({ tries }: Slip): number {
  return Math.min(tryAgainMs * 2 ** Math.min(tries - 1, 10), tryAgainMaxMs)
}
