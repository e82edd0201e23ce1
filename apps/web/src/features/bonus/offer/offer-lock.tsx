import type { Wallet } from '#shared/wallet/wallet.ts'
import { useMoney } from '#shared/bonus/figures.tsx'
import type { Offer } from '#shared/bonus/queries.ts'
import { LockNote } from '#ui/figures/lock-note.tsx'
import { useBonusText } from '../text/bonus-text.ts'

type OfferLockProps = { offer: Offer; currency: Wallet['currency'] }

/** Before anything else: what receiving it locks, and until when. */
export function OfferLock({ offer, currency }: OfferLockProps) {
  const text = useBonusText().offer.lock
  const money = useMoney(currency)
  const { kind, deposit, bonus, target, needsDeposit } = offer
  // Without the deposit that it is a share of, there is nothing to calculate yet.
  if (needsDeposit) return null
  const until = text.until[kind](money(target))
  return (
    <LockNote title={deposit > 0 ? text.own(money(deposit), until) : text.won(until)}>
      {text.receives(money(bonus))} {text.deposit}
    </LockNote>
  )
}

/** What the button does, as the sentence above says it. */
export function useReceiveLabel(
  offer: Offer | undefined,
  { currency, plain }: { currency: Wallet['currency']; plain: string },
): string {
  const text = useBonusText().offer.lock
  const money = useMoney(currency)
  if (!offer || offer.needsDeposit) return plain
  const { bonus, deposit } = offer
  return deposit > 0 ? text.receive(money(bonus), money(deposit)) : plain
}
