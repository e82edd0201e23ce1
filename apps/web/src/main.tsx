import { createRoot } from 'react-dom/client'
import { connectCalls } from '#core/api.ts'
import { untilShown } from '#core/browser/shown.ts'
import { startI18n } from '#core/i18n.tsx'
import { restoreLanguage, rememberLanguage } from '#core/locale.ts'
import { followOtherTabs } from '#core/session/session.ts'
import { readSettings } from '#core/settings.ts'
import { go } from '#shared/link.tsx'
import { paths } from '#shared/paths.ts'
import { loadMemberText, loadPublicText, loadVisitorText } from '#text/packs.ts'
import { App } from './app/app.tsx'
import { LoadFailure } from './app/notice/load-failure.tsx'
import '#ui/page.css'
import '#ui/tokens.css'

const place = document.getElementById('root')
if (!place) throw new Error('the page has no #root')
const root = createRoot(place)
const settings = readSettings(document)

connectCalls({
  onGone: () => go(paths.terminated, { replace: true }),
  onLostSession: () => go(paths.login, { replace: true }),
})
followOtherTabs()

try {
  const packs = { loadPublicText, loadVisitorText, loadMemberText }
  const i18n = await startI18n(restoreLanguage(settings), packs, rememberLanguage)
  // Guards log out and screens send, which a page that nobody looks at yet must not do.
  await untilShown(document)
  if (__KIT__ && location.pathname === '/__kit') {
    const { KitScreen } = await import('./app/kit/kit-screen.tsx')
    await i18n.loadMemberText()
    root.render(<KitScreen i18n={i18n} settings={settings} />)
  } else root.render(<App i18n={i18n} settings={settings} />)
} catch {
  root.render(<LoadFailure />)
}
