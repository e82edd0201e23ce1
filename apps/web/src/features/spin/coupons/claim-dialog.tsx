import { claimDebounceMs } from '@kapao/contract/limits-of-wheel'
import { useEffect, useRef, useState } from 'react'
import { useSpinText } from '../text/spin-text.ts'
import { callOnce } from '#core/calls/call-once.ts'
import { useFaultText } from '#core/calls/fault-text.ts'
import { useSending } from '#core/calls/use-sending.ts'
import { formatMoney } from '#core/format.ts'
import { useText, useVisitorText } from '#core/i18n.tsx'
import { useQueries } from '#core/queries/use-query.tsx'
import { useHeldBonus } from '#shared/bonus/held/queries.ts'
import { Link } from '#shared/link.tsx'
import { paths } from '#shared/paths.ts'
import { LockNote } from '#ui/figures/lock-note.tsx'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { giftIcon } from '@kapao/ui/icons/more-icons.ts'
import { SafeHtml } from '#ui/safe-html.tsx'
import { ConfirmDialog } from '#ui/sheet/confirm-dialog.tsx'
import { NoticeDialog } from '#ui/sheet/notice-dialog.tsx'
import { couponsKey, setupKey, type Coupon } from '../queries.ts'
import styles from './claim-dialog.module.css'

type ClaimDialogProps = {
  coupon: Coupon
  /** It was won this moment. */
  isWin?: boolean
  onClose: () => void
}
type End = { kind: 'success' | 'danger'; sentence: string }

/**
 * Says what a prize is worth and what must be played for it, claims it, and shows the result; the wheel is refetched
 * however the dialog is closed.
 */
export function ClaimDialog({ coupon, isWin = false, onClose }: ClaimDialogProps) {
  const { claim: text, won } = useSpinText()
  const { action } = useText()
  const units = useVisitorText().currency
  const queries = useQueries()
  const { end, isBusy, confirm } = useClaim(coupon)
  const isBound = useHeldBonus().data?.status === true
  const { label } = coupon.prize.slice

  const close = (): void => {
    onClose()
    // After a win the wheel reads itself again.
    const own = isWin ? [] : [setupKey, ['wallet']]
    for (const queryKey of [...own, couponsKey, ['statement']])
      void queries.invalidateQueries({ queryKey })
  }
  if (end)
    return (
      <NoticeDialog
        kind={end.kind}
        title={end.kind === 'success' ? text.done : text.notDone}
        sentence={end.sentence}
        close={action.close}
        onClose={close}
      />
    )
  return (
    <ConfirmDialog
      title={isWin ? won.title : text.title}
      confirm={isWin ? won.claim : text.confirm}
      cancel={isWin ? action.close : text.cancel}
      busy={isBusy}
      disabled={isBound}
      onConfirm={confirm}
      onCancel={close}
    >
      <div className={styles.prize} data-win={isWin || undefined}>
        {isWin && (
          <span className={styles.icon}>
            <Icon path={giftIcon} />
          </span>
        )}
        <p className={styles.label}>{label}</p>
        <p className={styles.amount}>{formatMoney(coupon.amount, coupon.currency, units)}</p>
      </div>
      <Condition coupon={coupon} isBound={isBound} />
      <Description coupon={coupon} />
    </ConfirmDialog>
  )
}

type ConditionProps = { coupon: Coupon; isBound: boolean }

/** What must be played before it can be withdrawn; under a bonus it cannot be claimed at all. */
function Condition({ coupon: { currency, toPlay }, isBound }: ConditionProps) {
  const text = useSpinText().claim
  const units = useVisitorText().currency
  if (isBound)
    return <LockNote title={text.bound} action={<Link to={paths.bonus}>{text.toBonus}</Link>} />
  if (toPlay === null) return <p>{text.free}</p>
  return <LockNote title={text.play(formatMoney(toPlay, currency, units))} />
}

/** The operator's words, where they say more than the name of the sector. */
function Description({ coupon }: { coupon: Coupon }) {
  const { label, htmlDescription } = coupon.prize.slice
  if (!htmlDescription || htmlDescription.replaceAll(/<[^>]*>/g, '').trim() === label) return null
  return <SafeHtml markup={htmlDescription} />
}

/** Taps within half a second count as one. */
function useClaim(coupon: Coupon) {
  const text = useSpinText().claim
  const faultText = useFaultText()
  const [isSending, once] = useSending()
  const [end, setEnd] = useState<End | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function claim(): Promise<void> {
    try {
      await callOnce('POST /api/spinwheel/coupon/claim', { coupon: coupon._id })
      setEnd({ kind: 'success', sentence: text.doneLead(coupon.prize.slice.label) })
    } catch (fault) {
      const sentence = faultText(fault)
      if (sentence !== null) setEnd({ kind: 'danger', sentence })
    }
  }

  function confirm(): void {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void once(claim), claimDebounceMs)
  }
  return { end, isBusy: isSending, confirm }
}
