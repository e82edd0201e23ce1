import { FieldEditor } from '#ui/fields/field-editor.tsx'
import { Button } from '#ui/form/button.tsx'
import { Time } from '#ui/show/time.tsx'
import type { Json } from '#ui/fields/values.ts'
import { Actor } from '#shared/facts/as-written.tsx'
import { History } from './history.tsx'
import { KeylessNote } from './keyless-note.tsx'
import type { SettingRow } from './rows.ts'
import shared from '#shared/shared.module.css'
import styles from './settings.module.css'
import { useSettingsText } from './text/settings-text.ts'
import type { Editing } from './use-edit.ts'

type Props = { row: SettingRow; label: string; edit: Editing }

/** The field of a setting, and who has changed it. */
export function OneSetting({ row, label, edit }: Props) {
  return (
    <>
      <p className={shared.dim}>
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
    </>
  )
}

/** The ways back: to the default, and to what it was before. `label` tells those of several settings apart. */
export function WaysBack({
  row,
  label,
  edit,
  isReadOnly,
}: Omit<Props, 'label'> & { label: string | null; isReadOnly: boolean }) {
  const { form } = useSettingsText()
  const named = (words: string): string => (label === null ? words : `${label}: ${words}`)
  return (
    <div className={styles.tabs}>
      {row.isSet && !isReadOnly && (
        <span>
          <Button look="quiet" onPress={() => edit.toDefault(row)}>
            {named(form.toDefault)}
          </Button>
        </span>
      )}
      <History
        row={row}
        label={named(form.history)}
        onSetBack={isReadOnly ? null : (value) => edit.change(row, value as Json)}
      />
    </div>
  )
}

export function Changed({ row }: { row: SettingRow }) {
  const { form } = useSettingsText()
  if (row.changedAt === null || row.changedBy === null) return form.neverChanged
  return (
    <>
      {form.changed} <Time at={row.changedAt} />{' '}
      {row.askedBy !== null && (
        <>
          {form.askedBy} <Actor actor={row.askedBy} /> · {form.approvedBy}{' '}
        </>
      )}
      <Actor actor={row.changedBy} />
      {!row.isSet && ` · ${form.isDefault}`}
    </>
  )
}
