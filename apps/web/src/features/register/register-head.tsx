import { useVisitorText } from '#core/i18n.tsx'
import { LanguageMenu } from '#ui/language-menu.tsx'
import { PageHead } from '#ui/layout/page-head.tsx'
import styles from './register-screen.module.css'

/** An invite link leads here past the login, so the language can be chosen here, too. */
export function RegisterHead() {
  return (
    <div className={styles.head}>
      <PageHead title={useVisitorText().register.title} />
      <LanguageMenu />
    </div>
  )
}
