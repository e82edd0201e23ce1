import type { Notice } from '@kapao/contract/notices'
import { go } from '#shared/link.tsx'
import { paths } from '#shared/paths.ts'
import { useProfileText } from '../text/profile-text.ts'
import styles from './notice-way.module.css'

/** Leads to where a member sees more of a notice, or does something about it. */
export function NoticeWay({ leads }: Pick<Notice, 'leads'>) {
  const text = useProfileText().notices
  const isContact = leads === 'contact'
  return (
    <button
      type="button"
      className={styles.way}
      onClick={() => go(isContact ? paths.userContact : paths.statement)}
    >
      {isContact ? text.toContact : text.toStatement}
    </button>
  )
}
