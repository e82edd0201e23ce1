import { Link } from '@tanstack/react-router'
import { namedMember } from './named-member.ts'
import styles from './shared.module.css'

/** Names come from members, so they are rendered as text only. */
export function MemberLink({ memberId, name }: { memberId: string; name: string }) {
  return (
    <Link to="/members/$memberId" params={{ memberId }} className={styles.link} translate="no">
      {namedMember(name, memberId)}
    </Link>
  )
}
