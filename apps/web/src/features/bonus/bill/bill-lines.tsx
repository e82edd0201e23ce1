import { formatDateTime } from '#core/format.ts'
import { useBonusText } from '../text/bonus-text.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import type { Bill } from '#shared/bonus/queries.ts'
import { LongRead } from '../long-read.tsx'
import { Figures, useMoney } from '#shared/bonus/figures.tsx'
import { usePlaceName } from '../place-name.ts'

/** What the bonus gave, what it required, and what its end took, line by line. */
export function BillLines({ bill, wallet }: { bill: Bill; wallet: Wallet }) {
  const { bill: text, types } = useBonusText()
  const money = useMoney(wallet.currency)
  const nameOf = usePlaceName(wallet)
  const source = bill.source === 'bonus' ? 'limit' : bill.source
  return (
    <LongRead label={text.title}>
      <Figures
        figures={[
          { name: types[source], figure: bill.code },
          { name: text.received, figure: formatDateTime(Date.parse(bill.receivedAt)) },
          { name: text.given, figure: money(bill.bonus) },
          { name: text.before, figure: money(bill.deposit) },
          { name: text.target, figure: money(bill.target) },
          { name: text.by, figure: text[bill.endedBy] },
          ...(bill.endedAt === null
            ? []
            : [{ name: text.ended, figure: formatDateTime(Date.parse(bill.endedAt)) }]),
          { name: text.totalAtEnd, figure: money(bill.totalAtEnd) },
        ]}
      />
      {bill.taken.length === 0 ? (
        <p>{text.nothing}</p>
      ) : (
        <Figures
          label={text.taken}
          figures={[
            ...bill.taken.map(({ place, amount }) => ({
              name: nameOf(place),
              figure: money(amount),
            })),
            { name: text.takenTotal, figure: money(bill.takenTotal), weight: 'loss' as const },
          ]}
        />
      )}
      {bill.state === 'clearing' && <p role="status">{text.clearing}</p>}
    </LongRead>
  )
}
