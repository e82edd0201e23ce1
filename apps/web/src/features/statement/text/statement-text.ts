import type { Language } from '@kapao/contract/limits'
import { ownText } from '#core/own-text/own-text.ts'
import type { StatementText } from './shape.ts'

const packs: Record<Language, () => Promise<{ statementText: StatementText }>> = {
  th: () => import('./th.ts'),
  la: () => import('./la.ts'),
  en: () => import('./en.ts'),
}

export async function loadStatementText(language: Language): Promise<StatementText> {
  return (await packs[language]()).statementText
}

/** The texts of the statement, its receipts and slips; `app` fetches them together with each. */
export const statementTexts = ownText(loadStatementText)

export const useStatementText = statementTexts.useOwnText
