import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { isAtBottom } from '../story/bottom.ts'
import type { ChatLine } from '../story/line.ts'

export type ScrollState = {
  list: RefObject<HTMLDivElement | null>
  /** New lines that came while the member had scrolled up. */
  missed: number
  onScroll: () => void
  toEnd: () => void
}

type Before = { first: string | undefined; last: string | undefined; height: number }

/** A reader at the end is scrolled to new lines; one who has scrolled up stays there, and sees how many came. */
export function useScrolled(lines: readonly ChatLine[]): ScrollState {
  const list = useRef<HTMLDivElement>(null)
  const isFollowing = useRef(true)
  const before = useRef<Before>({ first: undefined, last: undefined, height: 0 })
  const [missed, setMissed] = useState(0)

  const toEnd = useCallback(() => {
    const element = list.current
    if (element) element.scrollTop = element.scrollHeight
    isFollowing.current = true
    setMissed(0)
  }, [])
  const onScroll = (): void => {
    if (!list.current) return
    isFollowing.current = isAtBottom(list.current)
    if (isFollowing.current) setMissed(0)
  }

  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const { first, last, height } = before.current
    before.current = {
      first: lines[0]?.key,
      last: lines.at(-1)?.key,
      height: element.scrollHeight,
    }
    const fresh = last === undefined ? [] : lines.slice(placeAfter(lines, last))
    const isMine = fresh.some(({ own }) => own !== null)
    if (isFollowing.current || isMine) toEnd()
    else if (fresh.length > 0) setMissed((count) => count + fresh.length)
    // Lines added above must not move the ones being read.
    else if (first !== lines[0]?.key) element.scrollTop += element.scrollHeight - height
  }, [lines, toEnd])

  useKeptEnd(list, isFollowing)
  return { list, missed, onScroll, toEnd }
}

function placeAfter(lines: readonly ChatLine[], key: string): number {
  return lines.findLastIndex((line) => line.key === key) + 1 || lines.length
}

/** The keyboard, or a line that grows, must not hide the newest line from a reader at the end. */
function useKeptEnd(list: RefObject<HTMLDivElement | null>, isFollowing: RefObject<boolean>): void {
  useEffect(() => {
    const element = list.current
    if (!element) return
    const watch = new ResizeObserver(() => {
      if (isFollowing.current) element.scrollTop = element.scrollHeight
    })
    watch.observe(element)
    for (const child of element.children) watch.observe(child)
    return () => watch.disconnect()
  }, [list, isFollowing])
}
