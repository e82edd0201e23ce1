import type { HeldBonus } from '#shared/bonus/held/queries.ts'
import { NamedNote } from '#shared/bonus/held/named-note.tsx'
import { formatMoney } from '#core/format.ts'
import { useVisitorText } from '#core/i18n.tsx'
import { paths } from '#shared/paths.ts'
import { sumAmounts, type Wallet } from '#shared/wallet/wallet.ts'
import { useDepositText } from './text/deposit-text.ts'

type HeldNoteProps = {
  progress: NonNullable<HeldBonus['progress']>
  /** Whether transfers are found in the meantime. */
  isTaken: boolean
  currency: Wallet['currency']
}

/** While a bonus is held: what comes by bank waits until it ends, and nothing else is taken before. */
export function HeldNote({ progress, isTaken, currency }: HeldNoteProps) {
  const text = useDepositText().held
  const units = useVisitorText().currency
  const { code, total, target } = progress
  const missing = sumAmounts([target, -total])
  return (
    <NamedNote
      label={text.label}
      title={text.title}
      code={code}
      meter={{
        label: text.progress,
        value: total,
        max: target,
        words: missing > 0 ? text.missing(formatMoney(missing, currency, units)) : text.met,
      }}
      link={{ to: paths.bonus, words: text.see }}
    >
      {isTaken ? text.waits : text.closed}
    </NamedNote>
  )
}
