import { workKinds } from '@kapao/contract/console/words'
import { languages, walletCurrencies, type WalletCurrency } from '@kapao/contract/limits'
import { moneyFromText } from '@kapao/contract/money'
import { isDeepStrictEqual } from 'node:util'
import { settingNames, type SettingName, type Settings } from '#settings/registry.ts'
import { leadsAway } from './settings/leads-away.ts'
import { showsNewCode } from './settings/picture-codes.ts'

/** Whether a change is looser than the current value. */
type Judge<N extends SettingName> = (before: Settings[N], after: Settings[N]) => boolean
type Rule<N extends SettingName> = Judge<N> | 'anybody'

const isRaised =
  (currency: WalletCurrency) =>
  (before: string, after: string): boolean =>
    moneyFromText(after, currency)!.amount > moneyFromText(before, currency)!.amount

const isLowered =
  (currency: WalletCurrency) =>
  (before: string, after: string): boolean =>
    isRaised(currency)(after, before)

const isMore = (before: string | number, after: string | number): boolean =>
  Number(after) > Number(before)
const isLess = (before: string | number, after: string | number): boolean => isMore(after, before)

const isSwitchedOn = (before: boolean, after: boolean): boolean => after && !before
const isSwitchedOff = (before: boolean, after: boolean): boolean => before && !after

const hasNewEntry = (before: readonly unknown[], after: readonly unknown[]): boolean =>
  after.some((one) => !before.some((other) => isDeepStrictEqual(one, other)))

/**
 * A provider's display may change freely; the places that receive members, their money and their passwords may not.
 * Nor may its category, which decides whether bets of a bonus stay open after its end, and how much of a stake counts.
 */
const placesOf = (games: Settings['games.providers']) =>
  games.map(
    ({ name: _, logo: _1, background: _2, factor: _3, event: _4, currencies: _5, ...places }) =>
      places,
  )

const isElsewhere = (before: string | null, after: string | null): boolean =>
  after !== null && after !== before

/** Without an amount it is a percentage of the bonus and deposit, which may be more than any amount. */
const mayEndEarlier =
  (currency: WalletCurrency) =>
  (before: string | null, after: string | null): boolean =>
    after !== before && (before === null || after === null || isRaised(currency)(before, after))

/** One rule for each word, as the settings are named. */
function forEach<const Name extends string, const Word extends string, R>(
  name: Name,
  words: readonly Word[],
  ruleOf: (word: Word) => R,
): { [W in Word as `${Name}.${W}`]: R } {
  const entries = words.map((word) => [`${name}.${word}`, ruleOf(word)])
  return Object.fromEntries(entries) as { [W in Word as `${Name}.${W}`]: R }
}
const eachCurrency = <const Name extends string, R>(
  name: Name,
  ruleOf: (currency: WalletCurrency) => R,
) => forEach(name, walletCurrencies, ruleOf)
const anybody = () => 'anybody' as const
const eachLanguage = <const Name extends string, R>(name: Name, rule: R) =>
  forEach(name, languages, () => rule)

const isDifferent = (before: unknown, after: unknown): boolean => !isDeepStrictEqual(before, after)

/**
 * Every setting has a rule: a change that lets more money out, redirects money or members, weakens authentication, or
 * destroys evidence needs two operators. A new setting without a rule does not compile.
 */
