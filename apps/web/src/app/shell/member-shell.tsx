import {
  lazy,
  Suspense,
  useState,
  useSyncExternalStore,
  type ReactNode,
  type ComponentType,
} from 'react'
import { useRest } from '#core/browser/pace.ts'
import type { CallFault } from '#core/calls/fault.ts'
import { useAnswer } from '#core/calls/use-answer.ts'
import { useMemberText, useText } from '#core/i18n.tsx'
import { last } from '#core/session/last-phone.ts'
import type { QueryStore } from '#core/queries/query-store.ts'
import { QueriesProvider } from '#core/queries/use-query.tsx'
import { go } from '#shared/link.tsx'
import { loadInfo } from '#shared/lookups.ts'
import { useSettings } from '#shared/page-settings.tsx'
import { paths, type AppPath } from '#shared/paths.ts'
import { OfflineBanner } from '#ui/feedback/offline-banner.tsx'
import { IconButton } from '#ui/form/icon-button.tsx'
import { listIcon, logoutIcon, personIcon, scrollIcon } from '@kapao/ui/icons/more-icons.ts'
import { homeIcon, talkIcon } from '@kapao/ui/icons/public-icons.ts'
import { LanguageMenu } from '#ui/language-menu.tsx'
import { takeQueries } from '../first-queries.ts'
import { LivePart } from '../live/live-part.tsx'
import { BottomMenu, MenuButton, MenuLink } from './bottom-menu.tsx'
import rail from './rail.module.css'
import styles from './shell.module.css'
import { useArrival } from './use-arrival.ts'

/** Rarely shows anything, so it loads after the screen; if it cannot be loaded, the next visit shows the notes. */
const Notes = lazy<ComponentType>(() =>
  import('../live/notes.tsx').then(
    ({ Notes: Loaded }) => ({ default: Loaded }),
    () => ({ default: () => null }),
  ),
)

const blockedCode = 'INVALID_IP'

type MemberShellProps = {
  path: AppPath
  renderConditions: (close: () => void) => ReactNode
  children: ReactNode
}

export function MemberShell({ path, renderConditions, children }: MemberShellProps) {
  const text = useMemberText().shell
  const main = useArrival(path)
  const [queries] = useState(takeQueries)
  const shutOut = useShutOut(queries)
  const [reading, setReading] = useState(false)
  const isResting = useRest()

  return (
    <QueriesProvider queries={queries}>
      <div className={`${styles.page} ${rail.frame}`}>
        <TopBar />
        <OfflineBanner notice={shutOut} />
        <LivePart />
        {isResting && (
          <Suspense>
            <Notes />
          </Suspense>
        )}
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
    </QueriesProvider>
  )
}

/** A network that the operator has blocked, and a platform in recovery, are announced on every screen. */
function useShutOut(queries: QueryStore): string | false {
  const { refusals } = useText()
  const { recovery } = useSettings()
  const read = (): boolean => (queries.lastFault() as CallFault | null)?.code === blockedCode
  const isBlocked = useSyncExternalStore(queries.subscribe, read, read)
  return isBlocked ? refusals[blockedCode] : recovery === true && refusals.RECOVERY
}

function TopBar() {
  const text = useMemberText().shell
  const { brand } = useSettings()
  const info = useAnswer(loadInfo)
  return (
    <header className={styles.top}>
      <div className={styles.bar}>
        <p className={styles.name}>{info.answer?.name || brand.name}</p>
        <LanguageMenu />
        {/* Sessions end at the login, so there is only one way to log out. */}
        <IconButton
          label={text.logout}
          path={logoutIcon}
          onClick={() => go(paths.login, { state: last })}
        />
      </div>
    </header>
  )
}
