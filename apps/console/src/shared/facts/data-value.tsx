import { useText } from '#core/i18n.tsx'
import type { ConsoleText } from '#text/en/all.ts'
import { WholeTime } from '#ui/show/time.tsx'
import { Actor, Code, Quote } from './as-written.tsx'
import styles from './facts.module.css'
import { wordOf } from './word-of.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Props = { value: Json; name?: string | undefined }

/** A stored value: its keys and codes are translated, the rest is shown as written. */
function DataValue({ value, name }: Props) {
  const text = useText()
  if (value === null) return <span>{text.desk.nothing}</span>
  // Nothing, an empty text and an empty list are different values, and look so.
  if (value === '') return <Quote words="" />
  if (typeof value === 'boolean')
    return <span>{value ? text.codes.values.yes : text.codes.values.no}</span>
  if (typeof value === 'number') return <span>{value}</span>
  if (typeof value === 'string') return <Written value={value} name={name} />
  if (Array.isArray(value)) return <Listed values={value} name={name} />
  return <Parts parts={value} />
}

export function JsonValue({ json, name }: { json: string; name?: string | undefined }) {
  return <DataValue value={JSON.parse(json) as Json} name={name} />
}

function Listed({ values, name }: { values: Json[]; name: string | undefined }) {
  const text = useText()
  if (values.length === 0) return <span>{text.desk.none}</span>
  return (
    <ul className={styles.values}>
      {values.map((one, at) => (
        <li key={at}>
          <DataValue value={one} name={name} />
        </li>
      ))}
    </ul>
  )
}

function Parts({ parts }: { parts: { [key: string]: Json } }) {
  const text = useText()
  const entries = Object.entries(parts)
  if (entries.length === 0) return <span>{text.desk.none}</span>
  return (
    <dl className={styles.parts}>
      {entries.map(([key, part]) => (
        <div key={key}>
          <dt>
            <KeyName name={key} />
          </dt>
          <dd>
            <DataValue value={part} name={key} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The name of a part, which may be a setting; one without words is shown by its key. */
export function KeyName({ name }: { name: string }) {
  const text = useText()
  const known: Record<string, string> = { ...text.codes.facts, ...text.words.keys }
  const words = Object.hasOwn(known, name) ? known[name] : wordOf('setting', name, text)
  return words ? <span>{words}</span> : <Code code={name} />
}

const timeForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/
const actorForm = /^(?:operator|member|system):[\w-]+$/
/** Sums, numbers and codes in capitals, such as currencies and banks. */
const plainForm = /^[-+]?[\d.,:/ ]+(?: [A-Z]+)?$|^[A-Z][A-Z0-9_-]*$/

/** A picture of the house, and what the codes in it say. */
const pictureForm = /^(\/pictures\/[\w-]{43}\.webp)(?: (.*))?$/s

function Written({ value, name }: { value: string; name: string | undefined }) {
  const text = useText()
  const [, picture, codes] = pictureForm.exec(value) ?? []
  if (picture !== undefined)
    return (
      <>
        <img className={styles.picture} src={picture} alt={picture} loading="lazy" />
        {codes !== undefined && <Quote words={codes} />}
      </>
    )
  if (timeForm.test(value)) return <WholeTime at={value} />
  if (actorForm.test(value)) return <Actor actor={value} />
  const known = codedWord(value, name, text)
  if (known !== undefined) return <span>{known}</span>
  return plainForm.test(value) ? <span>{value}</span> : <Quote words={value} />
}

/** Parts that hold codes, each with the lists of those codes. */
function codedWord(value: string, name: string | undefined, text: ConsoleText): string | undefined {
  const { words, codes, people, work } = text
  const { coded, actions, signIn } = words
  const lists: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
    action: [actions],
    what: [actions],
    why: [work.why, signIn],
    hold: [work.why],
    kind: [coded, work.why],
    base: [coded],
    of: [coded],
    type: [coded],
    way: [coded],
    period: [coded],
    holds: [coded],
    reason: [coded, words.withdrawals],
    roles: [people.roles],
    to: [coded, words.accounts],
    from: [words.accounts],
    state: [codes.values, coded],
    channel: [codes.values],
    source: [codes.values],
    reported: [codes.values],
    decision: [codes.values],
    endedBy: [words.actors],
    value: [coded],
  }
  const own = Object.hasOwn(lists, name ?? 'value') ? lists[name ?? 'value'] : undefined
  return own?.find((list) => Object.hasOwn(list, value))?.[value]
}
