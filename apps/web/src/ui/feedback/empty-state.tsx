import type { ReactNode } from 'react'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import styles from './empty-state.module.css'

type EmptyStateProps = { path: string; children: ReactNode; action?: ReactNode; failed?: boolean }

/** Nothing to show, or a failed load: a picture, a sentence, one next step. */
export function EmptyState({ path, children, action, failed = false }: EmptyStateProps) {
  return (
    <div className={styles.empty} role={failed ? 'alert' : undefined}>
      <span className={styles.picture}>
        <Icon path={path} />
      </span>
      <p>{children}</p>
      {action}
    </div>
  )
}
