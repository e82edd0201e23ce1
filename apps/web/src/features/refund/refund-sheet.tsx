import { useState } from 'react'
import { useVisitorText } from '#core/i18n.tsx'
import { BannersFirst } from '#shared/banners/banners-first.tsx'
import { useRefundText } from './text/refund-text.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { LoadFailed } from '#ui/feedback/load-failed.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Button } from '#ui/form/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { MoneyText } from '#ui/layout/money-text.tsx'
import { SafeHtml } from '#ui/safe-html.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { History } from './history.tsx'
import { useReceive } from './receive.tsx'
import { useCheck, type RefundCheck } from './queries.ts'
import styles from './refund-sheet.module.css'

type RefundSheetProps = { wallet: Wallet; onClose: (isChanged: boolean) => void }

/** The refund of losses: how much is waiting, its calculation, and what was received. */
export function RefundSheet({ wallet, onClose }: RefundSheetProps) {
  const text = useRefundText()
  const [isChanged, setChanged] = useState(false)
  // RFD-11: after receiving a refund, home reads the wallet again.
  const close = (): void => onClose(isChanged)
  return (
    <BannersFirst
      from="GET /api/refund/banners"
      title={text.title}
      words={text.banners}
      onClose={close}
    >
      <Refund currency={wallet.currency} onReceived={() => setChanged(true)} onClose={close} />
    </BannersFirst>
  )
}

type RefundProps = {
  currency: Wallet['currency']
  onReceived: () => void
  onClose: () => void
}

/** Asks only now: nothing of it is shown before the banners are closed. */
function Refund({ currency, ...sheetProps }: RefundProps) {
  const text = useRefundText()
  const { data: check, isError, refetch } = useCheck()
  if (check) return <Checked {...sheetProps} check={check} currency={currency} />
  return (
    <Sheet title={text.title} onClose={sheetProps.onClose}>
      {isError ? <Failed onAgain={() => void refetch()} /> : <Loading />}
      <History currency={currency} />
    </Sheet>
  )
}

type CheckedProps = RefundProps & { check: RefundCheck }

function Checked({ check, currency, onReceived, onClose }: CheckedProps) {
  const text = useRefundText()
  const units = useVisitorText().currency
  const { isBusy, begin, dialog } = useReceive(check, currency, onReceived)
  return (
    <>
      <Sheet
        title={text.title}
        onClose={onClose}
        footer={
          <Button busy={isBusy} disabled={!check.result || check.bonus} onClick={begin}>
            {text.receive}
          </Button>
        }
      >
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without anything to press, this is how keys scroll it */}
        <section className={styles.waiting} tabIndex={0} aria-label={text.amount}>
          <p className={styles.label}>{text.amount}</p>
          <MoneyText amount={check.refundAmount} unit={units[currency]} size="total" />
          {check.bonus ? (
            <p className={styles.held}>{text.held}</p>
          ) : (
            !check.result && <p className={styles.label}>{text.nothing}</p>
          )}
        </section>
        {check.info && (
          <Card title={text.info}>
            <SafeHtml markup={check.info} />
          </Card>
        )}
        <History currency={currency} />
      </Sheet>
      {dialog}
    </>
  )
}

function Loading() {
  return (
    <div aria-busy="true">
      <Skeleton shape="card" />
    </div>
  )
}

function Failed({ onAgain }: { onAgain: () => void }) {
  const text = useRefundText()
  return <LoadFailed onAgain={onAgain}>{text.failed}</LoadFailed>
}
