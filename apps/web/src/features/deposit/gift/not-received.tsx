import { useDepositText } from '../text/deposit-text.ts'
import { Link } from '#shared/link.tsx'
import { paths } from '#shared/paths.ts'
import { Refusal } from '#ui/feedback/refusal.tsx'
import type { GiftRefusal } from './use-gift.ts'

const reasons = {
  TRUELINK_INVALID: 'invalid',
  TRUELINK_DUPLICATE: 'used',
  TRUELINK_OTHER_PHONE: 'otherPhone',
} as const

/** Why a gift was not received, and where its money is. */
export function NotReceived({ refused: { code, sentence } }: { refused: GiftRefusal }) {
  const text = useDepositText().refused
  const reason = Object.entries(reasons).find(([known]) => known === code)?.[1]
  if (reason) return <Refusal {...text.gift[reason]} />
  return code === 'BONUS_REMAINING' ? (
    <Refusal
      title={text.bonus.title}
      next={sentence}
      action={<Link to={paths.bonus}>{text.bonus.toBonus}</Link>}
    />
  ) : (
    <Refusal title={text.gift.title} next={sentence} />
  )
}
