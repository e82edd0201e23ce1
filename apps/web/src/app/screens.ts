import type { I18n } from '#core/i18n.tsx'
import { shellNow } from '#core/start/early.ts'
import { lazyScreen } from './lazy/lazy-screen.tsx'

export type Screens = ReturnType<typeof createScreens>

/** Every part of the page that is fetched when it is needed; the login is part of the first file. */
export function createScreens(i18n: I18n) {
  const visitor = i18n.loadVisitorText
  const member = i18n.loadMemberText
  return {
    notFound: lazyScreen(
      async () => (await import('./notice/not-found-screen.tsx')).NotFoundScreen,
      nothing,
    ),
    terminated: lazyScreen(
      async () => (await import('./notice/terminated-screen.tsx')).TerminatedScreen,
      nothing,
    ),
    register: lazyScreen(
      async () => (await import('../features/register/register-screen.tsx')).RegisterScreen,
      visitor,
    ),
    howto: lazyScreen(
      async () => (await import('../features/howto/howto-screen.tsx')).HowtoScreen,
      visitor,
    ),
    contact: lazyScreen(
      async () => (await import('./contact/contact-part.tsx')).ContactPart,
      visitor,
    ),
    forgotten: lazyScreen(
      async () => (await import('../features/password/forgotten-sheet.tsx')).ForgottenSheet,
      visitor,
    ),
    memberPart: lazyScreen(async () => {
      const { MemberPart, readFirst } = await import('./member-part.tsx')
      if (shellNow() === 'home') await readFirst()
      return MemberPart
    }, member),
  }
}

/** For screens whose few words are in the first texts. */
async function nothing(): Promise<void> {}
