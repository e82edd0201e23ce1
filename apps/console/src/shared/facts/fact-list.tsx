import type { Fact } from '@kapao/contract/console/work'
import { useText } from '#core/i18n.tsx'
import { classes } from '#ui/classes.ts'
import { FactValue } from './fact-value.tsx'
import styles from './facts.module.css'

/** Facts below each other; what contradicts another fact is marked, by words as well as by colour. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  const text = useText()
  return (
    <dl className={styles.list}>
      {facts.map((fact, at) => (
        <FactRow key={at} fact={fact} name={text.codes.facts[fact.name] ?? fact.name} />
      ))}
    </dl>
  )
}

function FactRow({ fact, name }: { fact: Fact; name: string }) {
  const text = useText()
  return (
    <>
      <dt>{name}</dt>
      <dd className={classes(fact.value.form === 'sum' && styles.number)}>
        <span className={classes(fact.isOdd && styles.odd)}>
          <FactValue value={worded(fact, text.work.seconds)} />
        </span>
        {fact.isOdd && <span className={styles.oddMark}>{text.work.odd}</span>}
      </dd>
    </>
  )
}

/** A command that waits has words; what has none is shown as it is. */
function worded({ name, value }: Fact, seconds: Record<string, string>): Fact['value'] {
  if (name !== 'command' || value.form !== 'text') return value
  return { form: 'text', text: seconds[value.text] ?? value.text }
}
