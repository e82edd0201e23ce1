import { Suspense } from 'react'
import { useI18n } from '#core/i18n.tsx'
import { textsFor } from '#core/lazy-text/texts-for.ts'
import { firstReads } from '../../features/statement/queries.ts'
import { StatementScreen } from '../../features/statement/statement-screen.tsx'
import { statementTexts } from '../../features/statement/text/statement-text.ts'
import { lazySheet } from '../lazy/lazy-sheet.tsx'
import { onceFor } from '../lazy/once-for.ts'

/** The statement with the sheets that open from it; receipts and slips are files of their own. */
export function StatementPart() {
  const sheets = sheetsFor(useI18n())
  return (
    <StatementScreen
      renderReceipt={(seq, close) => (
        <Suspense>
          <sheets.receipt.Screen seq={seq} onClose={close} />
        </Suspense>
      )}
      renderSlips={(close) => (
        <Suspense>
          <sheets.slips.Screen onClose={close} />
        </Suspense>
      )}
    />
  )
}

StatementPart.firstReads = firstReads

const sheetsFor = onceFor((i18n) => {
  const texts = textsFor(i18n, statementTexts)
  return {
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
