import { useEffect, useRef, type ReactNode } from 'react'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { alertIcon } from '@kapao/ui/icons/public-icons.ts'
import styles from './refusal.module.css'

type RefusalProps = {
  /** Why it did not go through. */
  title: string
  /** Where the money is now; left out where none is meant. */
  money?: string | undefined
  /** What can be done about it. */
  next?: string | undefined
  /** The way there, where there is one. */
  action?: ReactNode
}

/**
 * What was refused, inside the form that it belongs to: why, whether the money is safe, what now. It takes the focus, so that
 * it is in sight and read aloud, and what was typed stays. Give it a key of its own for each attempt.
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
