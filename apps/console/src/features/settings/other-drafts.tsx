import { Check } from '#ui/form/choice.tsx'
import shared from '#shared/shared.module.css'
import styles from './settings.module.css'
import { useFormWords } from './rows.ts'
import { useSettingsText } from './text/settings-text.ts'
import type { Editing } from './use-edit.ts'

/** What this tab has typed in other forms and not saved: it is saved together with this one, all or none, where it is chosen. */
export function OtherDrafts({ edit }: { edit: Editing }) {
  const { form, saving } = useSettingsText()
  const wordsOf = useFormWords()
  if (edit.others.length === 0) return null
  const wrong = edit.look?.data?.problems.map(({ path: [name] }) => name) ?? []
  return (
    <fieldset className={styles.others}>
      <legend className={shared.dim}>{form.together}</legend>
      {edit.others.map(({ form: other, isChosen, isMoved }) => (
        <div key={other.id}>
          <Check isOn={isChosen} onChange={(isOn) => edit.take(other.id, isOn)}>
            {wordsOf(other).name}
          </Check>
          {isChosen && isMoved && <p className={styles.wrong}>{saving.moved}</p>}
          {isChosen && other.rows.some(({ name }) => wrong.includes(name)) && (
            <p className={styles.wrong}>{form.wrongThere}</p>
          )}
        </div>
      ))}
    </fieldset>
  )
}
