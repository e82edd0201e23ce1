import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import styles from './tabs.module.css'

export type Tab<K extends string> = {
  key: K
  label: string
  /** How many, or how much, is behind it. */
  count?: number | string | undefined
}

type TabsProps<K extends string> = {
  label: string
  tabs: readonly Tab<K>[]
  shown: K
  onShow: (key: K) => void
  children: ReactNode
}

/** A row of tabs, one of which shows its panel; arrow keys move between them, following the ARIA pattern. */
export function Tabs<K extends string>({ label, tabs, shown, onShow, children }: TabsProps<K>) {
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  const place = tabs.findIndex(({ key }) => key === shown)

  function move(event: KeyboardEvent): void {
    const next = nextPlace(event.key, place, tabs.length)
    const tab = next === null ? undefined : tabs[next]
    if (next === null || !tab) return
    event.preventDefault()
    onShow(tab.key)
    row.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }

  return (
    <>
      <div className={styles.row} role="tablist" aria-label={label} ref={row}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            className={styles.tab}
            aria-selected={tab.key === shown}
            aria-controls={`${id}-panel`}
            tabIndex={tab.key === shown ? 0 : -1}
            onClick={() => onShow(tab.key)}
            onKeyDown={move}
          >
            {tab.label}
            {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`}>
        {children}
      </div>
    </>
  )
}

/** The position that an arrow, Home or End moves to in a row that wraps around; null for any other key. */
export function nextPlace(key: string, place: number, count: number): number | null {
  if (key === 'ArrowRight') return (place + 1) % count
  if (key === 'ArrowLeft') return (place + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
