import { Suspense } from 'react'
import { useI18n, type I18n } from '#core/i18n.tsx'
import { textsFor } from '#core/lazy-text/texts-for.ts'
import { statementTexts } from '../../features/statement/text/statement-text.ts'
import { lazyScreen } from '../lazy/lazy-screen.tsx'
import { lazySheet } from '../lazy/lazy-sheet.tsx'
import { onceFor } from '../lazy/once-for.ts'

/** The statement with the sheets that open from it; receipts and slips are files of their own. */
export function StatementPart() {
  const screens = screensFor(useI18n())
  return (
    <screens.statement.Screen
      renderReceipt={(seq, close) => (
        <Suspense>
          <screens.receipt.Screen seq={seq} onClose={close} />
        </Suspense>
      )}
      renderSlips={(close) => (
        <Suspense>
          <screens.slips.Screen onClose={close} />
        </Suspense>
      )}
    />
  )
}

export function preloadStatement(i18n: I18n): Promise<void> {
  return screensFor(i18n).statement.preload()
}

const screensFor = onceFor((i18n) => {
  const texts = textsFor(i18n, statementTexts)
  return {
    statement: lazyScreen(
      async () => (await import('../../features/statement/statement-screen.tsx')).StatementScreen,
      texts,
    ),
    receipt: lazySheet(
      async () => (await import('../../features/statement/receipt/receipt-sheet.tsx')).ReceiptSheet,
      texts,
    ),
    slips: lazySheet(
      async () => (await import('../../features/statement/slips/slips-sheet.tsx')).SlipsSheet,
      texts,
    ),
  }
})
