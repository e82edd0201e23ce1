import type { Member } from '@kapao/contract/console/members'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#core/i18n.tsx'
import { reading } from '#core/queries.ts'
import { Loading } from '#ui/feedback/loading.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Time } from '#ui/show/time.tsx'
import { Quote } from '#shared/facts/as-written.tsx'
import { ReadFault } from '#shared/faults/read-fault.tsx'
import { MemberActions } from '../acts/member-actions.tsx'
import { Notes } from '../acts/notes.tsx'
import { ShowNumbers } from '../acts/show-numbers.tsx'
import { Balances, Devices, Linked, OpenThings } from './cards.tsx'
import shared from '#shared/shared.module.css'
import styles from './member.module.css'
import { NoticesCard } from './notices/notices-card.tsx'
import { RewardsCard } from './rewards/rewards-card.tsx'
import { Timeline } from './timeline.tsx'

/** One member: the timeline, and the acts. */
export function MemberScreen({ memberId }: { memberId: string }) {
  const text = useText()
  const { data, error, refetch } = useQuery(
    reading('GET /api/console/members/one/{memberId}', { memberId }),
  )
  if (error && !data) return <ReadFault error={error} onRetry={refetch} />
  if (!data) return <Loading />
  return (
    <div className={styles.screen}>
      <Head member={data} />
      {/* First of all on a phone, too: where the money is comes before what has happened. */}
      {/* Scrolled by the keys of the browser, so it takes the focus. */}
      <div
        className={styles.money}
        role="group"
        aria-label={text.members.balances}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        <Balances member={data} />
        <OpenThings member={data} />
      </div>
      <Timeline memberId={memberId} />
      <aside className={styles.side} aria-label={text.members.member}>
        <MemberActions member={data} />
        <RewardsCard memberId={memberId} />
        <NoticesCard memberId={memberId} />
        <Notes member={data} />
        <Linked member={data} />
        <Devices member={data} />
      </aside>
    </div>
  )
}

function Head({ member }: { member: Member }) {
  const text = useText()
  const { members } = text
  return (
    <header className={styles.head}>
      <h1>{member.name || member.memberId}</h1>
      <span className={shared.dim}>{member.memberId}</span>
      <Badge tone={member.isActive ? 'plus' : 'minus'}>
        {member.isActive ? members.active : members.inactive}
      </Badge>
      {member.isLocked && <Badge tone="wait">{members.locked}</Badge>}
      <div className={styles.numbers}>
        <span>
          {members.phone} <b>{member.phone}</b>
        </span>
        <span>
          {members.account}{' '}
          <b>
            {member.bank} {member.account}
          </b>
        </span>
        <span>
          {members.joined} <Time at={member.joinedAt} />
        </span>
        {member.lastSeenAt && (
          <span>
            {members.lastSeen} <Time at={member.lastSeenAt} />
          </span>
        )}
      </div>
      <ShowNumbers memberId={member.memberId} />
      {member.deactivatedWhy && (
        <p className={shared.dim}>
          <Quote words={member.deactivatedWhy} />
        </p>
      )}
    </header>
  )
}
