import { Link } from '@tanstack/react-router'
import styles from './shared.module.css'

/** Names come from members, so they are rendered as text only. */
export function MemberLink({ memberId, name }: { memberId: string; name: string }) {
  return (
    <Link to="/members/$memberId" params={{ memberId }} className={styles.link} translate="no">
      {name || memberId}
    </Link>
  )
}
