import { useText } from '#core/i18n.tsx'
import { useBonusText } from '../text/bonus-text.ts'
import { NoticeDialog } from '#ui/sheet/notice-dialog.tsx'

type ToldProps = {
  /** Null when it went well. */
  fault: string | null
  done: string
  doneLead: string
  onClose: () => void
}

/** How receiving a reward has ended. */
export function Told({ fault, done, doneLead, onClose }: ToldProps) {
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
