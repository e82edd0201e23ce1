import { useState } from 'react'
import { useText } from '#core/i18n.tsx'
import { isRefused } from '#core/calls/fault.ts'
import { WaitNote } from '#ui/feedback/notes.tsx'
import { FieldEditor } from '#ui/fields/field-editor.tsx'
import { FormContext } from '#ui/fields/field-props.ts'
import type { Path } from '#ui/fields/values.ts'
import { sendBy } from '#ui/form/send-by.ts'
import { Code } from '#shared/facts/as-written.tsx'
import { WaitsNote } from '#shared/waits-note.tsx'
import { Languages } from './languages.tsx'
import { Moved } from './moved.tsx'
import type { Plan } from '#shared/plans/plans.tsx'
import { SettingPlans } from './plans.tsx'
import { OneSetting, WaysBack } from './one-setting.tsx'
import { languageOf, useFormWords, usePower, type SettingForm } from './rows.ts'
import { SaveBar } from './save-bar.tsx'
import { SettingPreview } from './setting-preview.tsx'
import beside from '#ui/beside/beside.module.css'
import shared from '#shared/shared.module.css'
import { BackToList } from '#ui/beside/beside.tsx'
import { classes } from '#ui/classes.ts'
import styles from './settings.module.css'
import { useSettingsText } from './text/settings-text.ts'
import { useEdit } from './use-edit.ts'

type Props = {
  form: SettingForm
  forms: readonly SettingForm[]
  plans: readonly Plan[]
  onBack: () => void
}

/** One form: what it is for, its fields, what saving would come to, and what they were before. */
export function SettingPane({ form, forms, plans, onBack }: Props) {
  const { desk } = useText()
  const text = useSettingsText()
  const { name, about } = useFormWords()(form)
  const [row, ...others] = form.rows
  const power = usePower(row.group)
  const edit = useEdit(form, forms)
  const [cut, setCut] = useState<readonly Path[]>([])
  const { error } = edit.save
  const refusedFor = isRefused(error, 'FIELD_WRONG') ? error.detail.problems : []
  const problems = refusedFor.length > 0 ? refusedFor : (edit.look?.data?.problems ?? [])
  const isReadOnly = power === 'read'
  const waiting = form.rows.find(({ waits }) => waits)?.waits
  return (
    <article className={classes(beside.form, styles.form)} aria-label={name}>
      <BackToList onPress={onBack} />
      <header>
        <h2>{name}</h2>
        <p>{about}</p>
        <p className={shared.dim}>
          <Code code={form.id} />
        </p>
      </header>
      {power !== 'change' && <WaitNote>{text.form.power[power]}</WaitNote>}
      {form.rows.some(({ mayWait }) => mayWait) && !isReadOnly && (
        <p className={shared.dim}>{text.form.mayWait}</p>
      )}
      {waiting && <WaitsNote waits={waiting} />}
      <Moved edit={edit} />
      <form className={beside.fields} noValidate onSubmit={sendBy(edit.save)}>
        <FormContext value={{ problems, isReadOnly, cut, Inner: FieldEditor }}>
          {others.length === 0 ? (
            <OneSetting row={row} label={text.form.value} edit={edit} />
          ) : (
            <Languages rows={form.rows} edit={edit} />
          )}
        </FormContext>
        {!isReadOnly && <SaveBar edit={edit} />}
      </form>
      <SettingPreview rows={form.rows} also={edit.also} valueOf={edit.valueOf} onCut={setCut} />
      <SettingPlans {...{ form, plans, isReadOnly }} />
      <div className={styles.ways}>
        {form.rows.map((one) => {
          const language = languageOf(one)
          const label = language && desk.languages[language]
          return <WaysBack key={one.name} row={one} {...{ label, edit, isReadOnly }} />
        })}
      </div>
    </article>
  )
}
