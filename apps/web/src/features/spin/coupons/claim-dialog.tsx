import { claimDebounceMs } from '@kapao/contract/limits'
import { useEffect, useRef, useState } from 'react'
import { useSpinText } from '../text/spin-text.ts'
import { callOnce } from '#core/calls/call-once.ts'
import { useFaultText } from '#core/calls/fault-text.ts'
import { useSending } from '#core/calls/use-sending.ts'
import { formatMoney } from '#core/format.ts'
import { useText, useVisitorText } from '#core/i18n.tsx'
import { useQueries } from '#core/queries/use-query.tsx'
import { SafeHtml } from '#ui/safe-html.tsx'
import { ConfirmDialog } from '#ui/sheet/confirm-dialog.tsx'
import { NoticeDialog } from '#ui/sheet/notice-dialog.tsx'
import { couponsKey, setupKey, type Coupon } from '../queries.ts'

type ClaimDialogProps = { coupon: Coupon; onClose: () => void }
type End = { kind: 'success' | 'danger'; sentence: string }

/** Asks for confirmation, claims, and shows the result; the wheel is refetched however the dialog is closed. */
export function ClaimDialog({ coupon, onClose }: ClaimDialogProps) {
  const text = useSpinText().claim
  const { action } = useText()
  const units = useVisitorText().currency
  const queries = useQueries()
  const { end, isBusy, confirm } = useClaim(coupon)
  const { label, htmlDescription } = coupon.prize.slice

  const close = (): void => {
    onClose()
    for (const queryKey of [setupKey, couponsKey, ['wallet'], ['statement']])
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
      title={text.title}
      confirm={text.confirm}
      cancel={text.cancel}
      busy={isBusy}
      onConfirm={confirm}
      onCancel={close}
    >
      <p>{text.sentence(label, formatMoney(coupon.amount, coupon.currency, units))}</p>
      {htmlDescription && <SafeHtml markup={htmlDescription} />}
    </ConfirmDialog>
  )
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
