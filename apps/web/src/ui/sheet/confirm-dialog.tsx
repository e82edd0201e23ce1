import type { ReactNode } from 'react'
import { Button } from '#ui/form/button.tsx'
import { Sheet } from './sheet.tsx'

type ConfirmDialogProps = {
  title: string
  children: ReactNode
  confirm: string
  cancel: string
  onConfirm: () => void
  onCancel: () => void
  busy?: boolean
  /** It would be refused, as the text says. */
  disabled?: boolean
  /** It ends something: what keeps it comes first, in gold, and what ends it is red. */
  isEnd?: boolean
}

/** Asks before something irreversible; the only dialog that may be above a sheet. */
export function ConfirmDialog({
  title,
  children,
  confirm,
  cancel,
  onConfirm,
  onCancel,
  busy = false,
  disabled = false,
  isEnd = false,
}: ConfirmDialogProps) {
  const act = (
    <Button
      key="confirm"
      kind={isEnd ? 'danger' : 'primary'}
      busy={busy}
      disabled={disabled}
      onClick={onConfirm}
    >
      {confirm}
    </Button>
  )
  const keep = (
    <Button key="cancel" kind={isEnd ? 'primary' : 'secondary'} disabled={busy} onClick={onCancel}>
      {cancel}
    </Button>
  )
  return (
    <Sheet title={title} onClose={onCancel} footer={isEnd ? [keep, act] : [act, keep]}>
      {children}
    </Sheet>
  )
}
