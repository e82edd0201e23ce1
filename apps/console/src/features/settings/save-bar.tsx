import { useLanguage, useText } from '#core/i18n.tsx'
import { isOpen, isRefused } from '#core/calls/fault.ts'
import { FaultNote, WaitNote } from '#ui/feedback/notes.tsx'
import { Button } from '#ui/form/button.tsx'
import { useFaultText } from '#shared/faults/fault-text.ts'
import { PlanTimes } from '#shared/plans/plan-times.tsx'
import { noTimes } from '#shared/plans/times.ts'
import { OtherDrafts } from './other-drafts.tsx'
import { LookNote } from '#shared/look-note.tsx'
import beside from '#ui/beside/beside.module.css'
import { useSettingsText } from './text/settings-text.ts'
import type { Editing } from './use-edit.ts'

/** What saving would come to, and the button. */
export function SaveBar({ edit }: { edit: Editing }) {
  const { desk } = useText()
  const { form, saving, plan } = useSettingsText()
  const language = useLanguage()
  const faultText = useFaultText()
  const { save, look, isDirty, mayBeSent, readiness } = edit
  const { error } = save
  const isBehind = isRefused(error, 'DECISION_REFUSED') && error.detail.why === 'setting-changed'
  const said = look?.data
  const asks = said?.state === 'waits'
  return (
    <div className={beside.bar}>
      {mayBeSent && (
        <LookNote
          look={look}
          atOnce={edit.isPlanned ? plan.willBegin : saving.atOnce}
          // In English the server says what is wrong.
          refused={(language === 'en' && said?.sentence) || saving.refused}
          alone={said?.alone ? [said.alone] : []}
          warnings={[...new Set(said?.warnings.map(({ reason }) => reason))].map((reason) => (
            // What is accepted, and looks like a slip: once for each column.
            <WaitNote key={reason}>{form[reason]}</WaitNote>
          ))}
        />
      )}
      {isDirty && edit.times && (
        <div className={beside.tools}>
          <PlanTimes text={plan} times={edit.times} onChange={edit.plan} />
        </div>
      )}
      <OtherDrafts edit={edit} />
      {error && !isBehind && (
        <FaultNote>{isOpen(error) ? desk.line.open : faultText(error)}</FaultNote>
      )}
      <div className={beside.tools}>
        <Button
          type="submit"
          look="primary"
          isBusy={save.isPending || readiness.isLooking}
          isDisabled={readiness.isBarred}
        >
          {asks ? saving.ask : edit.isPlanned ? plan.send : desk.save}
        </Button>
        {isDirty && (
          <Button
            isChosen={edit.times !== null}
            onPress={() => edit.plan(edit.times ? null : noTimes)}
          >
            {plan.open}
          </Button>
        )}
        {isDirty && <Button onPress={edit.discard}>{saving.discard}</Button>}
      </div>
    </div>
  )
}
