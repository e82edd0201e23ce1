import { Suspense, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { I18nProvider, startI18n } from '#core/i18n.tsx'
import { documentLanguage } from '#core/language.ts'
import { clearToken, keepToken } from '#core/session/token.ts'
import { parseSettings } from '#core/settings.ts'
import { SettingsProvider } from '#shared/page-settings.tsx'
import { paths, type AppPath } from '#shared/paths.ts'
import { loadMemberText, loadPublicText, loadVisitorText } from '#text/packs.ts'
import { LoginScreen } from '../../features/login/login-screen.tsx'
import { Guarded } from '../guarded.tsx'
import { createScreens, publicScreenAt, type Screens } from '../screens.ts'
import { PublicShell } from '../shell/public-shell.tsx'
import { answerFrom } from './answers.ts'
import { findCut, forgetCut } from './cut.ts'
import { showAt } from './instead/place.ts'
import { report, type ScreenName, type ScreenOrder } from './message.ts'
import { openSheet } from './open-sheet.ts'
import '#ui/forced-colors.css'
import '#ui/large-text.css'
import '#ui/page.css'
import '@kapao/ui/tokens.css'
import './still.css'

const pathOf: Record<ScreenName, AppPath> = {
  login: paths.login,
  contact: paths.contact,
  howto: paths.howto,
  agreement: paths.home,
  conditions: paths.home,
  bonus: paths.bonus,
  promotion: paths.bonus,
  wheel: paths.spin,
  invite: paths.home,
  refund: paths.home,
  deposit: paths.home,
  chat: paths.userContact,
}

const root = createRoot(document.getElementById('root')!)
const brand = new CSSStyleSheet()
document.adoptedStyleSheets = [brand]
let newest = 0

/** Draws the screen as a member would see it, opens what it is about, and reports what was cut. */
export async function show(order: ScreenOrder): Promise<void> {
  const { number, screen, language, page } = order
  newest = number
  const isNewest = () => newest === number
  const packs = { loadPublicText, loadVisitorText, loadMemberText }
  const i18n = await startI18n(language, packs, { remember: () => undefined })
  await Promise.all([i18n.loadVisitorText(), i18n.loadMemberText()])
  const path = pathOf[screen]
  const screens = createScreens(i18n)
  await (
    publicScreenAt(path, screens) ?? (path === paths.login ? null : screens.memberPart)
  )?.preload()
  if (!isNewest()) return

  answerFrom(order.answers)
  showAt(path)
  brand.replaceSync(page.brandCss)
  const settings = JSON.stringify(page.settings)
  document.getElementById('settings')!.textContent = settings
  document.documentElement.lang = documentLanguage[language]
  if (path.startsWith(paths.user)) keepToken('preview', false)
  else clearToken()
  forgetCut()
  // At once: the buttons of the screen before must be gone when one is pressed.
  flushSync(() =>
    root.render(
      <I18nProvider key={number} i18n={i18n}>
        <SettingsProvider settings={parseSettings(settings)}>
          {screenAt(path, screens)}
        </SettingsProvider>
      </I18nProvider>,
    ),
  )
  await openSheet(order, i18n, isNewest)
  if (isNewest()) report({ kind: 'drawn', number, cut: findCut() })
}

function screenAt(path: AppPath, screens: Screens): ReactNode {
  const later = publicScreenAt(path, screens)
  if (!later && path !== paths.login)
    return (
      <Suspense>
        <screens.memberPart.Screen path={path} />
      </Suspense>
    )
  return (
    <PublicShell path={path}>
      <Guarded path={path}>
        {later ? (
          <later.Screen />
        ) : (
          <LoginScreen
            onIntent={() => undefined}
            renderForgotten={() => null}
            renderEnded={(_why, plainly) => plainly}
          />
        )}
      </Guarded>
    </PublicShell>
  )
}
