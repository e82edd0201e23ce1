import { walletCurrencies, type WalletCurrency } from '@kapao/contract/limits'
import { moneyFromText } from '@kapao/contract/money'
import { isDeepStrictEqual } from 'node:util'
import type { SettingName, Settings } from '../../../modules/settings/registry.ts'

type Judge<N extends SettingName> = (before: Settings[N], after: Settings[N]) => boolean

const isRaised =
  (currency: WalletCurrency) =>
  (before: string, after: string): boolean =>
    moneyFromText(after, currency)!.amount > moneyFromText(before, currency)!.amount

const isLowered =
  (currency: WalletCurrency) =>
  (before: string, after: string): boolean =>
    isRaised(currency)(after, before)

const isMore = (before: string, after: string): boolean => Number(after) > Number(before)
const isLess = (before: string, after: string): boolean => Number(after) < Number(before)

const hasNewEntry = (before: readonly unknown[], after: readonly unknown[]): boolean =>
  after.some((one) => !before.some((other) => isDeepStrictEqual(one, other)))

/**
 * What is shown of a provider may change; where members' money and names go is another thing. So is its category: by that it is known
 * where bets of a bonus stay open after its end, and how much of a stake counts.
 */
const placesOf = (games: Settings['games.providers']) =>
  games.map(({ code, family, category, address, addressLaos, launchAddress, launchHosts }) => {
    return { code, family, category, address, addressLaos, launchAddress, launchHosts }
  })

const isElsewhere = (before: string | null, after: string | null): boolean =>
  after !== null && after !== before

const mayEndEarlier =
  (currency: WalletCurrency) =>
  (before: string | null, after: string | null): boolean =>
    after !== null && (before === null || isRaised(currency)(before, after))

const limits = [
  'withdraw.max',
  'withdraw.autoMax',
  'withdraw.autoDayMax',
  'withdraw.twoFrom',
  'qr.confirmFrom',
  'credit.aloneDayMax',
  'refund.max',
] as const
type Limit = `${(typeof limits)[number]}.${WalletCurrency}`

const limitJudges = Object.fromEntries(
  limits.flatMap((limit) =>
    walletCurrencies.map((currency) => [`${limit}.${currency}`, isRaised(currency)]),
  ),
) as { [N in Limit]: Judge<N> }

/** The settings by which one person could have more money go out, or members' money go elsewhere; all others are anybody's. */
const judges: { [N in SettingName]?: Judge<N> } = {
  ...limitJudges,
  'deposit.accounts': hasNewEntry,
  'deposit.wallets': hasNewEntry,
  'games.providers': (before, after) => hasNewEntry(placesOf(before), placesOf(after)),
  'sport.address.thai': isElsewhere,
  'sport.address.laos': isElsewhere,
  // The page tells the chat's server who it is: whoever has that answer is every member who opens the chat.
  'chat.address': (before, after) => after !== '/' && isElsewhere(before, after),
  'refund.rate': isMore,
  // The largest refund is that of a period, and what is won on another day of the week takes nothing off any more.
  'refund.period': (before, after) => before === 'week' && after === 'day',
  'invite.rate': isMore,
  'bonus.endAmount.BAHT': mayEndEarlier('BAHT'),
  'bonus.endAmount.LAK': mayEndEarlier('LAK'),
  'bonus.factor': isLess,
  // A wheel is confirmed for what a turn of it costs, and this says how many turns a deposit brings.
  'spin.coinPer.BAHT': isLowered('BAHT'),
  'spin.coinPer.LAK': isLowered('LAK'),
}

/** Whether a change gives more away than what stands; to take back is never held up. */
export function loosens(name: SettingName, before: unknown, after: unknown): boolean {
  const judge = judges[name] as ((before: unknown, after: unknown) => boolean) | undefined
  return judge?.(before, after) ?? false
}
