import { useEffect, useRef } from 'react'
import styles from './safe-html.module.css'

/** Shows markup of the operator once it is cleaned; the cleaner is loaded when there is something to clean. */
export function SafeHtml({ markup }: { markup: string }) {
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    let isWanted = true
    void import('./clean-html.ts').then(({ cleanHtml }) => {
      if (isWanted) place.current?.replaceChildren(cleanHtml(markup))
    })
    return () => {
      isWanted = false
    }
  }, [markup])

  return <div ref={place} className={styles.html} />
}
