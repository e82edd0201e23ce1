import type { Language } from '@kapao/contract/limits'
import type { DepositText } from './deposit-shape.ts'

const packs: Record<Language, () => Promise<{ depositText: DepositText }>> = {
  th: () => import('../th/deposit/deposit.ts'),
  la: () => import('../la/deposit/deposit.ts'),
  en: () => import('../en/deposit/deposit.ts'),
}

export async function loadDepositText(language: Language): Promise<DepositText> {
  return (await packs[language]()).depositText
}
