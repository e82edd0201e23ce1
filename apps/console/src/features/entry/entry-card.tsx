import { languages } from '@kapao/contract/limits'
import mark from '@kapao/ui/mark.svg'
import { useQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { useI18n, useLanguage, useText } from '#core/i18n.tsx'
import { reading } from '#core/queries.ts'
import { Select } from '#ui/form/select.tsx'
import styles from './entry.module.css'

/** The frame of the pages before the sign-in: the brand's name, and the language. */
export function EntryCard({ title, children }: { title: string; children: ReactNode }) {
  const text = useText()
  const i18n = useI18n()
  const language = useLanguage()
  useEffect(() => {
    document.title = text.desk.console
  }, [text])
  const desk = useQuery(reading('GET /api/console/desk')).data
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <div className={styles.brand}>
          <img src={mark} alt="" />
          <div>
            <h1>{title}</h1>
            <p className={styles.lead}>{desk?.name ?? text.desk.console}</p>
          </div>
        </div>
        {children}
        <Select
          label={text.desk.language}
          isLabelHidden
          value={language}
          options={languages.map((one) => ({ value: one, text: text.desk.languages[one] }))}
          onChange={(next) => void i18n.switchTo(next)}
        />
      </div>
    </main>
  )
}
