import { call } from '#core/api.ts'
import { useAnswer } from '#core/calls/use-answer.ts'
import { useVisitorText } from '#core/i18n.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { SafeHtml } from '#ui/safe-html.tsx'
import styles from './house-conditions.module.css'

const loadConditions = () => call('GET /api/lookup/conditions')

/** INV-08: the operator's conditions, where somebody is about to agree to them. */
export function HouseConditions() {
  const text = useVisitorText().conditions
  const { state, answer } = useAnswer(loadConditions)
  if (answer?.conditions.length === 0) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keys
    <section className={styles.conditions} tabIndex={0} aria-label={text.title}>
      <p className={styles.title}>{text.title}</p>
      {answer === null && (state === 'failed' ? <p>{text.failed}</p> : <Skeleton shape="card" />)}
      {answer?.conditions.map((markup, index) => (
        <SafeHtml key={index} markup={markup} />
      ))}
    </section>
  )
}
