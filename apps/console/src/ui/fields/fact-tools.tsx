import { fillFacts, type MemberFact } from '@kapao/contract/console/canned'
import { languages } from '@kapao/contract/limits'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { Button } from '#ui/form/button.tsx'
import { exampleFacts } from '#text/examples.ts'
import { useForm, type FieldProps } from './field-props.ts'
import styles from './fields.module.css'
import { useFieldsText } from './text/fields-text.ts'
import { textOf } from './values.ts'

type Props = Pick<FieldProps, 'label' | 'path' | 'value' | 'onChange'> & {
  facts: readonly MemberFact[]
  /** The field that they are inserted into. */
  children: ReactNode
}

/** Facts of a member are inserted where the cursor stands; below it the text is as an example member would read it. */
export function FactTools({ facts, label, path, value, onChange, children }: Props) {
  const text = useFieldsText().facts
  const { isReadOnly } = useForm()
  const place = useRef<HTMLDivElement>(null)
  const cursor = useRef<number | null>(null)
  const words = textOf(value)
  const language = languages.find((one) => one === path.at(-1)) ?? 'en'
  // Puts the cursor after the inserted text once the field has it.
  useLayoutEffect(() => {
    if (cursor.current === null) return
    const shown = place.current?.querySelector('textarea')
    shown?.focus()
    shown?.setSelectionRange(cursor.current, cursor.current)
    cursor.current = null
  }, [words])
  const insert = (fact: MemberFact): void => {
    const { selectionStart: start = words.length, selectionEnd: end = start } =
      place.current?.querySelector('textarea') ?? {}
    const before = `${words.slice(0, start)}{${fact}}`
    cursor.current = before.length
    onChange(before + words.slice(end))
  }
  return (
    <div ref={place} className={styles.fieldset}>
      {children}
      {!isReadOnly && (
        <div className={styles.tools} role="group" aria-label={`${text.insert}: ${label}`}>
          <span className={styles.dim}>{text.insert}</span>
          {facts.map((fact) => (
            <Button key={fact} onPress={() => insert(fact)}>
              {text.names[fact]}
            </Button>
          ))}
        </div>
      )}
      {fillFacts(words, exampleFacts[language]) !== words && (
        <figure className={styles.example}>
          <figcaption className={styles.dim}>{text.example}</figcaption>
          <p lang={language === 'la' ? 'lo' : language}>
            {fillFacts(words, exampleFacts[language])}
          </p>
        </figure>
      )}
    </div>
  )
}
