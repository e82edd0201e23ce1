import type { Language } from '@kapao/contract/limits'
import type { StatementText } from './statement-shape.ts'

const packs: Record<Language, () => Promise<{ statementText: StatementText }>> = {
  th: () => import('#text/th/statement/statement.ts'),
  la: () => import('#text/la/statement/statement.ts'),
  en: () => import('#text/en/statement/statement.ts'),
}

export async function loadStatementText(language: Language): Promise<StatementText> {
  return (await packs[language]()).statementText
}
