import type { I18n } from '#core/i18n.tsx'
import { shellNow } from '#core/start/early.ts'
import { paths, type AppPath } from '#shared/paths.ts'
import { lazyScreen } from './lazy/lazy-screen.tsx'

export type Screens = ReturnType<typeof createScreens>

/** Every part of the page that is fetched on demand; the login is part of the first file. */
export function createScreens(i18n: I18n) {
  const visitor = i18n.loadVisitorText
  const member = i18n.loadMemberText
  return {
    notFound: lazyScreen(
      async () => (await import('./notice/not-found-screen.tsx')).NotFoundScreen,
      visitor,
    ),
    terminated: lazyScreen(
      async () => (await import('./notice/terminated-screen.tsx')).TerminatedScreen,
      noTexts,
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
    ended: lazyScreen(
      async () => (await import('../features/login/why-ended.tsx')).WhyEnded,
      visitor,
    ),
    memberPart: lazyScreen(async () => {
      const { MemberPart, prepareScreen } = await import('./member-part.tsx')
      await prepareScreen(i18n, shellNow() ?? '')
      return MemberPart
    }, member),
  }
}

/** The public screens except for the login, which is loaded already. */
export function publicScreenAt(path: AppPath, { register, howto, contact }: Screens) {
  if (path === paths.register) return register
  if (path === paths.howto) return howto
  return path === paths.contact ? contact : null
}

/** For a screen whose few words are in the first pack. */
async function noTexts(): Promise<void> {}
