import { useText } from '#core/i18n.tsx'
import { isOpen, isRefused } from '#core/calls/fault.ts'
import { FaultNote } from '#ui/feedback/notes.tsx'
import { Button } from '#ui/form/button.tsx'
import { useFaultText } from '#shared/faults/fault-text.ts'
import { LookNote } from './look-note.tsx'
import styles from './settings.module.css'
import { useSettingsText } from './text/settings-text.ts'
import type { Editing } from './use-edit.ts'

/** What saving would come to, and the button. */
export function SaveBar({ edit }: { edit: Editing }) {
  const { desk } = useText()
  const { form } = useSettingsText()
  const faultText = useFaultText()
  const { save, look, moved, isDirty } = edit
  const { error } = save
  const isMoved = moved.length > 0
  const isBehind = isRefused(error, 'DECISION_REFUSED') && error.detail.why === 'setting-changed'
  const asks = look?.data?.state === 'waits'
  return (
    <div className={styles.bar}>
      {isDirty && !isMoved && <LookNote look={look} />}
      {error && !isBehind && (
        <FaultNote>{isOpen(error) ? desk.line.open : faultText(error)}</FaultNote>
      )}
      <div className={styles.tools}>
        <Button
          look="primary"
          isBusy={save.isPending}
          isDisabled={!isDirty || isMoved}
          onPress={save.send}
        >
          {asks ? form.ask : desk.save}
        </Button>
        {isDirty && <Button onPress={edit.discard}>{form.discard}</Button>}
      </div>
    </div>
  )
}
