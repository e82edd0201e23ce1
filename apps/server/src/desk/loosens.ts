import { languages, walletCurrencies, type WalletCurrency } from '@kapao/contract/limits'
import { moneyFromText } from '@kapao/contract/money'
import { isDeepStrictEqual } from 'node:util'
import { settingNames, type SettingName, type Settings } from '#settings/registry.ts'

/** Whether a change gives more away than what stands. */
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
 * What is shown of a provider may change; where members, their money and their passwords go is another thing. So is its category: by
 * that it is known where bets of a bonus stay open after its end, and how much of a stake counts.
 */
const placesOf = (games: Settings['games.providers']) =>
  games.map(
    ({ name: _, logo: _1, background: _2, factor: _3, event: _4, currencies: _5, ...places }) =>
      places,
  )

const isElsewhere = (before: string | null, after: string | null): boolean =>
  after !== null && after !== before

/** Without an amount it is a percentage of what there was, which may be more than any amount. */
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
const eachLanguage = <const Name extends string>(name: Name) => forEach(name, languages, anybody)

/**
 * Every setting has a rule: for what lets more money out, has it or a member go elsewhere, asks less of who somebody is, or destroys
 * what would prove it, one person's word is not enough. A new setting does not compile without one.
 */
const rules: { [N in SettingName]: Rule<N> } = {
  ...eachCurrency('withdraw.max', isRaised),
  ...eachCurrency('withdraw.autoMax', isRaised),
  ...eachCurrency('withdraw.autoDayMax', isRaised),
  ...eachCurrency('withdraw.twoFrom', isRaised),
  ...eachCurrency('credit.aloneDayMax', isRaised),
  ...eachCurrency('qr.unconfirmedMax', isRaised),
  ...eachCurrency('bankfeed.unconfirmedMax', isRaised),
  ...eachCurrency('bankfeed.blindDayMax', isRaised),
  // Who pays out sees every account of a member, and whoever runs a channel says what it has paid.
  ...eachCurrency('withdraw.channel', () => isElsewhere),
  // What was found is paid out before anybody has looked.
  'withdraw.waitOpposite': isSwitchedOff,
  'withdraw.waitLinked': isSwitchedOff,
  'deposit.accounts': hasNewEntry,
  'deposit.wallets': hasNewEntry,
  // Then what a person says of a transfer is credited.
  'deposit.manual': isSwitchedOn,
  // Then a payment that names no payer is somebody's by its amount alone.
  'deposit.ownSatang': isSwitchedOn,
  'slip.limitMinutes': isMore,
  'games.providers': (before, after) => hasNewEntry(placesOf(before), placesOf(after)),
  'sport.address.thai': isElsewhere,
  'sport.address.laos': isElsewhere,
  // The page tells the chat's server who it is: whoever has that answer is every member who opens the chat.
  'chat.address': (before, after) => after !== '/' && isElsewhere(before, after),
  'registration.otp': isSwitchedOff,
  // Each code is paid for.
  'sms.dayMax': isMore,
  'sms.minuteMax': isMore,
  'sms.networkHourMax': isMore,
  'sms.rangeHourMax': isMore,
  // What is not kept is the strangers'.
  'sms.keptPercent': isLess,
  'sms.puzzleTries': isLess,
  // The later is the alarm.
  'sms.alarmPercent': isMore,
  // What is deleted does not come back.
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
  // What is won on another day of the week takes nothing off any more.
  'invite.period': (before, after) => before === 'week' && after === 'day',
  ...eachCurrency('invite.inviteeMax', isRaised),
  'invite.success': isLess,
  'invite.turnover': isLess,
  // It may be ended while so much is left.
  'invite.fail': isMore,
  'refund.active': isSwitchedOn,
  'refund.rate': isMore,
  // The largest refund is that of a period, and what is won on another day of the week takes nothing off any more.
  'refund.period': (before, after) => before === 'week' && after === 'day',
  ...eachCurrency('refund.min', isLowered),
  ...eachCurrency('refund.max', isRaised),
  'refund.success': isLess,
  'refund.turnover': isLess,
  'refund.fail': isMore,
  // A wheel is confirmed for what a turn of it costs, and this says how many turns a deposit brings.
  ...eachCurrency('spin.coinPer', isLowered),
  'spin.couponDays': isMore,
  'spin.prizeTurnover': isLess,

  // What automatic payments may come to is limited above, and names of companies are in a file on the machines.
  ...eachCurrency('withdraw.min', anybody),
  // By which doors money comes in, and when; whose it is has rules of its own.
  ...eachCurrency('deposit.minimum', anybody),
  'slip.closeFrom': 'anybody',
  'slip.closeTo': 'anybody',
  'slip.dayMax': 'anybody',
  ...forEach('qr.minimum', ['KBANK', 'WW', 'PAYONEX', 'PAYTIMZ', 'ZPAY', 'BCEL'], anybody),
  'qr.minutes': 'anybody',
  // Who is let in at all, and how much strangers may send.
  'service.active': 'anybody',
  'service.blocked': 'anybody',
  'client.header.required': 'anybody',
  'registration.banks': 'anybody',
  'registration.sources': 'anybody',
  recommendedBanks: 'anybody',
  'chat.fileDayMax': 'anybody',
  'chat.guestOpenMax': 'anybody',
  'chat.guestDayMb': 'anybody',
  // What members read and look at; docs/security.md says what is left open by that.
  'brand.name': 'anybody',
  'brand.website': 'anybody',
  'brand.color': 'anybody',
  'brand.icon': 'anybody',
  ...eachLanguage('conditions'),
  ...eachLanguage('agreements'),
  ...eachLanguage('notice'),
  ...eachLanguage('contact.text'),
  'contact.line.link': 'anybody',
  'contact.line.name': 'anybody',
  'contact.line.qr': 'anybody',
  'chat.widget': 'anybody',
  'chat.menu': 'anybody',
  'chat.canned': 'anybody',
  ...forEach('howto.video', ['wallet', 'enter', 'balance', 'bonus', 'finish'], anybody),
  'games.iframe': 'anybody',
  ...eachLanguage('invite.banners'),
  ...eachLanguage('refund.info'),
  ...eachLanguage('refund.banners'),
}

/** Those that one person may not change in every way. */
export const namesOfTwo = settingNames.filter((name) => rules[name] !== 'anybody')

/** Whether a change gives more away than what stands; to take back is never held up. */
export function loosens(name: SettingName, before: unknown, after: unknown): boolean {
  const rule = rules[name] as Rule<never> | 'anybody'
  return rule !== 'anybody' && (rule as (before: unknown, after: unknown) => boolean)(before, after)
}
