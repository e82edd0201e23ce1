import { useText } from '#core/i18n.tsx'
import { isOpen, isRefused } from '#core/calls/fault.ts'
import { FaultNote } from '#ui/feedback/notes.tsx'
import { Button } from '#ui/form/button.tsx'
import { TimeField } from '#ui/form/time-field.tsx'
import { useFaultText } from '#shared/faults/fault-text.ts'
import { LookNote } from './look-note.tsx'
import { OtherDrafts } from './other-drafts.tsx'
import styles from './settings.module.css'
import { useSettingsText } from './text/settings-text.ts'
import { noTimes } from './edits.ts'
import type { Editing } from './use-edit.ts'

/** What saving would come to, and the button. */
export function SaveBar({ edit }: { edit: Editing }) {
  const { desk } = useText()
  const { form, plan } = useSettingsText()
  const faultText = useFaultText()
  const { save, look, isDirty, mayBeSent } = edit
  const { error } = save
  const isBehind = isRefused(error, 'DECISION_REFUSED') && error.detail.why === 'setting-changed'
  const asks = look?.data?.state === 'waits'
  return (
    <div className={styles.bar}>
      {mayBeSent && <LookNote look={look} isPlanned={edit.isPlanned} />}
      {isDirty && edit.times && (
        <div className={styles.tools}>
          <TimeField
            label={plan.from}
            value={edit.times.from}
            onChange={(from) => edit.plan({ ...edit.times!, from })}
          />
          <TimeField
            label={plan.until}
            value={edit.times.until}
            onChange={(until) => edit.plan({ ...edit.times!, until })}
          />
        </div>
      )}
      <OtherDrafts edit={edit} />
      {error && !isBehind && (
        <FaultNote>{isOpen(error) ? desk.line.open : faultText(error)}</FaultNote>
      )}
      <div className={styles.tools}>
        <Button look="primary" isBusy={save.isPending} isDisabled={!mayBeSent} onPress={save.send}>
          {asks ? form.ask : edit.isPlanned ? plan.send : desk.save}
        </Button>
        {isDirty && (
          <Button
            isChosen={edit.times !== null}
            onPress={() => edit.plan(edit.times ? null : noTimes)}
          >
            {plan.open}
          </Button>
        )}
        {isDirty && <Button onPress={edit.discard}>{form.discard}</Button>}
      </div>
    </div>
  )
}
