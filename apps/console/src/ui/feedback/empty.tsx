import { Icon } from '@kapao/ui/icons/icon.tsx'
import { checkIcon } from '@kapao/ui/icons/more-icons.ts'
import type { ReactNode } from 'react'
import styles from './feedback.module.css'

type Props = { title: string; icon?: string; children?: ReactNode }

/** Says what would be shown here. */
export function Empty({ title, icon = checkIcon, children }: Props) {
  return (
    <div className={styles.empty}>
      <Icon path={icon} />
      <p className={styles.title}>{title}</p>
      {children && <p>{children}</p>}
    </div>
  )
}
