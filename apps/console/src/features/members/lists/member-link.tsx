import type { MemberRow } from '@kapao/contract/console/members'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '#core/i18n.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Time } from '#ui/show/time.tsx'
import shared from '#shared/shared.module.css'
import styles from '../members.module.css'

/** A row of a list of members, with why they are in it. */
export function MemberLink({ row, children }: { row: MemberRow; children?: ReactNode }) {
  const text = useText()
  return (
    <Link to="/members/$memberId" params={{ memberId: row.memberId }} className={styles.row ?? ''}>
      <span>
        {row.name} {!row.isActive && <Badge tone="minus">{text.members.inactive}</Badge>}
      </span>
      <span>{row.phone}</span>
      <span className={shared.dim}>{children}</span>
      <span className={shared.dim}>
        {text.members.joined} <Time at={row.joinedAt} />
      </span>
    </Link>
  )
}
