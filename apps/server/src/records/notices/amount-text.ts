import type { Language } from '@kapao/contract/limits'
import { textOfMoney, type Money } from '@kapao/contract/money'

const currencyNames: Record<Language, Record<Money['currency'], string>> = {
  th: { BAHT: 'บาท', LAK: 'กีบ', COIN: 'เหรียญ' },
  la: { BAHT: 'ບາດ', LAK: 'ກີບ', COIN: 'ຫຼຽນ' },
  en: { BAHT: 'baht', LAK: 'kip', COIN: 'coin' },
}

/** Amounts as the screens show them: English grouping and two decimals, in all languages and currencies. */
export function amountText(money: Money, language: Language): string {
  const [whole = '0', decimals = '00'] = textOfMoney(money).split('.')
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  return `${grouped}.${decimals}\u00A0${currencyNames[language][money.currency]}`
}
