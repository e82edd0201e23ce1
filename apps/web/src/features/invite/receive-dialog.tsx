import { useCallback } from 'react'
import { callOnce } from '#core/calls/call-once.ts'
import { useMoney } from '#shared/bonus/figures.tsx'
import { useInviteText } from './text/invite-text.ts'
import { HouseConditions } from './house-conditions.tsx'
import { Percents } from '#shared/earned/percents.tsx'
import { useClaim } from '#shared/earned/use-claim.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { ConfirmDialog } from '#ui/sheet/confirm-dialog.tsx'

type ReceiveDialogProps = { wallet: Wallet; onClose: (isChanged: boolean) => void }

/** OP-B06: shows the bonus and its condition, and receives it. */
export function ReceiveDialog({ wallet, onClose }: ReceiveDialogProps) {
  const text = useInviteText().receive
  const money = useMoney(wallet.currency)
  const { amount, success, fail } = wallet.invite
  const cancel = useCallback(() => onClose(false), [onClose])
  const { isBusy, claim } = useClaim({
    send: () => callOnce('GET /api/invite/bonus'),
    done: 'INVITE_BONUS_SUCCESS',
    stale: ['wallet', 'invite', 'statement', 'bonus'],
    onEnd: onClose,
  })
  return (
    <ConfirmDialog
      title={text.title}
      confirm={text.confirm}
      cancel={text.cancel}
      busy={isBusy}
      onConfirm={claim}
      onCancel={cancel}
    >
      <p>{text.lead(money(amount))}</p>
      <Percents success={success} fail={fail} words={text} />
      <HouseConditions />
    </ConfirmDialog>
  )
}
