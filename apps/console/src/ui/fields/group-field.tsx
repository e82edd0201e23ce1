import type { Field, FieldPart } from '@kapao/contract/console/field'
import { languages } from '@kapao/contract/limits'
import { useState } from 'react'
import { Button } from '#ui/form/button.tsx'
import { Field as TextLine } from '#ui/form/field.tsx'
import { Select } from '#ui/form/select.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { useText } from '#core/i18n.tsx'
import { useFieldsText } from './text/fields-text.ts'
import { useForm, usePartName, useProblem, type FieldProps } from './field-props.ts'
import styles from './fields.module.css'
import { Entry, EntryTools } from './list-field.tsx'
import { OptionalField } from './optional-field.tsx'
import {
  emptyOf,
  isEmpty,
  isObject,
  textOf,
  withCase,
  withPart,
  type Json,
  type JsonObject,
} from './values.ts'

type Group = Extract<Field, { form: 'group' }>
type Cases = Extract<Field, { form: 'cases' }>
type Table = Extract<Field, { form: 'table' }>

/** Several parts with a name; three languages stand side by side where there is room, and one without words is named. */
export function GroupField({ field, label, ...props }: FieldProps<Group>) {
  const isLanguages = field.parts.map(({ name }) => name).join() === languages.join()
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.label}>{label}</legend>
      {isLanguages && <Missing value={props.value} />}
      <div className={isLanguages ? styles.languages : styles.parts}>
        <Parts parts={field.parts} {...props} />
      </div>
    </fieldset>
  )
}

/** The languages in which there is nothing, of what is there in another one. */
function Missing({ value }: Pick<FieldProps, 'value'>) {
  const { desk } = useText()
  const { edit } = useFieldsText()
  const empty = isObject(value) ? languages.filter((one) => isEmpty(value[one])) : []
  if (empty.length === 0 || empty.length === languages.length) return null
  return (
    <p className={styles.tools}>
      {empty.map((one) => (
        <Badge key={one} tone="minus">
          {desk.languages[one]}: {edit.missing}
        </Badge>
      ))}
    </p>
  )
}

type PartsProps = Omit<FieldProps, 'field' | 'label'> & { parts: readonly FieldPart[] }

function Parts({ parts, path, value, onChange }: PartsProps) {
  const whole = isObject(value) ? value : {}
  return parts.map((part) => (
    <Part
      key={part.name}
      part={part}
      path={[...path, part.name]}
      value={whole[part.name]}
      onChange={(next) => onChange(withPart(whole, part.name, next))}
    />
  ))
}

type PartProps = {
  part: FieldPart
  path: FieldProps['path']
  value: Json | undefined
  onChange: (next: Json | undefined) => void
}

/** One that may be left out is left out while it is empty. */
function Part({ part: { name, field, isOptional }, ...props }: PartProps) {
  const partName = usePartName()
  const { edit } = useFieldsText()
  const { Inner } = useForm()
  const label = partName(name)
  return isOptional ? (
    <OptionalField of={field} label={label} mark={edit.optional} {...props} />
  ) : (
    <Inner field={field} label={label} {...props} />
  )
}

/** One of its parts says which others there are. */
export function CasesField({ field, label, path, value, onChange }: FieldProps<Cases>) {
  const partName = usePartName()
  const { choiceText } = useFieldsText()
  const { isReadOnly } = useForm()
  const error = useProblem(path, field)
  const whole: JsonObject = isObject(value) ? value : {}
  const word = textOf(whole[field.by])
  const names = field.cases.flatMap((one) => one.names)
  const parts = field.cases.find((one) => one.names.includes(word))?.parts ?? []
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.parts}>
        <Select
          label={partName(field.by)}
          value={word}
          isDisabled={isReadOnly}
          error={error}
          options={names.map((one) => ({ value: one, text: choiceText(one) }))}
          onChange={(next) => onChange(withCase(field, whole, next))}
        />
        <Parts parts={parts} path={path} value={whole} onChange={onChange} />
      </div>
    </fieldset>
  )
}

/** Entries by their names, which others of the value refer to: a new one is named when it is added. */
export function TableField({ field, label, path, value, onChange }: FieldProps<Table>) {
  const { edit } = useFieldsText()
  const { isReadOnly, Inner } = useForm()
  const error = useProblem(path, field)
  const [name, setName] = useState('')
  const [added, setAdded] = useState<string | null>(null)
  const whole: JsonObject = isObject(value) ? value : {}
  const isKnown = Object.hasOwn(whole, name)
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.label}>
        {label}{' '}
        <span className={styles.dim}>{edit.entries(Object.keys(whole).length, field.max)}</span>
      </legend>
      {error && <p className={styles.error}>{error}</p>}
      {Object.entries(whole).map(([key, one]) => (
        <Entry
          key={key}
          path={[...path, key]}
          title={key}
          isNew={key === added}
          tools={<EntryTools of={key} onRemove={() => onChange(withPart(whole, key, undefined))} />}
        >
          <Inner
            field={field.of}
            label={key}
            path={[...path, key]}
            value={one}
            onChange={(next) => onChange(withPart(whole, key, next))}
          />
        </Entry>
      ))}
      {!isReadOnly && (
        <div className={styles.small}>
          <TextLine
            label={edit.newName}
            value={name}
            onChange={setName}
            error={isKnown ? edit.nameTaken : null}
          />
          <Button
            isDisabled={name === '' || isKnown}
            onPress={() => {
              setAdded(name)
              setName('')
              onChange({ ...whole, [name]: emptyOf(field.of) })
            }}
          >
            {edit.add}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
