import { Icon } from '@kapao/ui/icons/icon.tsx'
import {
  friendsIcon,
  listIcon,
  logoutIcon,
  personIcon,
  searchIcon,
} from '@kapao/ui/icons/more-icons.ts'
import { talkIcon } from '@kapao/ui/icons/public-icons.ts'
import mark from '@kapao/ui/mark.svg'
import { useMutation } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { memo, useState, type ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { useText } from '#core/i18n.tsx'
import { call } from '#core/send.ts'
import { classes } from '#ui/classes.ts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import {
  doorIcon,
  giftIcon,
  guideIcon,
  keyIcon,
  settingIcon,
  trailIcon,
  workIcon,
} from '#ui/icons/desk-icons.ts'
import { Kbd } from '#ui/show/kbd.tsx'
import { CountOf, useCounts } from '#shared/counts.tsx'
import { useMe, useRight } from '#shared/me.ts'
import { StopButton } from '#shared/payouts/payout-dialogs.tsx'
import { PlainLink } from '#shared/plain-link.tsx'
import { workAddress } from '#shared/work-kind.ts'
import styles from './shell.module.css'

type Props = { onFind: () => void; onLeave: () => void }

/** The screens, each with its number of waiting items. */
export const Rail = memo(function Rail({ onFind, onLeave }: Props) {
  const text = useText()
  const me = useMe()
  const { screens } = text.desk
  const may = {
    work: useRight('work.see'),
    members: useRight('members.see'),
    chat: useRight('chat.see'),
  }
  const rare = useRarePlaces()
  const leave = useMutation({
    mutationFn: () => call('POST /api/console/sign-out', {}),
    onSettled: onLeave,
  })
  return (
    <nav className={styles.rail} aria-label={text.desk.menu}>
      <p className={styles.brand}>
        <img src={mark} alt="" /> {text.desk.console}
      </p>
      <AriaButton className={styles.find ?? ''} onPress={onFind} aria-keyshortcuts="Control+K">
        <Icon path={searchIcon} />
        <span>{text.desk.palette.open}</span>
        <Kbd>Ctrl K</Kbd>
      </AriaButton>
      {may.work && <WorkLinks />}
      {may.members && (
        <RailLink to="/members" icon={friendsIcon}>
          {screens.members}
        </RailLink>
      )}
      {may.chat && (
        <RailLink to="/chat" icon={talkIcon} count={<CountOf kind="talk" />}>
          {screens.chat}
        </RailLink>
      )}
      {rare.map((one) => (
        <div key={one.to} className={styles.rare}>
          <RailLink {...one} />
        </div>
      ))}
      {rare.length > 0 && <More places={rare} />}
      <div className={styles.foot}>
        <div className={styles.rare}>
          <StopButton />
        </div>
        <RailLink to="/me" icon={personIcon}>
          <span className={styles.long}>{me?.name}</span>
          <span className={styles.short}>{text.desk.meShort}</span>
        </RailLink>
        <AriaButton className={`${styles.find} ${styles.out}`} onPress={() => leave.mutate()}>
          <Icon path={logoutIcon} />
          <span>{text.desk.signOut}</span>
        </AriaButton>
      </div>
    </nav>
  )
})

/** Screens that are not part of the daily work; on a phone they are behind one button. */
function useRarePlaces(): LinkProps[] {
  const { screens } = useText().desk
  const seesOperators = useRight('operators.see')
  const seesSettings = useRight('settings.see')
  const seesRewards = useRight('rewards.see')
  const seesHouse = useRight('house.see')
  const seesAudit = useRight('audit.see')
  return [
    ...(seesOperators ? [{ to: '/operators', icon: keyIcon, children: screens.operators }] : []),
    ...(seesSettings ? [{ to: '/settings', icon: settingIcon, children: screens.settings }] : []),
    ...(seesRewards ? [{ to: '/rewards', icon: giftIcon, children: screens.rewards }] : []),
    ...(seesHouse
      ? [
          { to: '/guide', icon: guideIcon, children: screens.guide },
          { to: '/doors', icon: doorIcon, children: screens.doors },
        ]
      : []),
    ...(seesAudit ? [{ to: '/audit', icon: trailIcon, children: screens.audit }] : []),
  ]
}

/** On a phone only. Marked as the current place while one of its screens is open. */
function More({ places }: { places: readonly LinkProps[] }) {
  const text = useText()
  const here = useLocation({
    select: ({ pathname }) => places.some(({ to }) => isOf(pathname, to)),
  })
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <AriaButton
        className={classes(styles.link, styles.more, here && styles.here)}
        onPress={() => setOpen(true)}
      >
        <Icon path={listIcon} />
        <span className={styles.name}>{text.desk.moreScreens}</span>
      </AriaButton>
      {isOpen && (
        <Dialog title={text.desk.moreScreens} onClose={() => setOpen(false)}>
          <div className={styles.places} role="presentation" onClick={() => setOpen(false)}>
            {places.map((one) => (
              <RailLink key={one.to} {...one} />
            ))}
          </div>
        </Dialog>
      )}
    </>
  )
}

function WorkLinks() {
  const text = useText()
  const counts = useCounts()
  const kinds = counts.filter(({ kind }) => kind !== 'talk')
  return (
    <>
      <RailLink to={workAddress('all')} icon={workIcon} count={<CountOf kind="all" />}>
        {text.desk.screens.work}
      </RailLink>
      <div className={styles.kinds}>
        {kinds.map(({ kind }) => (
          <RailLink key={kind} to={workAddress(kind)} count={<CountOf kind={kind} />}>
            {text.work.kinds[kind]}
          </RailLink>
        ))}
      </div>
    </>
  )
}

type LinkProps = { to: string; icon?: string; count?: ReactNode; children: ReactNode }

function RailLink({ to, icon, count, children }: LinkProps) {
  const router = useRouter()
  // The link is redrawn when this changes, not on every navigation within a screen.
  const isHere = useLocation({ select: ({ pathname }) => isOf(pathname, to) })
  // What cannot be fetched ahead is fetched when it is opened.
  const preload = (): void => void router.preloadRoute({ to }).catch(() => undefined)
  return (
    <PlainLink
      href={to}
      onGo={() => void router.navigate({ to })}
      onPointerEnter={preload}
      onFocus={preload}
      className={styles.link}
      {...(isHere ? { 'aria-current': 'page' as const } : {})}
    >
      {icon && <Icon path={icon} />}
      <span className={styles.name}>{children}</span>
      {count}
    </PlainLink>
  )
}

function isOf(pathname: string, to: string): boolean {
  return pathname === to || pathname.startsWith(`${to}/`)
}
