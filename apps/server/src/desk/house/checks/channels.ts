import type { HouseFact } from '@kapao/contract/console/house'
import type { Queryable } from '#core/db/db.ts'
import type { AppContext } from '#context/app-context.ts'
import { gatewaysUsed } from '../doors.ts'
import { findMoneySeen, type OtherSigns } from '../store.ts'
import { fact, screenOf } from './fact.ts'
import type { HouseSettings } from './written.ts'

type Outside = Pick<AppContext, 'outside' | 'config'>

/** Accounts that members can pay into, and a key for each gateway among them. */
export function checkAccounts({ outside }: Outside, { settings }: HouseSettings): HouseFact[] {
  const accounts = settings['deposit.accounts']
  const count = accounts.length + settings['deposit.wallets'].length
  if (count === 0) return [fact('noAccounts', 'must')]
  const keyless = gatewaysUsed(settings).filter((code) => outside.gateways.placeOf(code) === null)
  return [
    fact('accountsOf', 'fine', { count, names: accounts.map(({ bankCode }) => bankCode) }),
    ...(keyless.length > 0 ? [fact('accountsWithoutKey', 'must', { names: keyless })] : []),
  ]
}

/** The channel by which each currency is paid out; without one every payout is made by hand. */
export function checkPayouts(
  { outside }: Outside,
  { settings, currencies }: HouseSettings,
): HouseFact[] {
  return currencies.map((currency) => {
    const name = `withdraw.channel.${currency}` as const
    const names = [settings[name], currency]
    const hasKey = outside.payouts.placeOf(settings[name]) !== null
    return hasKey
      ? fact('channelWithKey', 'fine', { names })
      : fact('channelWithoutKey', 'should', { names, screen: screenOf(name) })
  })
}

/** Providers that members can play at, and those that are shown without an account of ours. */
export function checkGames({ outside }: Outside, { settings }: HouseSettings): HouseFact[] {
  const shown = settings['games.providers'].filter(({ currencies }) => currencies.length > 0)
  const isOpen = (game: (typeof shown)[number]) => outside.games.placeOf(game)?.hasKey === true
  const names = shown.filter(isOpen).map(({ code }) => code)
  const keyless = shown.filter((game) => !isOpen(game)).map(({ code }) => code)
  return [
    names.length > 0
      ? fact('gamesOpen', 'fine', { names, count: names.length })
      : fact('noGames', 'should'),
    ...(keyless.length > 0 ? [fact('gamesWithoutKey', 'should', { names: keyless })] : []),
  ]
}

/** A code that came by SMS and was typed: nothing less shows that messages arrive. */
export function checkSms(
  { config }: Outside,
  { settings }: HouseSettings,
  { smsReceivedAt }: OtherSigns,
): HouseFact[] {
  const grade = settings['registration.otp'] ? 'must' : 'should'
  if (config.sms === null) return [fact('noKey', grade)]
  return [
    smsReceivedAt === null
      ? fact('smsNever', grade)
      : fact('smsReceived', 'fine', { at: smsReceivedAt }),
  ]
}

/** A slip that its service knew. */
export function checkSlips({ config }: Outside, { slipAt }: OtherSigns): HouseFact[] {
  if (config.slips === null) return [fact('noKey', 'should')]
  return [slipAt === null ? fact('slipNever', 'should') : fact('slipRead', 'fine', { at: slipAt })]
}

/** Money that came in and money that went out. */
export async function checkMoney(on: Queryable): Promise<HouseFact[]> {
  const { depositAt, payoutAt } = await findMoneySeen(on)
  return [
    depositAt === null
      ? fact('depositNever', 'must')
      : fact('depositSeen', 'fine', { at: depositAt }),
    payoutAt === null ? fact('payoutNever', 'must') : fact('payoutSeen', 'fine', { at: payoutAt }),
  ]
}
