import { useState } from 'react'
import { useFaultText } from '#core/calls/fault-text.ts'
import { useSending } from '#core/calls/use-sending.ts'
import { useQueries } from '#core/queries/use-query.tsx'
import { useDepositText } from '../../text/deposit-text.ts'
import { showToast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/button.tsx'
import { ConfirmDialog } from '#ui/sheet/confirm-dialog.tsx'
import { cancelQr, type LiveQr } from '../queries.ts'

/** Asks for confirmation: a member who has paid and then cancels would not see the money until the bank reports it. */
export function CancelCode({ code: { qrcodeId } }: { code: LiveQr }) {
  const text = useDepositText().qr
  const queries = useQueries()
  const faultText = useFaultText()
  const [isAsking, setAsking] = useState(false)
  const [isSending, once] = useSending()
  const cancel = (): void =>
    void once(async () => {
      try {
        await cancelQr(queries, qrcodeId)
        showToast('success', text.cancelled)
      } catch (fault) {
        const sentence = faultText(fault)
        if (sentence !== null) showToast('danger', sentence)
      } finally {
        setAsking(false)
      }
    })
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        {text.cancel}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={text.sure.title}
          confirm={text.sure.cancel}
          cancel={text.sure.keep}
          busy={isSending}
          isEnd
          onConfirm={cancel}
          onCancel={() => setAsking(false)}
        >
          <p>{text.sure.paid}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