const rules: { [N in SettingName]: Rule<N> } = {
  ...eachCurrency('withdraw.max', isRaised),
  ...eachCurrency('withdraw.autoMax', isRaised),
  ...eachCurrency('withdraw.autoDayMax', isRaised),
  ...eachCurrency('withdraw.twoFrom', isRaised),
  ...eachCurrency('credit.aloneDayMax', isRaised),
  ...eachCurrency('rewards.aloneDayMax', isRaised),
  ...eachCurrency('qr.unconfirmedMax', isRaised),
  ...eachCurrency('bankfeed.unconfirmedMax', isRaised),
  ...eachCurrency('bankfeed.blindDayMax', isRaised),
  // The payout channel sees every account of a member, and its operator reports what it has paid.
  ...eachCurrency('withdraw.channel', () => isElsewhere),
  // Otherwise linked members' money is paid out before staff have checked it.
  'withdraw.waitOpposite': isSwitchedOff,
  'withdraw.waitLinked': isSwitchedOff,
  'deposit.accounts': hasNewEntry,
  'deposit.wallets': hasNewEntry,
  // When on, a transfer that an operator claims to have seen is credited.
  'deposit.manual': isSwitchedOn,
  // When on, a payment without a payer's name is matched by its amount alone.
  'deposit.ownSatang': isSwitchedOn,
  'slip.limitMinutes': isMore,
  'games.providers': (before, after) =>
    hasNewEntry(placesOf(before), placesOf(after)) || showsNewCode(before, after),
  'sport.address.thai': isElsewhere,
  'sport.address.laos': isElsewhere,
  // The page identifies the member to the chat's server, which could impersonate every member who opens the chat.
  'chat.address': (before, after) => after !== '/' && isElsewhere(before, after),
  'registration.otp': isSwitchedOff,
  // With no network listed everybody reaches the console who reaches its port.
  'console.addresses': (before, after) =>
    before.length > 0 && (after.length === 0 || hasNewEntry(before, after)),
  'console.passwords': isSwitchedOn,
  // Nothing shows as late before then, so the operator who should decide could leave it waiting.
  ...forEach('console.promisedMinutes', workKinds, () => isMore),
  // Each code costs money.
  'sms.dayMax': isMore,
  'sms.minuteMax': isMore,
  'sms.networkHourMax': isMore,
  'sms.rangeHourMax': isMore,
  // Codes that are not reserved are open to strangers.
  'sms.keptPercent': isLess,
  'sms.puzzleTries': isLess,
  // A higher value delays the alarm.
  'sms.alarmPercent': isMore,
  // Until then nobody is asked to tell a member what could not be sent to them.
  'notices.untoldMinutes': isMore,
  // Deleted data does not come back.
  'notices.keepDays': isLess,
  'slip.keepDays': isLess,
  'chat.keepDays': isLess,
  'chat.guestKeepDays': isLess,
  'chat.fileKeepDays': isLess,
  'bonus.factor': isLess,
  ...eachCurrency('bonus.endAmount', mayEndEarlier),
  // A bet that is still running may be won without a condition.
  'bonus.endEmptyAfter': isLess,
  'invite.active': isSwitchedOn,
  'invite.rate': isMore,
  // Wins on another day of the week would no longer reduce the base.
  'invite.period': (before, after) => before === 'week' && after === 'day',
  ...eachCurrency('invite.inviteeMax', isRaised),
  'invite.success': isLess,
  'invite.turnover': isLess,
  // It may be ended while this much is left.
  'invite.fail': isMore,
  'refund.active': isSwitchedOn,
  'refund.rate': isMore,
  // The maximum refund is per period, and wins on another day of the week would no longer reduce the base.
  'refund.period': (before, after) => before === 'week' && after === 'day',
  ...eachCurrency('refund.min', isLowered),
  ...eachCurrency('refund.max', isRaised),
  'refund.success': isLess,
  'refund.turnover': isLess,
  'refund.fail': isMore,
  // A wheel is confirmed at the cost of one spin, and this sets how many spins a deposit buys.
  ...eachCurrency('spin.coinPer', isLowered),
  'spin.couponDays': isMore,
  'spin.prizeTurnover': isLess,

  // The sums of automatic payments are limited above, and company names are in a file on the servers.
  ...eachCurrency('withdraw.min', anybody),
  // The channels by which money comes in, and when; crediting has its own rules.
  ...eachCurrency('deposit.minimum', anybody),
  'slip.closeFrom': 'anybody',
  'slip.closeTo': 'anybody',
  'transfer.dayMax': 'anybody',
  'slip.dayMax': 'anybody',
  'slip.dayMb': 'anybody',
  ...forEach('qr.minimum', ['KBANK', 'WW', 'PAYONEX', 'PAYTIMZ', 'ZPAY', 'BCEL'], anybody),
  'qr.minutes': 'anybody',
  // Admission, and how much strangers may send.
  'service.active': 'anybody',
  'service.blocked': 'anybody',
  'client.header.required': 'anybody',
  'registration.banks': 'anybody',
  'registration.sources': 'anybody',
  recommendedBanks: 'anybody',
  'chat.fileDayMax': 'anybody',
  'chat.guestOpenMax': 'anybody',
  'chat.guestDayMb': 'anybody',
  'chat.memberDayMb': 'anybody',
  'chat.networkDayMb': 'anybody',
  // What members read and see; docs/security.md describes the remaining risk.
  'brand.name': 'anybody',
  'brand.color': 'anybody',
  'chat.widget': 'anybody',
  'games.iframe': 'anybody',
  // A code in a picture leads further than a name.
  'brand.icon': showsNewCode,
  // What members agree to binds them, and us.
  ...eachLanguage('conditions', isDifferent),
  ...eachLanguage('agreements', isDifferent),
  // A false account of staff, or a false address, takes members' money elsewhere.
  'brand.website': isElsewhere,
  'contact.line.link': isElsewhere,
  'contact.line.name': isElsewhere,
  'contact.line.qr': isElsewhere,
  ...forEach('howto.video', ['wallet', 'enter', 'balance', 'bonus', 'finish'], () => isElsewhere),
  ...eachLanguage('notice', leadsAway),
  ...eachLanguage('contact.text', leadsAway),
  ...eachLanguage('refund.info', leadsAway),
  ...eachLanguage('refund.banners', leadsAway),
  ...eachLanguage('invite.banners', leadsAway),
  'chat.menu': leadsAway,
  'chat.canned': leadsAway,
}

/** Those that can need two operators. */
export const twoOperatorSettings = settingNames.filter((name) => rules[name] !== 'anybody')

/**
 * Whether a change is looser than the current value; tightening never waits. Both values are with the codes of their
 * pictures (`withCodes`).
 */
export function weakensProtection(name: SettingName, before: unknown, after: unknown): boolean {
  const rule = rules[name] as Rule<never> | 'anybody'
  return rule !== 'anybody' && (rule as (before: unknown, after: unknown) => boolean)(before, after)
}
