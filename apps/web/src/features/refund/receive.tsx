import { useCallback, useState, type ReactNode } from 'react'
import { callOnce } from '#core/calls/call-once.ts'
import { useMoney } from '#shared/bonus/figures.tsx'
import { Percents } from '#shared/earned/percents.tsx'
import { useRefundText } from './text/refund-text.ts'
import { useClaim } from '#shared/earned/use-claim.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { ConfirmDialog } from '#ui/sheet/confirm-dialog.tsx'
import { staleByRefund, type RefundCheck } from './queries.ts'

/**
 * A refund without a condition is received at once; one with a condition after its percentages were shown, by the other
 * call.
 */
export function useReceive(
  check: RefundCheck,
  currency: Wallet['currency'],
  onReceived: () => void,
): { isBusy: boolean; begin: () => void; dialog: ReactNode } {
  const { confirm: text } = useRefundText()
  const money = useMoney(currency)
  const [isAsking, setAsking] = useState(false)
  const { refundAmount, refundSuccess, refundFail } = check
  const isBound = refundSuccess > 0
  const end = useCallback(
    (isDone: boolean) => {
      setAsking(false)
      if (isDone) onReceived()
    },
    [onReceived],
  )
  const { isBusy, claim } = useClaim({
    send: () => callOnce(isBound ? 'GET /api/refund/addWallet' : 'GET /api/refund/receive'),
    done: 'REFUND_SUCCESS',
    stale: staleByRefund,
    onEnd: end,
  })
  return {
    isBusy,
    begin: isBound ? () => setAsking(true) : claim,
    dialog: isAsking && (
      <ConfirmDialog
        title={text.title}
        confirm={text.confirm}
        cancel={text.cancel}
        busy={isBusy}
        onConfirm={claim}
        onCancel={() => setAsking(false)}
      >
        <p>{text.lead(money(refundAmount))}</p>
        <Percents success={refundSuccess} fail={refundFail} words={text} />
      </ConfirmDialog>
    ),
  }
}
