import type { Language } from '@kapao/contract/limits'
import type { TransferText } from './transfer-shape.ts'

const packs: Record<Language, () => Promise<{ transferText: TransferText }>> = {
  th: () => import('../th/transfer/transfer.ts'),
  la: () => import('../la/transfer/transfer.ts'),
  en: () => import('../en/transfer/transfer.ts'),
}

export async function loadTransferText(language: Language): Promise<TransferText> {
  return (await packs[language]()).transferText
}
