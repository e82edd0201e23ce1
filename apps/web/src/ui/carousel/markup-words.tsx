import { useEffect, useRef } from 'react'
import { cleanSoon } from '#ui/clean-soon.ts'

type MarkupWordsProps = {
  markup: string
  /** What stands there until the words are read, and where there are none. */
  fallback: string
}

/** The words of the operator's markup without the markup, for places where a link would stand inside a button. */
export function MarkupWords({ markup, fallback }: MarkupWordsProps) {
  const place = useRef<HTMLSpanElement>(null)

  useEffect(
    () =>
      cleanSoon(markup, (content) => {
        const text = typeof content === 'string' ? content : content.textContent
        const words = text?.trim()
        if (words && place.current) place.current.textContent = words
      }),
    [markup],
  )

  return (
    <span ref={place} key={markup}>
      {fallback}
    </span>
  )
}
