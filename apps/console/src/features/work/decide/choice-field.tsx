import type { FieldName } from '@kapao/contract/console/words'
import type { FieldChoice } from '@kapao/contract/console/work'
import { useText } from '#core/i18n.tsx'
import { Choice } from '#ui/form/choice.tsx'
import { Select } from '#ui/form/select.tsx'
import { FactName } from '#shared/facts/fact-list.tsx'
import { FactValue } from '#shared/facts/fact-value.tsx'
import styles from './decide.module.css'

type Props = {
  name: FieldName
  choices: readonly FieldChoice[]
  value: string
  onChange: (value: string) => void
  error: string | null
}

/** A value among a few: what is known of each is beside it, or it is read as it is. */
export function ChoiceField({ name, choices, value, onChange, error }: Props) {
  const text = useText()
  const label = text.work.fields[name]
  const isPlain = choices.every(({ facts }) => facts.length === 0)
  return (
    <div className={styles.candidates}>
      {isPlain ? (
        <Select
          label={label}
          value={value}
          onChange={onChange}
          options={[
            { value: '', text: text.work.chooseOne },
            ...choices.map((one) => ({ value: one.value, text: one.value })),
          ]}
        />
      ) : (
        <>
          <h3>{label}</h3>
          <Choice
            label={label}
            isStacked
            value={choices.some((one) => one.value === value) ? value : null}
            onChange={onChange}
            options={choices.map((one) => ({
              value: one.value,
              text: <ChoiceLine choice={one} />,
            }))}
          />
        </>
      )}
      {error && <p role="alert">{error}</p>}
    </div>
  )
}

function ChoiceLine({ choice: { facts } }: { choice: FieldChoice }) {
  return (
    <span className={styles.line}>
      {facts.map(({ name, value }, at) => (
        <span key={at}>
          <span className={styles.barred}>
            <FactName name={name} />
          </span>{' '}
          <FactValue value={value} />
        </span>
      ))}
    </span>
  )
}
