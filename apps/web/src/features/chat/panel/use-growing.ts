import { useLayoutEffect, useRef, type RefObject } from 'react'

const tallestPx = 132

/** A field that grows with its text, up to a few lines. */
export function useGrowing(words: string): RefObject<HTMLTextAreaElement | null> {
  const field = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    const borders = element.offsetHeight - element.clientHeight
    element.style.height = `${Math.min(tallestPx, element.scrollHeight + borders)}px`
  }, [words])
  return field
}
