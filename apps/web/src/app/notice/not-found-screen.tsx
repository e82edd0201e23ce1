import { useEffect } from 'react'
import { useVisitorText } from '#core/i18n.tsx'
import { Link } from '#shared/link.tsx'
import { paths } from '#shared/paths.ts'
import styles from './notice-screen.module.css'

export function NotFoundScreen({ brandName }: { brandName: string }) {
  const text = useVisitorText().notFound

  useEffect(() => {
    document.title = `404 · ${brandName}`
  }, [brandName])

  return (
    <main className={styles.page}>
      <EmptyWallet />
      <p className={styles.code}>404</p>
      {/* This title stays English in every language: the requirements name it so. */}
      <h1 className={styles.title} lang="en">
        Page Not Found
      </h1>
      <p className={styles.sentence}>{text.sentence}</p>
      <Link to={paths.root} className={styles.home}>
        {text.home}
      </Link>
    </main>
  )
}

/** The wallet of the logo, empty: a moth has just left it. */
function EmptyWallet() {
  return (
    <svg className={styles.picture} viewBox="0 0 160 112" aria-hidden="true" focusable="false">
      <rect className={styles.fold} x="30" y="44" width="92" height="58" rx="14" />
      <path
        className={styles.fold}
        d="M122 64h-20a10 10 0 0 0 0 20h20a5 5 0 0 0 5-5V69a5 5 0 0 0-5-5z"
      />
      <path className={styles.stitch} d="M42 91h68" />
      <circle className={styles.spark} cx="103" cy="74" r="3.5" />
      <path className={styles.stitch} d="M62 38c-2-16 22-20 26-8s-14 12-10-2 20-18 34-12" />
      <path className={styles.line} d="M118 17l-7-7M118 17l8-6M118 17v6" />
    </svg>
  )
}
