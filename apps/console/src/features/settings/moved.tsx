import { useText } from '#core/i18n.tsx'
import { FaultNote } from '#ui/feedback/notes.tsx'
import { usePartName } from '#ui/fields/field-props.ts'
import type { Clash } from '#ui/fields/join.ts'
import { Button } from '#ui/form/button.tsx'
import { JsonValue } from '#shared/facts/data-value.tsx'
import { Changed } from './one-setting.tsx'
import { languageOf } from './rows.ts'
import beside from '#ui/beside/beside.module.css'
import shared from '#shared/shared.module.css'
import styles from './settings.module.css'
import { useSettingsText } from './text/settings-text.ts'
import type { Editing } from './use-edit.ts'

/** Somebody else has saved since the edit began: nothing is sent on their version before a choice. */
export function Moved({ edit }: { edit: Editing }) {
  const { desk } = useText()
  const { saving } = useSettingsText()
  if (edit.moved.length === 0) return null
  return (
    <section aria-label={saving.moved}>
      <FaultNote
        action={
          <div className={beside.tools}>
            <Button onPress={edit.join}>{saving.join}</Button>
            <Button onPress={edit.discard}>{saving.takeTheirs}</Button>
          </div>
        }
      >
        {saving.moved}
      </FaultNote>
      {edit.moved.map((row) => {
        const language = languageOf(row)
        return (
          <p key={row.name}>
            {language && `${desk.languages[language]}: `}
            <Changed row={row} />
          </p>
        )
      })}
      {edit.clashes.map((clash, at) => (
        <Clashing key={at} clash={clash} />
      ))}
    </section>
  )
}

/** What both have changed: theirs and mine. */
function Clashing({ clash: { path, mine, theirs } }: { clash: Clash }) {
  const { desk } = useText()
  const { form } = useSettingsText()
  const partName = usePartName()
  const [name = '', ...steps] = path
  const language = languageOf({ name: String(name) })
  const where = [
    ...(language ? [desk.languages[language]] : []),
    ...steps.map((step) => (typeof step === 'number' ? String(step + 1) : partName(step))),
  ]
  const side = (value: Clash['mine']) =>
    value === undefined ? form.removed : <JsonValue json={JSON.stringify(value)} />
  return (
    <div className={styles.clash}>
      <p>
        {form.clash} {where.join(' › ')}
      </p>
      <div>
        <span className={shared.dim}>{form.theirs}:</span> {side(theirs)}
      </div>
      <div>
        <span className={shared.dim}>{form.mine}:</span> {side(mine)}
      </div>
    </div>
  )
}
