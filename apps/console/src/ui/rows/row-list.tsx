import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { placeOfKey } from './place-of-key.ts'
import styles from './row-list.module.css'

type Props<T> = {
  label: string
  rows: readonly T[]
  keyOf: (row: T) => string
  /** Draws a row with one link or button, which the arrow keys focus. */
  renderRow: (row: T) => ReactNode
  /** In pixels at 16 px a rem; rows may be higher. */
  height: number
  /** The row that is open beside the list; it is kept in view. */
  current?: string | null
  /** Loads the rows after the last one; absent when there are no more. */
  onMore?: (() => void) | undefined
  foot?: ReactNode
}

/** A list of any length: only the visible rows are in the document. Arrow keys, Home and End move through it. */
export function RowList<T>({
  label,
  rows,
  keyOf,
  renderRow,
  height,
  current,
  onMore,
  foot,
}: Props<T>) {
  const scroller = useRef<HTMLDivElement>(null)
  const { getItemKey, currentAt } = usePlaces(rows, keyOf, current ?? null)
  // The React compiler does not memoize here.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey,
    overscan: 8,
  })
  const shown = virtual.getVirtualItems()
  const lastShown = shown.at(-1)?.index ?? 0
  const isAtEnd = rows.length > 0 && lastShown >= rows.length - 10
  useEffect(() => {
    if (isAtEnd) onMore?.()
  }, [isAtEnd, onMore])

  useEffect(() => {
    if (currentAt >= 0) bringInSight(virtual, currentAt)
  }, [currentAt, virtual])

  const move = (event: KeyboardEvent<HTMLDivElement>): void => {
    const at = Number((event.target as Element).closest('[data-index]')?.getAttribute('data-index'))
    const to = targetOf(event.key, at, rows.length)
    if (to === null || Number.isNaN(at)) return
    event.preventDefault()
    virtual.scrollToIndex(to, { align: 'auto' })
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${to}"] :is(a, button)`)?.focus(),
    )
  }

  return (
    <div ref={scroller} className={styles.scroller} onKeyDown={move} role="presentation">
      <div
        className={styles.inner}
        role="list"
        aria-label={label}
        style={{ height: virtual.getTotalSize() }}
      >
        {shown.map((item) => (
          <div
            key={item.key}
            role="listitem"
            aria-setsize={onMore ? -1 : rows.length}
            aria-posinset={item.index + 1}
            data-index={item.index}
            ref={virtual.measureElement}
            className={styles.row}
            style={{ transform: `translateY(${item.start}px)` }}
          >
            {renderRow(rows[item.index] as T)}
          </div>
        ))}
      </div>
      {foot && <div className={styles.more}>{foot}</div>}
    </div>
  )
}

/** Even a scroll to the current position forces a layout, so a visible row is left alone. */
function bringInSight(virtual: Virtualizer<HTMLDivElement, Element>, at: number): void {
  const isInSight = virtual.getOffsetForIndex(at)?.[1] === 'auto'
  if (!isInSight) virtual.scrollToIndex(at, { align: 'auto' })
}

/** Computed once for a list, however often it is drawn, because it may be very long. */
function usePlaces<T>(rows: readonly T[], keyOf: (row: T) => string, current: string | null) {
  const getItemKey = useCallback((at: number) => keyOf(rows[at] as T), [rows, keyOf])
  const currentAt = useMemo(
    () => (current === null ? -1 : placeOfKey(rows, current, keyOf)),
    [current, rows, keyOf],
  )
  return { getItemKey, currentAt }
}

function targetOf(key: string, at: number, count: number): number | null {
  if (key === 'ArrowDown') return Math.min(at + 1, count - 1)
  if (key === 'ArrowUp') return Math.max(at - 1, 0)
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}
