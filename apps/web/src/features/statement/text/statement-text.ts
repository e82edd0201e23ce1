import { lazyText } from '#core/lazy-text/lazy-text.ts'

/** The texts of the statement, its receipts and slips; `app` fetches them together with each. */
export const statementTexts = lazyText('statementText', {
  th: () => import('./th.ts'),
  la: () => import('./la.ts'),
  en: () => import('./en.ts'),
})

export const useStatementText = statementTexts.useText
