import { useEffect, useRef } from 'react'

type MarkupWordsProps = {
  markup: string
  /** What stands there until the words are read, and where there are none. */
  fallback: string
}

/** The words of the operator's markup without the markup, for places where a link would stand inside a button. */
export function MarkupWords({ markup, fallback }: MarkupWordsProps) {
  const place = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    let isWanted = true
    void import('#ui/clean-html.ts').then(({ cleanHtml }) => {
      const words = cleanHtml(markup).textContent?.trim()
      if (isWanted && words && place.current) place.current.textContent = words
    })
    return () => {
      isWanted = false
    }
  }, [markup])

  return (
    <span ref={place} key={markup}>
      {fallback}
    </span>
  )
}
