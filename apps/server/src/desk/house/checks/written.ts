import { sumOf } from '@kapao/contract/console/fields'
import type { HouseFact } from '@kapao/contract/console/house'
import { languages, type WalletCurrency } from '@kapao/contract/limits'
import { moneyFromText } from '@kapao/contract/money'
import type { SettingName, Settings } from '#settings/registry.ts'
import { fact, screenOf } from './fact.ts'

export type HouseSettings = {
  settings: Settings
  /** Which settings have a value of their own. */
  isSet: (name: SettingName) => boolean
  /** Those that members of this house pay in. */
  currencies: readonly WalletCurrency[]
}

const brand = ['brand.name', 'brand.website', 'brand.color', 'brand.icon'] as const

/** A brand of its own, or still that of the product. */
export function checkBrand({ isSet }: HouseSettings): HouseFact[] {
  const usual = brand.filter((name) => !isSet(name))
  if (usual.length === 0) return [fact('brandSet', 'fine')]
  return usual.map((name) =>
    fact('brandUsual', 'should', { names: [name], screen: screenOf(name) }),
  )
}

const limits = [
  'withdraw.max',
  'withdraw.autoMax',
  'withdraw.twoFrom',
  'credit.aloneDayMax',
] as const

/** What may leave without a person, and by one: no default is right for every house, so an owner has to read them. */
export function checkLimits({ settings, currencies }: HouseSettings): HouseFact[] {
  return currencies.flatMap((currency) =>
    limits.map((limit) => {
      const name = `${limit}.${currency}` as const
      const sums = [sumOf(moneyFromText(settings[name], currency)!)]
      return fact('limit', 'should', { names: [name], sums, screen: screenOf(name) })
    }),
  )
}

const texts = ['agreements', 'conditions', 'contact.text'] as const

/** What every member reads, in all three languages. */
export function checkTexts({ settings }: HouseSettings): HouseFact[] {
  return texts.flatMap((text) => {
    const missing = languages
      .map((language) => `${text}.${language}` as const)
      .filter((name) => settings[name].length === 0)
    if (missing.length === 0) return [fact('textWhole', 'fine', { names: [text] })]
    return missing.map((name) =>
      fact('textMissing', 'should', { names: [name], screen: screenOf(name) }),
    )
  })
}
