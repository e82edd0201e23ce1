import type { Language } from '@kapao/contract/limits'
import type { WithdrawText } from './withdraw-shape.ts'

const packs: Record<Language, () => Promise<{ withdrawText: WithdrawText }>> = {
  th: () => import('../th/withdraw/withdraw.ts'),
  la: () => import('../la/withdraw/withdraw.ts'),
  en: () => import('../en/withdraw/withdraw.ts'),
}

export async function loadWithdrawText(language: Language): Promise<WithdrawText> {
  return (await packs[language]()).withdrawText
}
