import { useState } from 'react'
import { useBonusText } from '../text/bonus-text.ts'
import { Button } from '#ui/form/button.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Form } from '#ui/layout/form.tsx'
import { codeMax, readCode } from './code.ts'
import styles from './promotion-form.module.css'

/** Looks up a code; what it gives is shown before it is received. */
export function PromotionForm({ onSearch }: { onSearch: (code: string) => void }) {
  const text = useBonusText().promotion
  const [typed, setTyped] = useState('')
  const [isMissing, setMissing] = useState(false)

  function search(): void {
    const code = readCode(typed)
    setMissing(code === null)
    if (code !== null) onSearch(code)
  }

  return (
    <Card>
      <Form onSubmit={search} label={text.title}>
        <div className={styles.row}>
          <TextField
            label={text.label}
            name="promotion"
            value={typed}
            onChange={(code) => {
              setTyped(code)
              setMissing(false)
            }}
            uppercase
            error={isMissing ? text.empty : null}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            maxLength={codeMax}
            enterKeyHint="search"
          />
          <Button submit>{text.search}</Button>
        </div>
      </Form>
    </Card>
  )
}
