import { formatMoney } from '#core/format.ts'
import { useText, useVisitorText } from '#core/i18n.tsx'
import { watchedWithdrawalKey } from '#core/session/member-storage.ts'
import { readStored } from '#core/storage.ts'
import { formatReference } from '#shared/wallet/reference.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { isOpen, type Withdrawal } from '#shared/withdrawals/current.ts'
import { Button } from '#ui/form/button.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import type { Current } from './queries.ts'
import { useWithdrawText } from './text/withdraw-text.ts'
import { TrackedPart } from './tracked-part.tsx'
import styles from './withdraw-sheet.module.css'

type SentSheetProps = {
  amount: number
  wallet: Wallet
  /** The withdrawal that the server knows last. */
  latest: Withdrawal | null
  current: Current | undefined
  onAgain: () => void
  onClose: () => void
}

/** Says that the money is set aside, follows it, and becomes "Paid" by itself. */
export function SentSheet({ amount, wallet, latest, current, onAgain, onClose }: SentSheetProps) {
  const text = useWithdrawText()
  const units = useVisitorText().currency
  const id = readStored(watchedWithdrawalKey)
  const sent = latest !== null && (id === null || latest._id === id) ? latest : null
  const isWaiting = !sent || isOpen(sent)
  const end = sent?.stage === 'PAID' ? text.tracker.stages.PAID : text.tracker.title
  return (
    <Sheet
      title={isWaiting ? text.done : end}
      onClose={onClose}
      footer={<CloseButton onClose={onClose} />}
    >
      {isWaiting && (
        <p role="status">{text.doneLead(formatMoney(amount, wallet.currency, units))}</p>
      )}
      {!sent && id !== null && (
        <p className={styles.quiet}>{text.reference(formatReference(id))}</p>
      )}
      {sent && (
        <TrackedPart
          withdrawal={sent}
          current={current}
          bank={wallet.bankAccount.bank}
          onAgain={onAgain}
        />
      )}
    </Sheet>
  )
}

export function CloseButton({ onClose }: { onClose: () => void }) {
  return (
    <Button kind="secondary" onClick={onClose}>
      {useText().action.close}
    </Button>
  )
}
