import { useEffect } from 'react'
import { useText } from '#core/i18n.tsx'
import type { Settings } from '#core/settings.ts'
import { LanguageSwitch } from '#ui/language-switch.tsx'
import { WalletMark } from '#ui/wallet-mark.tsx'
import styles from './front-screen.module.css'

/** The first page that can honestly be shown: who this is, what it will be, and the languages it speaks. */
export function FrontScreen({ settings }: { settings: Settings }) {
  const text = useText().front
  const { brand, features, languages, variant } = settings

  useEffect(() => {
    document.title = brand.name
  }, [brand.name])

  return (
    <div className={styles.page}>
      <main className={styles.main}>
        <div className={styles.mark}>
          <WalletMark />
        </div>
        <div className={styles.words}>
          <h1 className={styles.name}>{brand.name}</h1>
          <p className={styles.sentence}>{text.sentence}</p>
          <p className={styles.status}>{text.status}</p>
          <LanguageSwitch languages={languages} />
        </div>
      </main>
      <footer className={styles.footer}>
        <p>{text.variant[variant]}</p>
        {features.docs && (
          <a className={styles.docs} href="/docs">
            {text.docs}
          </a>
        )}
      </footer>
    </div>
  )
}
