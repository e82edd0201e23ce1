import { useText } from '#core/i18n.tsx'
import { Button } from '#ui/form/button.tsx'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { checkIcon, waitIcon } from '@kapao/ui/icons/more-icons.ts'
import { alertIcon } from '@kapao/ui/icons/public-icons.ts'
import styles from './notice-dialog.module.css'
import { Sheet } from './sheet.tsx'

const icons = { success: checkIcon, danger: alertIcon, wait: waitIcon }

type NoticeDialogProps = {
  /** `wait`: the outcome is not known yet. */
  kind: keyof typeof icons
  title: string
  sentence: string
  /** Small print, such as a number to quote. */
  note?: string | null
  close: string
  onClose: () => void
}

/** Shows an outcome, and stays until it is closed. */
export function NoticeDialog({ kind, title, sentence, note, close, onClose }: NoticeDialogProps) {
  return (
    <Sheet
      title={title}
      onClose={onClose}
      footer={
        <Button kind={kind === 'success' ? 'primary' : 'secondary'} onClick={onClose}>
          {close}
        </Button>
      }
    >
      <div className={styles.notice}>
        <span className={styles[kind]}>
          <Icon path={icons[kind]} />
        </span>
        <div className={styles.words}>
          <p
            role={kind === 'danger' ? 'alert' : 'status'}
            className={kind === 'danger' ? styles.why : undefined}
          >
            {sentence}
          </p>
          {note && <p className={styles.note}>{note}</p>}
        </div>
      </div>
    </Sheet>
  )
}

type FailedDialogProps = Pick<NoticeDialogProps, 'sentence' | 'note' | 'onClose'>

/** The title says that it failed, the sentence why, and where the money is. */
export function FailedDialog({ onClose, ...words }: FailedDialogProps) {
  const { error, action } = useText()
  return (
    <NoticeDialog
      kind="danger"
      title={error.generic}
      {...words}
      close={action.close}
      onClose={onClose}
    />
  )
}
