import { useLayoutEffect } from 'react'
import { I18nProvider, type I18n } from '#core/i18n.tsx'
import type { Settings } from '#core/settings.ts'
import { leaveShell, shellNow } from '#core/start/early.ts'
import { SettingsProvider } from '#shared/page-settings.tsx'
import { paths } from '#shared/paths.ts'
import { Router } from './router.tsx'
import type { Screens } from './screens.ts'

export type AppProps = { i18n: I18n; settings: Settings; screens: Screens }

export function App({ i18n, settings, screens }: AppProps) {
  // The prerendered screen has been replaced. The login takes over its own once it can handle a form submitted early.
  useLayoutEffect(() => {
    if (shellNow() !== paths.login) leaveShell()
  }, [])
  return (
    <I18nProvider i18n={i18n}>
      <SettingsProvider settings={settings}>
        <Router screens={screens} />
      </SettingsProvider>
    </I18nProvider>
  )
}
