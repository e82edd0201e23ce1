import { useText } from '#core/i18n.tsx'
import { useBonusText } from '../text/bonus-text.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Button } from '#ui/form/button.tsx'
import { scrollIcon } from '@kapao/ui/icons/more-icons.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useBill } from '#shared/bonus/queries.ts'
import { LoadFailed } from '#ui/feedback/load-failed.tsx'
import { BillLines } from './bill-lines.tsx'

type BillSheetProps = {
  title: string
  /** The server's message on the end. */
  message?: string
  wallet: Wallet
  onClose: () => void
}

export function BillSheet({ title, message, wallet, onClose }: BillSheetProps) {
  const text = useBonusText().bill
  const { close } = useText().action
  const { data: bill, isError, isFetching, refetch } = useBill()
  // Right after an end, the cached bill is that of the bonus before.
  const isOld = message !== undefined && isFetching
  return (
    <Sheet
      title={title}
      onClose={onClose}
      footer={
        <Button kind="secondary" onClick={onClose}>
          {close}
        </Button>
      }
    >
      {message !== undefined && <p role="status">{message}</p>}
      {bill && !isOld ? (
        <BillLines bill={bill} wallet={wallet} />
      ) : isError ? (
        <LoadFailed icon={scrollIcon} onAgain={() => void refetch()}>
          {text.failed}
        </LoadFailed>
      ) : (
        <div aria-busy="true">
          <Skeleton shape="card" />
        </div>
      )}
    </Sheet>
  )
}
