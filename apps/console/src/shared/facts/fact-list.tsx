import type { Fact } from '@kapao/contract/console/work'
import { useText } from '#core/i18n.tsx'
import { classes } from '#ui/classes.ts'
import { KeyName } from './data-value.tsx'
import { FactValue } from './fact-value.tsx'
import styles from './facts.module.css'

/** Facts below each other; a fact that contradicts another is marked by words as well as by colour. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.list}>
      {facts.map((fact, at) => (
        <FactRow key={at} fact={fact} />
      ))}
    </dl>
  )
}

/** A part of a thing has a name of its own. */
export function FactName({ name, of }: { name: Fact['name']; of: string | undefined }) {
  const text = useText()
  if (of !== undefined) return <KeyName name={of} />
  return <>{text.codes.facts[name] ?? name}</>
}

function FactRow({ fact }: { fact: Fact }) {
  const text = useText()
  return (
    <>
      <dt>
        <FactName name={fact.name} of={fact.key} />
      </dt>
      <dd>
        <span className={classes(fact.isOdd && styles.odd)}>
          <FactValue value={fact.value} of={fact.key} />
        </span>
        {fact.isOdd && <span className={styles.oddMark}>{text.work.odd}</span>}
      </dd>
    </>
  )
}
