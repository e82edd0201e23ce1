import { useEffect, useLayoutEffect, type ReactNode } from 'react'
import { endSession } from '#core/api.ts'
import { useAnswer } from '#core/calls/use-answer.ts'
import { useText } from '#core/i18n.tsx'
import { loadInfo } from '#shared/lookups.ts'
import { paths, type AppPath } from '#shared/paths.ts'
import { OfflineBanner } from '#ui/feedback/offline-banner.tsx'
import { LanguageMenu } from '#ui/language-menu.tsx'
import { homeIcon, playIcon, registerIcon, talkIcon } from '@kapao/ui/icons/public-icons.ts'
import { BottomMenu, MenuLink } from './bottom-menu.tsx'
import styles from './shell.module.css'
import { useArrival } from './use-arrival.ts'

export function PublicShell({ path, children }: { path: AppPath; children: ReactNode }) {
  const text = useText().menu
  const main = useArrival(path)
  const info = useAnswer(loadInfo)
  useLogoutOnEntry(path)

  return (
    <div className={styles.page}>
      <OfflineBanner />
      <main className={styles.main} ref={main} tabIndex={-1}>
        <div className={styles.language}>
          <LanguageMenu />
        </div>
        {children}
      </main>
      <footer className={styles.footer}>{info.answer?.website}</footer>
      <BottomMenu label={text.label}>
        <MenuLink to={paths.login} path={homeIcon} label={text.home} />
        <MenuLink to={paths.register} path={registerIcon} label={text.register} />
        <MenuLink to={paths.howto} path={playIcon} label={text.howto} />
        <MenuLink to={paths.contact} path={talkIcon} label={text.contact} />
      </BottomMenu>
    </div>
  )
}

/**
 * Opening a public page logs out. It runs before the effects of the screens, so that none of them sends the old token,
 * and again when the browser restores this page from its back-forward cache.
 */
function useLogoutOnEntry(path: AppPath): void {
  useLayoutEffect(() => endSession(), [path])

  useEffect(() => {
    const comeBack = (event: PageTransitionEvent): void => {
      if (event.persisted) endSession()
    }
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  }, [])
}
