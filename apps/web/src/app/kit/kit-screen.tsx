import { I18nProvider, type I18n } from '#core/i18n.tsx'
import type { Settings } from '#core/settings.ts'
import { SettingsProvider } from '#shared/page-settings.tsx'
import { LanguageMenu } from '#ui/language-menu.tsx'
import { PageHead } from '#ui/layout/page-head.tsx'
import { KitDialogs } from './kit-dialogs.tsx'
import { KitFields } from './kit-fields.tsx'
import { KitPieces } from './kit-pieces.tsx'
import styles from './kit-screen.module.css'

/** Shows every part of the kit in every state, for building and reviewing screens. */
export function KitScreen({ i18n, settings }: { i18n: I18n; settings: Settings }) {
  return (
    <I18nProvider i18n={i18n}>
      <SettingsProvider settings={settings}>
        <main className={styles.page}>
          <PageHead title="/__kit" />
          <LanguageMenu />
          <KitFields />
          <KitDialogs />
          <KitPieces />
        </main>
      </SettingsProvider>
    </I18nProvider>
  )
}
