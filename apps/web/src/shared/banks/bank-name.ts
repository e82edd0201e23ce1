import type { BankNames } from '@kapao/contract/fields'
import type { Language } from '@kapao/contract/limits'
import { useLanguage } from '#core/i18n.tsx'

const names: Record<Language, keyof BankNames> = { th: 'nameTH', la: 'nameLA', en: 'nameEN' }

/** The name of a bank in the language that is shown. */
export function useBankName(): (bank: BankNames) => string {
  const language = useLanguage()
  return (bank) => bank[names[language]]
}

type NamedBank = { bank: BankNames; bankAccountNo: string }

/** The member's own account in short: the bank's name, and the end of the number. */
export function useShortAccount(): (own: NamedBank) => string {
  const nameOf = useBankName()
  return ({ bank, bankAccountNo }) => `${nameOf(bank)}\u00A0••${bankAccountNo.slice(-4)}`
}
