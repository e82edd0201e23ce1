import type { Field } from '@kapao/contract/console/field'
import { useState, type ReactNode } from 'react'
import { useLanguage } from '#core/i18n.tsx'
import { Button } from '#ui/form/button.tsx'
import { Check } from '#ui/form/choice.tsx'
import { useFieldsText } from './text/fields-text.ts'
import { useForm, useIsWrong, useProblem, type FieldProps } from './field-props.ts'
import styles from './fields.module.css'
import { isScalar } from './scalar-field.tsx'
import { detailsOf, emptyOf, identityOf, movedOne, type Json } from './values.ts'

type Of = Extract<Field, { form: 'list' }>

/** Entries below each other, added, moved and removed by buttons; of a few words each is checked or not. */
export function ListField({ field, label, path, value, onChange }: FieldProps<Of>) {
  const { edit, choiceText } = useFieldsText()
  const language = useLanguage()
  const { isReadOnly, Inner } = useForm()
  const error = useProblem(path, field)
  const [added, setAdded] = useState<number | null>(null)
  const all = Array.isArray(value) ? (value as Json[]) : []
  if (field.of.form === 'choice')
    return <ChosenList words={field.of.of} {...{ label, all, onChange, error }} />
  const replace = (at: number, next: Json) =>
    onChange(all.map((one, place) => (place === at ? next : one)))
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.label}>
        {label} <span className={styles.dim}>{edit.entries(all.length, field.max)}</span>
      </legend>
      {error && <p className={styles.error}>{error}</p>}
      {all.map((one, at) => (
        <Entry
          key={at}
          path={[...path, at]}
          title={identityOf(one) ?? String(at + 1)}
          details={detailsOf(field.of, one, { choiceText, language })}
          isNew={at === added}
          isSmall={isScalar(field.of)}
          tools={
            <EntryTools
              of={identityOf(one) ?? String(at + 1)}
              isFirst={at === 0}
              isLast={at === all.length - 1}
              onMove={(by) => onChange(movedOne(all, at, by))}
              onRemove={() => onChange(all.filter((_, place) => place !== at))}
            />
          }
        >
          <Inner
            field={field.of}
            label={String(at + 1)}
            path={[...path, at]}
            value={one}
            onChange={(next) => replace(at, next)}
          />
        </Entry>
      ))}
      {!isReadOnly && (
        <Button
          isDisabled={all.length >= field.max}
          onPress={() => {
            setAdded(all.length)
            onChange([...all, emptyOf(field.of)])
          }}
        >
          {edit.add}
        </Button>
      )}
    </fieldset>
  )
}

type EntryProps = {
  path: FieldProps['path']
  title: string
  details?: readonly string[]
  isNew: boolean
  isSmall?: boolean
  tools: ReactNode
  children: ReactNode
}

/** Closed until it is wanted, for a list may have sixty of them; one in which something is wrong is open. */
export function Entry({
  path,
  title,
  details = [],
  isNew,
  isSmall = false,
  tools,
  children,
}: EntryProps) {
  const isWrong = useIsWrong(path)
  const [isOpen, setOpen] = useState(isNew)
  if (isSmall)
    return (
      <div className={styles.small}>
        {children}
        {tools}
      </div>
    )
  return (
    <details
      className={styles.entry}
      open={isOpen || isWrong}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {title}
        {details.length > 0 && <span className={styles.details}>{details.join(' · ')}</span>}
      </summary>
      {(isOpen || isWrong) && (
        <>
          {tools}
          {children}
        </>
      )}
    </details>
  )
}

type ToolsProps = {
  of: string
  isFirst?: boolean
  isLast?: boolean
  onMove?: (by: 1 | -1) => void
  onRemove: () => void
}

export function EntryTools({ of, isFirst = true, isLast = true, onMove, onRemove }: ToolsProps) {
  const { edit } = useFieldsText()
  const { isReadOnly } = useForm()
  if (isReadOnly) return null
  const button = (name: string, isOff: boolean, act: () => void) => (
    <Button look="quiet" aria-label={`${name}: ${of}`} isDisabled={isOff} onPress={act}>
      {name}
    </Button>
  )
  return (
    <div className={styles.tools}>
      {onMove && button(edit.up, isFirst, () => onMove(-1))}
      {onMove && button(edit.down, isLast, () => onMove(1))}
      {button(edit.remove, false, onRemove)}
    </div>
  )
}

type ChosenProps = Pick<FieldProps, 'label' | 'onChange'> & {
  words: readonly string[]
  all: readonly Json[]
  error: string | null
}

function ChosenList({ words, label, all, onChange, error }: ChosenProps) {
  const { choiceText } = useFieldsText()
  const { isReadOnly } = useForm()
  return (
    <fieldset className={styles.fieldset} disabled={isReadOnly}>
      <legend className={styles.label}>{label}</legend>
      {error && <p className={styles.error}>{error}</p>}
      {words.map((word) => (
        <Check
          key={word}
          isOn={all.includes(word)}
          onChange={(isOn) =>
            onChange(words.filter((one) => (one === word ? isOn : all.includes(one))))
          }
        >
          {choiceText(word)}
        </Check>
      ))}
    </fieldset>
  )
}
