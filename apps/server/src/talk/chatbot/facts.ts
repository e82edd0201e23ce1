import type { Language, WithdrawalReason } from '@kapao/contract/limits'
import type { Money } from '@kapao/contract/money'
import type { HoldReason } from '@kapao/contract/statement'
import type { WithdrawalStage } from '@kapao/contract/withdrawals'
import { amountText } from '#records/notices/amount-text.ts'
import { factTexts, placeOf, reasonTexts, stageTexts } from './fact-texts.ts'

/** What is known of a member's money, without texts. */
export type Facts = {
  wallet: Money
  /** In all games together, as last reported. */
  games: Money
  /** Of the wallet and the games together. */
  withdrawable: { now: Money; notYet: Money }
  withdrawal: {
    money: Money
    at: Date
    stage: WithdrawalStage
    reason: WithdrawalReason | null
    bankCode: string
    /** The last digits of the account, as the screens show it. */
    account: string
    notBefore: Date | null
  } | null
  /** Slips that are still being checked. */
  slips: { reference: string; at: Date }[]
  /** Money that has arrived and is not in the wallet yet. */
  held: { money: Money; at: Date; why: HoldReason }[]
  /** Gift links whose money has not arrived yet. */
  giftlinks: { at: Date }[]
  /** An open QR code. */
  qrcode: { money: Money; until: Date } | null
  transfers: { money: Money; at: Date; from: string; to: string }[]
  bonus: { code: string; reached: Money; target: Money; isEnding: boolean } | null
  /** The latest credit. */
  lastDeposit: { money: Money; at: Date } | null
}

/** Answers "Where is my money?"; null is a guest, of whose money nothing is known. */
export function describeFacts(facts: Facts | null, language: Language): string {
  const say = factTexts[language]
  if (!facts) return say.guest
  const sum = (money: Money) => amountText(money, language)
  const { games, withdrawal, transfers, slips, held, giftlinks, qrcode, bonus, lastDeposit } = facts
  const open = [
    ...(withdrawal ? [describeWithdrawal(withdrawal, language)] : []),
    ...transfers.map(({ money, at, from, to }) =>
      say.transfer(sum(money), timeOf(at), {
        from: placeOf(from, language),
        to: placeOf(to, language),
      }),
    ),
    ...slips.map(({ reference, at }) => say.slip(reference, timeOf(at))),
    ...giftlinks.map(({ at }) => say.giftlink(timeOf(at))),
    ...held.map(({ money, at, why }) => say.held[why](sum(money), timeOf(at))),
    ...(qrcode ? [say.qrcode(sum(qrcode.money), timeOf(qrcode.until))] : []),
    ...(bonus ? [describeBonus(bonus, language)] : []),
  ]
  const lines = [
    say.wallet(sum(facts.wallet)),
    ...(games.amount > 0n ? [say.games(sum(games))] : []),
    ...describeWithdrawable(facts.withdrawable, language),
    ...(open.length === 0 ? [say.nothingOpen] : open),
    ...(lastDeposit ? [say.lastDeposit(sum(lastDeposit.money), timeOf(lastDeposit.at))] : []),
  ]
  return lines.map((line) => `• ${line}`).join('\n')
}

/** Nothing at all is no news. */
function describeWithdrawable(
  { now, notYet }: Facts['withdrawable'],
  language: Language,
): string[] {
  const say = factTexts[language]
  if (now.amount + notYet.amount === 0n) return []
  const [free, rest] = [amountText(now, language), amountText(notYet, language)]
  return [notYet.amount === 0n ? say.withdrawable(free) : say.withdrawablePart(free, rest)]
}

export function describeWithdrawal(
  { money, at, stage, reason, bankCode, account, notBefore }: NonNullable<Facts['withdrawal']>,
  language: Language,
): string {
  const say = factTexts[language]
  const sum = amountText(money, language)
  const first = say.withdrawal(sum, timeOf(at), `${bankCode} ${account}`)
  const why = reason === null ? '' : ` ${reasonTexts[language][reason]}`
  const until = notBefore === null ? '' : ` ${say.notBefore(timeOf(notBefore))}`
  const isWaiting = stage === 'APPROVED' && notBefore !== null
  return `${first} ${isWaiting ? say.waiting : stageTexts[language][stage]}${why}${until}`
}

function describeBonus(
  { code, reached, target, isEnding }: NonNullable<Facts['bonus']>,
  language: Language,
): string {
  const say = factTexts[language]
  return isEnding
    ? say.bonusEnding(code)
    : say.bonus(code, amountText(reached, language), amountText(target, language))
}

/** In the business's time zone and the screens' format: DD/MM/YYYY HH:mm:ss. */
function timeOf(at: Date): string {
  const [date = '', time = ''] = at.toLocaleString('sv-SE', { timeZone: 'Asia/Bangkok' }).split(' ')
  return `${date.split('-').toReversed().join('/')} ${time}`
}
