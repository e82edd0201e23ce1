import type { TalkRow } from '@kapao/contract/console/inbox'
import { useText } from '#core/i18n.tsx'
import { Brief } from './brief.tsx'
import { Claim } from './claim.tsx'
import styles from './talk.module.css'

/** The member's money and open things, beside what they write about them. */
export function MemberBrief({ talk, mayAnswer }: { talk: TalkRow; mayAnswer: boolean }) {
  const text = useText()
  if (talk.memberId === null && !mayAnswer) return null
  return (
    <aside className={styles.side} aria-label={text.inbox.member}>
      {talk.memberId === null ? <Claim talk={talk} /> : <Brief memberId={talk.memberId} />}
    </aside>
  )
}
