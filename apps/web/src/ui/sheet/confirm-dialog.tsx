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
}: ConfirmDialogProps) {
  return (
    <Sheet
      title={title}
      onClose={onCancel}
      footer={
        <>
          <Button busy={busy} disabled={disabled} onClick={onConfirm}>
            {confirm}
          </Button>
          <Button kind="secondary" disabled={busy} onClick={onCancel}>
            {cancel}
          </Button>
        </>
      }
    >
      {children}
    </Sheet>
  )
}
