import { Suspense, type ComponentProps } from 'react'
import { useI18n } from '#core/i18n.tsx'
import { textsFor } from '#core/lazy-text/texts-for.ts'
import { statementTexts } from '../../features/statement/text/statement-text.ts'
import { GamesPanel } from '../../features/games/games-panel.tsx'
import { UnderWay } from '../../features/under-way/under-way.tsx'
import { lazySheet } from '../lazy/lazy-sheet.tsx'
import { onceFor } from '../lazy/once-for.ts'

type UnderWayPartProps = Omit<ComponentProps<typeof UnderWay>, 'renderReceipt' | 'renderFilm'>

/** What of home changes with the member, with the sheets that open from it. */
export function UnderWayPart(props: UnderWayPartProps) {
  const sheets = sheetsFor(useI18n())
  return (
    <UnderWay
      {...props}
      renderReceipt={(seq, close) => (
        <Suspense>
          <sheets.receipt.Screen seq={seq} onClose={close} />
        </Suspense>
      )}
      renderFilm={(close) => (
        <Suspense>
          <sheets.film.Screen name="wallet" onClose={close} />
        </Suspense>
      )}
    />
  )
}

/** In one file with what is under way, as neither is drawn without the other. */
export function GamesPart(props: ComponentProps<typeof GamesPanel>) {
  return <GamesPanel {...props} />
}

const sheetsFor = onceFor((i18n) => ({
  receipt: lazySheet(
    async () => (await import('../../features/statement/receipt/receipt-sheet.tsx')).ReceiptSheet,
    textsFor(i18n, statementTexts),
  ),
  film: lazySheet(
    async () => (await import('../../features/howto/player-sheet.tsx')).PlayerSheet,
    textsFor(i18n),
  ),
}))
