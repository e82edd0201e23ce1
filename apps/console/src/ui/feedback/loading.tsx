import { useText } from '#core/i18n.tsx'
import styles from './feedback.module.css'

export function Loading({ rows = 6 }: { rows?: number }) {
  const text = useText()
  return (
    <div className={styles.loading} aria-busy="true">
      <span className="visually-hidden" role="status">
        {text.desk.loading}
      </span>
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} className={styles.bar} />
      ))}
    </div>
  )
}
