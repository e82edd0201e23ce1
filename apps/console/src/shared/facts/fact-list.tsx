import type { Fact } from '@kapao/contract/console/work'
import { useText } from '#core/i18n.tsx'
import { classes } from '#ui/classes.ts'
import { FactValue } from './fact-value.tsx'
import { PathName } from './path-name.tsx'
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

/** A part of a thing has names of its own, one for each step to it. */
export function FactName({ name, path }: Pick<Fact, 'name' | 'path'>) {
  const text = useText()
  // The value is the role itself, in words.
  const isPlain = path === undefined || path.length === 0 || name === 'roles'
  if (isPlain) return <>{text.codes.facts[name] ?? name}</>
  return <PathName path={path} />
}

function FactRow({ fact }: { fact: Fact }) {
  const text = useText()
  return (
    <>
      <dt>
        <FactName name={fact.name} path={fact.path} />
      </dt>
      <dd>
        <span className={classes(fact.isOdd && styles.odd)}>
          <FactValue value={fact.value} path={fact.path} />
        </span>
        {fact.isOdd && <span className={styles.oddMark}>{text.work.odd}</span>}
      </dd>
    </>
  )
}
