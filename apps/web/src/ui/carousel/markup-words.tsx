import { useEffect, useRef } from 'react'
import { cleanSoon } from '#ui/clean-soon.ts'

type MarkupWordsProps = {
  markup: string
  /** Shown until the text is extracted, and if there is none. */
  fallback: string
}

/** The text of the operator's markup, for places inside a button, where a link is not allowed. */
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
