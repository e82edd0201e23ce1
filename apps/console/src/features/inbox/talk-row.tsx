import type { TalkRow as Row } from '@kapao/contract/console/inbox'
import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n.tsx'
import { useIsTyping } from '#core/live/line.ts'
import { Person, Quote } from '#shared/facts/as-written.tsx'
import { classes } from '#ui/classes.ts'
import { Badge } from '#ui/show/badge.tsx'
import { Age, Time } from '#ui/show/time.tsx'
import type { Box } from './boxes.ts'
import shared from '#shared/shared.module.css'
import beside from '#ui/beside/beside.module.css'
import styles from './inbox.module.css'

type Props = { row: Row; box: Box; isCurrent: boolean }

export function TalkRow({ row, box, isCurrent }: Props) {
  const text = useText()
  const isTyping = useIsTyping(row.talk)
  return (
    <Link
      to="/chat/$box/$talk"
      params={{ box, talk: row.talk }}
      className={classes(beside.row, styles.row, row.unread > 0 && styles.unread)}
      {...(isCurrent ? { 'aria-current': 'true' as const } : {})}
    >
      <span className={styles.name} translate={row.name ? 'no' : 'yes'}>
        {row.name || text.inbox.guest}
      </span>
      <span className={row.waitsSince ? styles.waits : shared.dim}>
        {row.waitsSince ? (
          <>
            {text.inbox.waits} <Age since={row.waitsSince} />
          </>
        ) : (
          <Time at={row.lastAt} />
        )}
      </span>
      <span className={styles.last}>
        {isTyping ? text.inbox.typing : <Quote words={row.last} />}
      </span>
      <span className={shared.dim}>
        {row.unread > 0 ? (
          <Badge tone="wait">{row.unread}</Badge>
        ) : (
          (row.forRole && <Badge>{text.people.roles[row.forRole]}</Badge>) || (
            <Person name={row.assignedTo} />
          )
        )}
      </span>
    </Link>
  )
}
