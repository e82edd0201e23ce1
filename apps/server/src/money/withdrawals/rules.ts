import { type Currency, type Money, moneyFromText } from '@kapao/contract/money'
import type { Settings } from '#settings/registry.ts'

export type Rules = {
  min: Money
  max: Money
  /** Up to here no approval is needed, as long as the unapproved total of 24 hours is within the day's limit. */
  autoMax: Money
  autoDayMax: Money
  /** From here on two approvals are needed, for one withdrawal or the sum of 24 hours. */
  twoFrom: Money
  channel: string
}

/** What may be withdrawn in a currency, and through which channel it is paid. */
export async function readRules(
  { readSettings }: { readSettings: () => Promise<Settings> },
  currency: Currency,
): Promise<Rules> {
  if (currency === 'COIN') throw new Error('coins are not withdrawn')
  const settings = await readSettings()
  const money = (text: string): Money => moneyFromText(text, currency)!
  return {
    min: money(settings[`withdraw.min.${currency}`]),
    max: money(settings[`withdraw.max.${currency}`]),
    autoMax: money(settings[`withdraw.autoMax.${currency}`]),
    autoDayMax: money(settings[`withdraw.autoDayMax.${currency}`]),
    twoFrom: money(settings[`withdraw.twoFrom.${currency}`]),
    channel: settings[`withdraw.channel.${currency}`],
  }
}
