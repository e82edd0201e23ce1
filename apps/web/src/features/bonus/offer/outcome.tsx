import { useText } from '#core/i18n.tsx'
import { useBonusText } from '../text/bonus-text.ts'
import { NoticeDialog } from '#ui/sheet/notice-dialog.tsx'

type OutcomeProps = {
  /** Null if it succeeded. */
  fault: string | null
  done: string
  doneLead: string
  onClose: () => void
}

/** The result of receiving a reward. */
export function Outcome({ fault, done, doneLead, onClose }: OutcomeProps) {
  const text = useBonusText().offer
  const close = useText().action.close
  return (
    <NoticeDialog
      kind={fault === null ? 'success' : 'danger'}
      title={fault === null ? done : text.error}
      sentence={fault ?? doneLead}
      close={close}
      onClose={onClose}
    />
  )
}
