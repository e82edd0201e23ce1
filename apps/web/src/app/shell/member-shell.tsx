import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useState, type ReactNode } from 'react'
import { useAnswer } from '#core/calls/use-answer.ts'
import { useMemberText } from '#core/i18n.tsx'
import { go } from '#shared/link.tsx'
import { loadInfo } from '#shared/lookups.ts'
import { useSettings } from '#shared/page-settings.tsx'
import { paths, type AppPath } from '#shared/paths.ts'
import { OfflineBanner } from '#ui/feedback/offline-banner.tsx'
import { IconButton } from '#ui/form/icon-button.tsx'
import { listIcon, logoutIcon, personIcon, scrollIcon } from '#ui/icons/more-icons.ts'
import { homeIcon, talkIcon } from '#ui/icons/public-icons.ts'
import { LanguageMenu } from '#ui/language-menu.tsx'
import { BottomMenu, MenuButton, MenuLink } from './bottom-menu.tsx'
import styles from './shell.module.css'
import { useArrival } from './use-arrival.ts'

type MemberShellProps = {
  path: AppPath
  renderConditions: (close: () => void) => ReactNode
  children: ReactNode
}

export function MemberShell({ path, renderConditions, children }: MemberShellProps) {
  const text = useMemberText().shell
  const main = useArrival(path)
  const [queries] = useState(createQueries)
  const [reading, setReading] = useState(false)

  return (
    <QueryClientProvider client={queries}>
      <div className={`${styles.page} ${styles.member}`}>
        <TopBar />
        <OfflineBanner />
        <main className={styles.main} ref={main} tabIndex={-1}>
          {children}
        </main>
        <BottomMenu label={text.menu}>
          <MenuLink to={paths.profile} path={personIcon} label={text.profile} />
          <MenuButton path={scrollIcon} label={text.conditions} onClick={() => setReading(true)} />
          <MenuLink to={paths.home} path={homeIcon} label={text.home} raised />
          <MenuLink to={paths.statement} path={listIcon} label={text.statement} />
          <MenuLink to={paths.userContact} path={talkIcon} label={text.contact} />
        </BottomMenu>
      </div>
      {reading && <Suspense>{renderConditions(() => setReading(false))}</Suspense>}
    </QueryClientProvider>
  )
}

function TopBar() {
  const text = useMemberText().shell
  const { brand, languages } = useSettings()
  const info = useAnswer(loadInfo)
  return (
    <header className={styles.top}>
      <div className={styles.bar}>
        <p className={styles.name}>{info.answer?.name || brand.name}</p>
        <LanguageMenu languages={languages} />
        {/* The login is where sessions end, so there is one way out and not two. */}
        <IconButton label={text.logout} path={logoutIcon} onClick={() => go(paths.login)} />
      </div>
    </header>
  )
}

/** Nothing is asked twice by itself: some of our GETs change something, and a member who is told can try again. */
function createQueries(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
}
