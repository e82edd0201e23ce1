import type { FitReason } from '@kapao/contract/console/reasons'
import type { Candidate } from '@kapao/contract/console/work'
import type { WalletCurrency } from '@kapao/contract/limits'
import { isReportedBefore } from '#core/clock.ts'
import { maskName } from '#core/console/work/masks.ts'
import type { Queryable } from '#core/db/db.ts'
import { findMember, findPayers, type Member } from '#records/account/store.ts'
import { namesAgree } from '#channels/bankfeed/reported-name.ts'
import { countPaidBefore, listAnnouncers } from '#money/deposits/desk-store.ts'
import { slipsOf } from '#money/deposits/slip-panels.ts'
import { listDepositReports } from '#money/deposits/report-store.ts'
import type { Deposit } from '#money/deposits/store.ts'
import { listSlipsById } from '#channels/slips/store.ts'

const candidatesMax = 8
const tailLength = 4

/** What each reason adds to the fit, or takes from it. */
const weights: Record<FitReason, number> = {
  'account-same': 60,
  'digits-same': 35,
  'amount-reserved': 45,
  'amount-announced': 25,
  'slip-shown': 35,
  'named-here': 15,
  'paid-before': 25,
  'name-same': 20,
  'name-alike': 8,
  'bank-same': 7,
  'digits-differ': -50,
  'name-differs': -40,
  'bank-differs': -30,
  'details-since': -25,
  'currency-differs': -60,
  'member-inactive': -10,
}

/** Members who announced the money, showed a slip of it, or have such an account; the likeliest first. */
export async function findCandidates(on: Queryable, deposit: Deposit): Promise<Candidate[]> {
  const claims = await readClaims(on, deposit)
  const { tail, claiming } = claims
  const payers = tail === null ? [] : await findPayers(on, { bank: null, tail })
  const known = [...new Set([...claiming, ...payers.map(({ id }) => id)])].slice(0, candidatesMax)
  const found = await weighAll(on, { deposit, claims, known })
  // Four equal digits are no match where others differ; a member who claims the money is shown all the same.
  const isOther = ({ reasons }: Candidate) => reasons.some(({ code }) => code === 'digits-differ')
  return found
    .filter((one) => claiming.includes(one.memberId) || !isOther(one))
    .toSorted((one, other) => other.fit - one.fit)
}

/** Any member whom an operator has chosen, weighed as those are who are listed. */
export async function weighMember(
  on: Queryable,
  deposit: Deposit,
  memberId: string,
): Promise<Candidate | null> {
  const claims = await readClaims(on, deposit)
  return (await weighAll(on, { deposit, claims, known: [memberId] }))[0] ?? null
}

type Claims = {
  announcers: Awaited<ReturnType<typeof listAnnouncers>>
  shownBy: string[]
  claiming: string[]
  /** The last digits of the payer's account, where there are enough of them. */
  tail: string | null
}

async function readClaims(on: Queryable, deposit: Deposit): Promise<Claims> {
  const { amount, currency, payerAccount, memberId } = deposit
  const digits = lastDigits(payerAccount).slice(-tailLength)
  const announcers = await listAnnouncers(on, { amount, currency })
  const slips = await listSlipsById(on, slipsOf(await listDepositReports(on, deposit.id)))
  const shownBy = slips.map((slip) => slip.memberId)
  const named = memberId === null ? [] : [memberId]
  return {
    announcers,
    shownBy,
    claiming: [...named, ...shownBy, ...announcers.map((one) => one.memberId)],
    tail: digits.length === tailLength ? digits : null,
  }
}

type WeighInput = { deposit: Deposit; claims: Claims; known: readonly string[] }

async function weighAll(
  on: Queryable,
  { deposit, claims, known }: WeighInput,
): Promise<Candidate[]> {
  const { announcers, shownBy, tail } = claims
  const paid =
    tail === null
      ? new Map<string, number>()
      : await countPaidBefore(on, known, { bank: deposit.payerBank, tail })
  const found: Candidate[] = []
  for (const id of known) {
    const member = await findMember(on, id)
    if (!member) continue
    const announced = announcers.find((one) => one.memberId === id)
    found.push(
      candidateOf(member, [
        ...reasonsOf(deposit, member),
        announced && (announced.isReserved ? 'amount-reserved' : 'amount-announced'),
        shownBy.includes(id) && 'slip-shown',
        deposit.memberId === id && 'named-here',
        (paid.get(id) ?? 0) > 0 && 'paid-before',
      ]),
    )
  }
  return found
}

/** The reported digits up to the account's end, without gaps. */
function lastDigits(account: string | null): string {
  return /\d*$/.exec(account ?? '')![0]
}

function candidateOf(member: Member, given: readonly (FitReason | false | undefined)[]): Candidate {
  const reasons = given.filter((one): one is FitReason => Boolean(one))
  const sum = reasons.reduce((total, one) => total + weights[one], 0)
  return {
    memberId: member.id,
    name: maskName(member.bankAccountName),
    fit: Math.max(0, Math.min(100, sum)),
    reasons: reasons.map((code) => ({ code, isFor: weights[code] > 0 })),
  }
}

/** The payer as the bank reports it, beside what the member has registered. */
function reasonsOf(
  { payerAccount, payerBank, payerName, paidAt, currency }: Deposit,
  member: Member,
): (FitReason | false)[] {
  const digits = lastDigits(payerAccount)
  const hasDigits = digits.length >= tailLength
  const isSame = hasDigits && member.bankAccountNo.endsWith(digits)
  const isWhole = isSame && digits.length === member.bankAccountNo.length
  const agrees = namesAgree(payerName ?? undefined, member.bankAccountName)
  const isNamed = payerName !== null && payerName.trim() !== ''
  return [
    isWhole && (payerBank === null || payerBank === member.bankCode) && 'account-same',
    isSame && !isWhole && 'digits-same',
    hasDigits && !isSame && 'digits-differ',
    payerBank !== null && (payerBank === member.bankCode ? 'bank-same' : 'bank-differs'),
    isNamed && (agrees ? sameOrAlike(payerName, member.bankAccountName) : 'name-differs'),
    isReportedBefore(paidAt, member.detailsSince) && 'details-since',
    (currency as WalletCurrency) !== member.currency && 'currency-differs',
    member.deactivatedAt !== null && 'member-inactive',
  ]
}

/** Names that cannot be compared, as in two alphabets, contradict nothing and prove nothing. */
function sameOrAlike(reported: string, registered: string): FitReason | false {
  const plain = (name: string) => name.toUpperCase().replace(/[^\p{L}\p{M}]/gu, '')
  const [one, other] = [plain(reported), plain(registered)]
  return one === other ? 'name-same' : one[0] === other[0] && 'name-alike'
}
