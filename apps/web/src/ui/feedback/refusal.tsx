import { useEffect, useRef, type ReactNode } from 'react'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { alertIcon } from '@kapao/ui/icons/public-icons.ts'
import styles from './refusal.module.css'

type RefusalProps = {
  /** Why the call was refused. */
  title: string
  /** Where the money is now; omitted if no money is involved. */
  money?: string | undefined
  /** What can be done about it. */
  next?: string | undefined
  /** The link to it, if there is one. */
  action?: ReactNode
}

/**
 * A refusal, shown inside its form: why, whether the money is safe, what to do. It takes the focus, so that it is
 * visible and announced, and the input stays. Give it a new key for each attempt.
 */
export function Refusal({ title, money, next, action }: RefusalProps) {
  const block = useRef<HTMLDivElement>(null)
  useEffect(() => {
    block.current?.focus({ preventScroll: true })
    block.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div className={styles.refusal} role="alert" tabIndex={-1} ref={block}>
      <Icon path={alertIcon} />
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {money !== undefined && <p>{money}</p>}
        {next !== undefined && <p>{next}</p>}
        {action}
      </div>
    </div>
  )
}
