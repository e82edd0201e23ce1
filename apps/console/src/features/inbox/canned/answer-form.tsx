import type { CannedAnswer } from '@kapao/contract/console/inbox'
import { cannedLengthMax } from '@kapao/contract/console/limits'
import type { Language } from '@kapao/contract/limits'
import { useLayoutEffect, useRef } from 'react'
import { useText } from '#core/i18n.tsx'
import { Button } from '#ui/form/button.tsx'
import { Field } from '#ui/form/field.tsx'
import styles from './canned.module.css'
import { cannedLanguages, factNames, insertFact, previewOf, type Wrong } from './edits.ts'

type Props = {
  one: CannedAnswer
  wrong: Wrong | null
  isFirst: boolean
  isLast: boolean
  onChange: (next: CannedAnswer) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
  onBack: () => void
}

export function AnswerForm({ one, wrong, isFirst, isLast, onChange, ...acts }: Props) {
  const text = useText()
  const { canned, desk } = text
  const isNew = one.name === ''
  return (
    <div className={styles.form}>
      <div className={styles.tools}>
        <span className={styles.back}>
          <Button look="quiet" onPress={acts.onBack}>
            {desk.back}
          </Button>
        </span>
        <Button isDisabled={isFirst} onPress={() => acts.onMove(-1)}>
          {canned.up}
        </Button>
        <Button isDisabled={isLast} onPress={() => acts.onMove(1)}>
          {canned.down}
        </Button>
        <Button look="danger" onPress={acts.onRemove}>
          {canned.remove}
        </Button>
      </div>
      <Field
        label={canned.name}
        hint={canned.nameHint}
        value={one.name}
        onChange={(name) => onChange({ ...one, name: name.toLowerCase() })}
        error={wrong?.name ? canned.wrong[wrong.name] : null}
        maxLength={31}
        takesFocus={isNew}
      />
      {cannedLanguages.map((language) => (
        <Words
          key={language}
          language={language}
          words={one.text[language]}
          onChange={(words) => onChange({ ...one, text: { ...one.text, [language]: words } })}
          error={wrong?.[language] ? canned.wrong.text : null}
        />
      ))}
    </div>
  )
}

type WordsProps = {
  language: Language
  words: string
  onChange: (words: string) => void
  error: string | null
}

/** One language: its text, the placeholders, and a preview. */
function Words({ language, words, onChange, error }: WordsProps) {
  const text = useText()
  const { canned, desk } = text
  const place = useRef<HTMLDivElement>(null)
  const cursor = useRef<number | null>(null)
  // Puts the cursor after the inserted text once the field has it.
  useLayoutEffect(() => {
    if (cursor.current === null) return
    const shown = place.current?.querySelector('textarea')
    shown?.focus()
    shown?.setSelectionRange(cursor.current, cursor.current)
    cursor.current = null
  }, [words])
  const name = desk.languages[language]
  return (
    <div ref={place} className={styles.language}>
      <Field
        label={name}
        value={words}
        onChange={onChange}
        error={error}
        isLong
        maxLength={cannedLengthMax}
      />
      <div className={styles.facts} role="group" aria-label={`${canned.insert}: ${name}`}>
        <span className={styles.dim}>{canned.insert}</span>
        {factNames.map((fact) => (
          <Button
            key={fact}
            onPress={() => {
              const { selectionStart: start = words.length, selectionEnd: end = start } =
                place.current?.querySelector('textarea') ?? {}
              const next = insertFact(words, fact, { start, end })
              onChange(next.words)
              cursor.current = next.cursor
            }}
          >
            {canned.facts[fact]}
          </Button>
        ))}
      </div>
      {words.trim() !== '' && (
        <figure className={styles.preview}>
          <figcaption className={styles.dim}>{canned.example}</figcaption>
          <p lang={language === 'la' ? 'lo' : language}>{previewOf(words, language)}</p>
        </figure>
      )}
    </div>
  )
}
