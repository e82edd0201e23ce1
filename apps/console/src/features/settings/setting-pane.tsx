import { useText } from '#core/i18n.tsx'
import { isOpen, isRefused } from '#core/calls/fault.ts'
import { FaultNote, WaitNote } from '#ui/feedback/notes.tsx'
import { Button } from '#ui/form/button.tsx'
import { Time } from '#ui/show/time.tsx'
import { Actor, Code } from '#shared/facts/as-written.tsx'
import { useFaultText } from '#shared/faults/fault-text.ts'
import { FieldEditor } from '#ui/fields/field-editor.tsx'
import { FormContext } from '#ui/fields/field-props.ts'
import type { Json } from '#ui/fields/values.ts'
import { History } from './history.tsx'
import { LookNote } from './look-note.tsx'
import { usePower, useSettingWords, type SettingRow } from './rows.ts'
import styles from './settings.module.css'
import { useSettingsText } from './text/settings-text.ts'
import { useEdit, type Editing } from './use-edit.ts'

type Props = { row: SettingRow; onBack: () => void }

/** One setting: what it is for, its form, what saving would come to, and what it was before. */
export function SettingPane({ row, onBack }: Props) {
  const { desk } = useText()
  const { form } = useSettingsText()
  const { name, about } = useSettingWords()(row)
  const power = usePower(row.group)
  const edit = useEdit(row)
  const { error } = edit.save
  const refusedFor = isRefused(error, 'FIELD_WRONG') ? error.detail.problems : []
  const problems = refusedFor.length > 0 ? refusedFor : (edit.look?.data?.problems ?? [])
  return (
    <article className={styles.form} aria-label={name}>
      <span className={styles.back}>
        <Button look="quiet" onPress={onBack}>
          {desk.back}
        </Button>
      </span>
      <header>
        <h2>{name}</h2>
        <p>{about}</p>
        <p className={styles.dim}>
          <Code code={row.name} /> · <Changed row={row} />
        </p>
      </header>
      {power !== 'change' && <WaitNote>{form.power[power]}</WaitNote>}
      {row.mayWait && power !== 'read' && <p className={styles.dim}>{form.mayWait}</p>}
      <Moved row={row} edit={edit} />
      <FormContext value={{ problems, isReadOnly: power === 'read', Inner: FieldEditor }}>
        <FieldEditor
          field={row.field}
          label={form.value}
          path={[]}
          value={edit.value}
          onChange={edit.change}
        />
      </FormContext>
      {power !== 'read' && <SaveBar row={row} edit={edit} />}
      <History
        row={row}
        onSetBack={power === 'read' ? null : (value) => edit.change(value as Json)}
      />
    </article>
  )
}

function Changed({ row }: { row: SettingRow }) {
  const { form } = useSettingsText()
  if (row.changedAt === null || row.changedBy === null) return form.neverChanged
  return (
    <>
      {form.changed} <Time at={row.changedAt} /> <Actor actor={row.changedBy} />
      {!row.isSet && ` · ${form.isDefault}`}
    </>
  )
}

/** Somebody else has saved since the edit began: nothing is sent on their version before a choice. */
function Moved({ row, edit }: { row: SettingRow; edit: Editing }) {
  const { form } = useSettingsText()
  if (!edit.isMoved) return null
  return (
    <FaultNote
      action={
        <div className={styles.tools}>
          <Button onPress={edit.keepMine}>{form.keepMine}</Button>
          <Button onPress={edit.discard}>{form.takeTheirs}</Button>
        </div>
      }
    >
      {form.moved} <Changed row={row} />
    </FaultNote>
  )
}

function SaveBar({ row, edit }: { row: SettingRow; edit: Editing }) {
  const { desk } = useText()
  const { form } = useSettingsText()
  const faultText = useFaultText()
  const { save, look } = edit
  const { error } = save
  const isBehind = isRefused(error, 'DECISION_REFUSED') && error.detail.why === 'setting-changed'
  const asks = look?.data?.state === 'waits'
  return (
    <div className={styles.bar}>
      {edit.isDirty && !edit.isMoved && <LookNote look={look} />}
      {error && !isBehind && (
        <FaultNote>{isOpen(error) ? desk.line.open : faultText(error)}</FaultNote>
      )}
      <div className={styles.tools}>
        <Button
          look="primary"
          isBusy={save.isPending}
          isDisabled={!edit.isDirty || edit.isMoved}
          onPress={save.send}
        >
          {asks ? form.ask : desk.save}
        </Button>
        {edit.isDirty && <Button onPress={edit.discard}>{form.discard}</Button>}
        {row.isSet && (
          <Button look="quiet" onPress={edit.toDefault}>
            {form.toDefault}
          </Button>
        )}
      </div>
    </div>
  )
}
