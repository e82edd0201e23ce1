import type { Language } from '@kapao/contract/limits'
import { useState } from 'react'
import { useI18n, useLanguage, useText } from '#core/i18n.tsx'
import { documentLanguage, languageNames } from '#core/language.ts'
import styles from './language-switch.module.css'

/** Every language at once, each named in itself: nobody has to open a menu that they cannot read. */
export function LanguageSwitch({ languages }: { languages: readonly Language[] }) {
  const i18n = useI18n()
  const shown = useLanguage()
  const text = useText().language
  const [failed, setFailed] = useState(false)

  async function choose(language: Language): Promise<void> {
    setFailed(!(await i18n.switchTo(language)))
  }

  return (
    <div className={styles.block}>
      <div className={styles.row} role="group" aria-label={text.label}>
        {languages.map((language) => (
          <button
            key={language}
            type="button"
            className={styles.choice}
            lang={documentLanguage[language]}
            aria-pressed={language === shown}
            onClick={() => void choose(language)}
          >
            {languageNames[language]}
          </button>
        ))}
      </div>
      <p className={styles.failed} role="status">
        {failed && text.failed}
      </p>
    </div>
  )
}
