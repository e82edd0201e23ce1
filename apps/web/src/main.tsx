import type { Language } from '@kapao/contract/limits'
import { startTransition } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { connectCalls } from '#core/api.ts'
import { leaveShell, shellNow } from '#core/start/early.ts'
import { whenIdle } from '#core/start/idle.ts'
import { untilShown } from '#core/start/shown.ts'
import { startI18n, type I18n } from '#core/i18n.tsx'
import { restoreLanguage, rememberLanguage } from '#core/locale.ts'
import { last } from '#core/session/last-phone.ts'
import { followOtherTabs } from '#core/session/session.ts'
import { readToken } from '#core/session/token.ts'
import { readSettings } from '#core/settings.ts'
import { go } from '#shared/link.tsx'
import { areaOf, pathAt, paths } from '#shared/paths.ts'
import { loadMemberText, loadPublicText, loadVisitorText } from '#text/packs.ts'
import { App } from './app/app.tsx'
import { mayReload } from './app/lazy/may-reload.ts'
import { LoadFailure } from './app/notice/load-failure.tsx'
import { createScreens, publicScreenAt, type Screens } from './app/screens.ts'
import '#ui/forced-colors.css'
import '#ui/large-text.css'
import '#ui/page.css'
import '@kapao/ui/tokens.css'

const place = document.getElementById('root')
if (!place) throw new Error('the page has no #root')
const settings = readSettings(document)

connectCalls({
  onGone: () => go(paths.terminated, { replace: true }),
  onLostSession: (why) => {
    const lostAt = pathAt(location.pathname)
    // Several calls may report it; behind the login no session is left to lose then.
    if (lostAt && areaOf(lostAt) === 'member')
      go(paths.login, { replace: true, state: { ...last, lostAt, why } })
  },
})
followOtherTabs()
// Safari shows pressed states only on pages that listen for touches.
addEventListener('touchstart', () => undefined, { passive: true })

// A function of its own: if this module itself awaited, the texts, which import parts of it, would wait for it in turn.
void start(place)

async function start(place: HTMLElement): Promise<void> {
  try {
    const packs = { loadPublicText, loadVisitorText, loadMemberText }
    const i18n = await startI18n(restoreLanguage(settings), packs, {
      remember: rememberLanguage,
      reload: reloadIn,
      beforeLeaving: (keep) => addEventListener('pagehide', keep),
    })
    // Guards log out and screens make calls, which a page that is not visible yet must not do.
    await untilShown(document)
    if (__KIT__ && location.pathname === '/__kit') await showKit(place, i18n)
    else await show(place, i18n)
  } catch {
    leaveShell()
    freshRoot(place).render(<LoadFailure />)
  }
}

async function reloadIn(language: Language): Promise<boolean> {
  if (!(await mayReload())) return false
  rememberLanguage(language)
  location.reload()
  return true
}

async function showKit(place: HTMLElement, i18n: I18n): Promise<void> {
  const { KitScreen } = await import('./app/kit/kit-screen.tsx')
  await i18n.loadVisitorText()
  await i18n.loadMemberText()
  freshRoot(place).render(<KitScreen i18n={i18n} settings={settings} />)
}

async function show(place: HTMLElement, i18n: I18n): Promise<void> {
  const screens = createScreens(i18n)
  // The page works without these files.
  whenIdle(() => {
    import('./app/go-on.ts').then(({ goOn }) => goOn(screens, i18n)).catch(() => undefined)
  })
  const app = <App i18n={i18n} settings={settings} screens={screens} />
  // The prerendered login is the same screen; React hydrates it in one piece, so that no input is lost between reading
  // the fields and listening to them.
  if (shellNow() === paths.login) {
    hydrateRoot(place, app)
    return
  }
  await preloadFirst(screens)
  // Home was prerendered as a picture of its frame, which stays until the real one is complete. Rendered as a
  // transition, in small steps, between which a cheap phone can respond.
  startTransition(() => freshRoot(place).render(app))
}

/** Fetches what the first screen needs before anything is replaced, so that nothing is drawn twice. */
async function preloadFirst(screens: Screens): Promise<void> {
  const path = pathAt(location.pathname)
  const area = path === null ? null : areaOf(path)
  const isMember = area === 'member' || area === 'redirect'
  if (isMember && readToken() !== null) await screens.memberPart.preload()
  else if (path !== null) await publicScreenAt(path, screens)?.preload()
}

function freshRoot(place: HTMLElement): Root {
  if (shellNow() === 'none') place.replaceChildren()
  // React reports here what succeeded at its second attempt.
  return createRoot(place, { onRecoverableError: () => {} })
}
