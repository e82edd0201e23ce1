import { callOnce } from '#core/calls/call-once.ts'
import { useRefusalText } from '#core/calls/fault-text.ts'
import { useText } from '#core/i18n.tsx'
import { useBonusText } from './text/bonus-text.ts'
import { useMoneyCall } from '#shared/wallet/use-money-call.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { Button } from '#ui/form/button.tsx'
import { NoticeDialog } from '#ui/sheet/notice-dialog.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { BillSheet } from './bill/bill-sheet.tsx'
import { stale, usePreview } from '#shared/bonus/queries.ts'
import { useMoney } from '#shared/bonus/figures.tsx'
import { Loss } from './held/loss.tsx'

type EndDialogProps = { wallet: Wallet; onClose: () => void }

/** Asks for confirmation with the exact loss, ends the bonus, and passes its bill on. */
export function EndDialog({ wallet, onClose }: EndDialogProps) {
  const { end: text, bill } = useBonusText()
  const close = useText().action.close
  const refusalText = useRefusalText()
  const { progress, start } = useMoneyCall<null>({
    send: () => callOnce('GET /api/bonus/clear'),
    push: 'reward',
    stale,
    doneText: bill.title,
  })
  if (progress?.stage === 'done')
    return (
      <BillSheet
        title={bill.title}
        message={refusalText('BONUS_CLEAR')}
        wallet={wallet}
        onClose={onClose}
      />
    )
  if (progress?.stage === 'failed')
    return (
      <NoticeDialog
        kind="danger"
        title={text.error}
        sentence={progress.sentence}
        close={close}
        onClose={onClose}
      />
    )
  return (
    <Question
      wallet={wallet}
      stage={progress?.stage ?? null}
      onEnd={() => start(null)}
      onClose={onClose}
    />
  )
}

type QuestionProps = EndDialogProps & { stage: 'sending' | 'open' | null; onEnd: () => void }

function Question({ wallet, stage, onEnd, onClose }: QuestionProps) {
  const text = useBonusText().end
  const money = useMoney(wallet.currency)
  const preview = usePreview()
  const { data } = preview
  const isUnderWay = stage !== null
  return (
    <Sheet
      title={text.title}
      onClose={onClose}
      footer={
        <>
          <Button disabled={stage === 'sending'} onClick={onClose}>
            {text.keep}
          </Button>
          {data?.allowed && (
            <Button kind="danger" busy={isUnderWay} onClick={onEnd}>
              {data.total > 0 ? text.confirmLoss(money(data.total)) : text.confirm}
            </Button>
          )}
        </>
      }
    >
      <Loss {...preview} wallet={wallet} />
      {stage === 'open' && <p role="status">{text.under}</p>}
    </Sheet>
  )
}
