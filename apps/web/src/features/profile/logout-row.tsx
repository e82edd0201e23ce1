import { useMemberText } from '#core/i18n.tsx'
import { last } from '#core/session/last-phone.ts'
import { go } from '#shared/link.tsx'
import { paths } from '#shared/paths.ts'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { logoutIcon, nextIcon } from '@kapao/ui/icons/more-icons.ts'
import styles from '#ui/layout/list-row.module.css'

/** A link, since the public side logs a member out; the login keeps the number. */
export function LogoutRow() {
  const { logout } = useMemberText().shell
  return (
    <a
      className={styles.row}
      href={paths.login}
      onClick={(event) => {
        event.preventDefault()
        go(paths.login, { state: last })
      }}
    >
      <span className={styles.tint}>
        <Icon path={logoutIcon} />
      </span>
      <span className={styles.title}>{logout}</span>
      <Icon path={nextIcon} />
    </a>
  )
}
