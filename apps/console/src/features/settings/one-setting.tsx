import { FieldEditor } from '#ui/fields/field-editor.tsx'
import { Button } from '#ui/form/button.tsx'
import { Time } from '#ui/show/time.tsx'
import type { Json } from '#ui/fields/values.ts'
import { Actor } from '#shared/facts/as-written.tsx'
import { History } from './history.tsx'
import { KeylessNote } from './keyless-note.tsx'
import type { SettingRow } from './rows.ts'
import styles from './settings.module.css'
import { useSettingsText } from './text/settings-text.ts'
import type { Editing } from './use-edit.ts'

type Props = { row: SettingRow; label: string; edit: Editing; isReadOnly: boolean }

/** The field of a setting, who has changed it, and what it was before. */
export function OneSetting({ row, label, edit, isReadOnly }: Props) {
  const { form } = useSettingsText()
  return (
    <>
      <p className={styles.dim}>
        <Changed row={row} />
      </p>
      <KeylessNote row={row} value={edit.valueOf(row)} />
      <FieldEditor
        field={row.field}
        label={label}
        path={[row.name]}
        value={edit.valueOf(row)}
        onChange={(value) => edit.change(row, value)}
      />
      {row.isSet && !isReadOnly && (
        <span>
          <Button look="quiet" onPress={() => edit.toDefault(row)}>
            {form.toDefault}
          </Button>
        </span>
      )}
      <History
        row={row}
        onSetBack={isReadOnly ? null : (value) => edit.change(row, value as Json)}
      />
    </>
  )
}

export function Changed({ row }: { row: SettingRow }) {
  const { form } = useSettingsText()
  if (row.changedAt === null || row.changedBy === null) return form.neverChanged
  return (
    <>
      {form.changed} <Time at={row.changedAt} /> <Actor actor={row.changedBy} />
      {!row.isSet && ` · ${form.isDefault}`}
    </>
  )
}
