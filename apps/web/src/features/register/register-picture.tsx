import { useVisitorText } from '#core/i18n.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { PageHead } from '#ui/layout/page-head.tsx'
import styles from './register-screen.module.css'

/** The prerendered first step, without a field, because input typed before the scripts load would be lost. */
export function RegisterPicture() {
  const text = useVisitorText().register
  return (
    <div className={styles.screen}>
      <PageHead title={text.title} />
      <Skeleton />
      <h2 className={styles.title}>{text.step.phone}</h2>
      <Skeleton shape="card" />
    </div>
  )
}
