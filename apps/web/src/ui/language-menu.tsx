import { languages, type Language } from '@kapao/contract/limits'
import { useI18n, useLanguage, useText } from '#core/i18n.tsx'
import { documentLanguage, languageNames } from '#core/language.ts'
import { showToast } from './feedback/toast.ts'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { globeIcon } from '@kapao/ui/icons/public-icons.ts'
import styles from './language-menu.module.css'

/** Each language named in itself; the current one cannot be selected again. */
export function LanguageMenu() {
  const i18n = useI18n()
  const shown = useLanguage()
  const text = useText().language

  async function choose(language: Language): Promise<void> {
    if (!(await i18n.switchTo(language))) showToast('danger', i18n.read().text.language.failed)
  }

  return (
    <div className={styles.menu}>
      <Icon path={globeIcon} />
      <select
        className={styles.select}
        aria-label={text.label}
        value={shown}
        onChange={(event) => void choose(event.target.value as Language)}
      >
        {languages.map((language) => (
          <option
            key={language}
            value={language}
            lang={documentLanguage[language]}
            disabled={language === shown}
          >
            {languageNames[language]}
          </option>
        ))}
      </select>
    </div>
  )
}
