import { useState } from 'react'
import { formatMoney } from '#core/format.ts'
import { useVisitorText } from '#core/i18n.tsx'
import type { Account } from './accounts/accounts.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { useTransferText } from './text/transfer-text.ts'
import { Button } from '#ui/form/button.tsx'
import { ConfirmDialog } from '#ui/sheet/confirm-dialog.tsx'
import { gatherable } from './places.ts'
import type { Job } from './use-transfer.ts'

type MoveEverythingProps = {
  places: readonly Account[]
  currency: Wallet['currency']
  to: string
  onStart: (job: Job) => void
}

/** Moves all money to the chosen place, after a confirmation, because it affects every game. */
export function MoveEverything({ places, currency, to, onStart }: MoveEverythingProps) {
  const { everything: text } = useTransferText()
  const { currency: units, form } = useVisitorText()
  const [asking, setAsking] = useState(false)
  const target = places.find(({ code }) => code === to)
  if (!target) return null
  const amount = gatherable(places, to)
  if (amount <= 0) return null
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        {text.open(target.name)}
      </Button>
      {asking && (
        <ConfirmDialog
          title={text.title}
          confirm={text.confirm}
          cancel={form.cancel}
          onConfirm={() => {
            setAsking(false)
            onStart({ everythingTo: to })
          }}
          onCancel={() => setAsking(false)}
        >
          <p>{text.sentence(formatMoney(amount, currency, units), target.name)}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
