import type { Vocabulary } from '@kapao/contract/console/vocabularies'
import { useText } from '#core/i18n.tsx'
import styles from './facts.module.css'
import { wordOf } from './word-of.ts'

/** A text by a person or a bank, in any language. */
export function Quote({ words }: { words: string }) {
  return (
    <q className={styles.quote} translate="no">
      {words}
    </q>
  )
}

/** A generated English sentence: extra evidence, never what an operator acts on. */
export function Technical({ words }: { words: string }) {
  const text = useText()
  return (
    <details className={styles.technical}>
      <summary>{text.words.technical}</summary>
      <span className={styles.text} lang="en" translate="no">
        {words}
      </span>
    </details>
  )
}

/** The words for a code; an unknown code is shown as it is. */
export function Word({ of, code }: { of: Vocabulary; code: string }) {
  const text = useText()
  const known = wordOf(of, code, text)
  return known === null ? <Code code={code} /> : <span>{known}</span>
}

export function Code({ code }: { code: string }) {
  return (
    <code className={styles.code} translate="no">
      {code}
    </code>
  )
}

/** The name of a person, or the kind of an actor that is not one. */
export function Person({ name }: { name: string | null }) {
  if (name === null) return null
  return name.includes(':') ? <Actor actor={name} /> : <span translate="no">{name}</span>
}

/** The actor of an entry of the trail; `operator:nok` is an operator. */
export function Actor({ actor }: { actor: string }) {
  const text = useText()
  const [kind = '', name = ''] = actor.split(':', 2)
  const known = (text.words.actors as Record<string, string>)[kind]
  if (known === undefined) return <Code code={actor} />
  const adders: Record<string, string> = text.people.adders
  if (kind === 'system' && Object.hasOwn(adders, name)) return <span>{adders[name]}</span>
  return (
    <span>
      {known} <Code code={name} />
    </span>
  )
}
