import { createRoot } from 'react-dom/client'
import { startI18n } from '#core/i18n.tsx'
import { restoreLanguage, rememberLanguage } from '#core/locale.ts'
import { readSettings } from '#core/settings.ts'
import { loadMemberText, loadPublicText } from '#text/packs.ts'
import { App } from './app/app.tsx'
import { LoadFailure } from './app/load-failure.tsx'
import '#ui/page.css'
import '#ui/tokens.css'

const place = document.getElementById('root')
if (!place) throw new Error('the page has no #root')
const root = createRoot(place)
const settings = readSettings(document)

try {
  const packs = { loadPublicText, loadMemberText }
  const i18n = await startI18n(restoreLanguage(settings), packs, rememberLanguage)
  root.render(<App i18n={i18n} settings={settings} pathname={location.pathname} />)
} catch {
  root.render(<LoadFailure />)
}
