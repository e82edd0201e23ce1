import { useEffect, useRef } from 'react'
import { cleanSoon } from './clean-soon.ts'
import styles from './safe-html.module.css'

export function SafeHtml({ markup }: { markup: string }) {
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => cleanSoon(markup, (content) => place.current?.replaceChildren(content)), [markup])

  return <div ref={place} className={styles.html} />
}
