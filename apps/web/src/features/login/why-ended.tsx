import { useText, useVisitorText } from '#core/i18n.tsx'
import { Link } from '#shared/link.tsx'
import { paths } from '#shared/paths.ts'
import type { VisitorText } from '#text/en/visitor.ts'
import styles from './why-ended.module.css'

type Reason = keyof VisitorText['ended']

/** The server's code for a session that it no longer accepts (OP-C08, OP-C13). */
const reasons: Record<string, Reason> = {
  INVALID_USER_3: 'password',
  INACTIVE_USER: 'blocked',
  EXPIRED_AUTH_TOKEN: 'timedOut',
  UNAUTHORIZED: 'elsewhere',
}

/** Says why the member is at the login and no longer where they were. Nothing has failed, so it is no error. */
export function WhyEnded({ why }: { why: string | null | undefined }) {
  const text = useVisitorText().ended
  const { contact } = useText().menu
  const reason = reasons[why ?? ''] ?? 'unknown'
  return (
    <div className={styles.why} role="status">
      <p>{text[reason]}</p>
      {reason !== 'timedOut' && <Link to={paths.contact}>{contact}</Link>}
    </div>
  )
}
