import { ownText } from '#core/own-text/own-text.ts'
import { loadStatementText } from '#text/statement/statement-pack.ts'

/** The texts of the statement, its receipts and slips; `app` fetches them together with each. */
export const statementTexts = ownText(loadStatementText)

export const useStatementText = statementTexts.useOwnText
