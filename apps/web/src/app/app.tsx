import { I18nProvider, type I18n } from '#core/i18n.tsx'
import type { Settings } from '#core/settings.ts'
import { FrontScreen } from './front-screen.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'
import { placeOf, type Place } from './paths.ts'
import { TerminatedScreen } from './terminated-screen.tsx'

export type AppProps = { i18n: I18n; settings: Settings; pathname: string }

export function App({ i18n, settings, pathname }: AppProps) {
  return <I18nProvider i18n={i18n}>{screenOf(placeOf(pathname), settings)}</I18nProvider>
}

function screenOf(place: Place, settings: Settings) {
  if (place === 'terminated') return <TerminatedScreen />
  if (place === 'nowhere') return <NotFoundScreen brandName={settings.brand.name} />
  return <FrontScreen settings={settings} />
}
