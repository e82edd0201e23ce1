import { BonusName } from '#shared/bonus/held/bonus-name.tsx'
import type { HeldBonus } from '#shared/bonus/held/queries.ts'
import { formatMoney } from '#core/format.ts'
import { useVisitorText } from '#core/i18n.tsx'
import { Link } from '#shared/link.tsx'
import { paths } from '#shared/paths.ts'
import { sumAmounts, type Wallet } from '#shared/wallet/wallet.ts'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { nextIcon } from '@kapao/ui/icons/more-icons.ts'
import { LockNote } from '#ui/feedback/lock-note.tsx'
import { useDepositText } from './text/deposit-text.ts'
import type { DepositWay } from './ways.ts'

type HeldNoteProps = {
  progress: NonNullable<HeldBonus['progress']>
  way: DepositWay
  currency: Wallet['currency']
}

/** While a bonus is held: what comes by bank waits until it ends, and nothing else is taken before. */
export function HeldNote({ progress, way, currency }: HeldNoteProps) {
  const text = useDepositText().held
  const units = useVisitorText().currency
  const { code, total, target } = progress
  const money = (amount: number): string => formatMoney(amount, currency, units)
  const missing = Math.max(sumAmounts([target, -total]), 0)
  return (
    <LockNote
      label={text.label}
      title={
        <>
          {text.title} <BonusName code={code} />
        </>
      }
      meter={{
        label: text.progress,
        value: total,
        max: target,
        words: missing > 0 ? text.missing(money(missing)) : text.met,
      }}
      action={
        <Link to={paths.bonus}>
          {text.see}
          <Icon path={nextIcon} />
        </Link>
      }
    >
      {way === 'bank' ? text.waits : text.closed}
    </LockNote>
  )
}
