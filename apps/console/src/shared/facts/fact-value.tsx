import type { WorkKind } from '@kapao/contract/console/words'
import type { Fact } from '@kapao/contract/console/work'
import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n.tsx'
import { Amount } from '#ui/show/amount.tsx'
import { WholeTime } from '#ui/show/time.tsx'
import { MemberLink } from '#shared/member-link.tsx'
import { MovementLink } from '#shared/movement-link.tsx'
import { Code, Person, Quote, Technical, Word } from './as-written.tsx'
import { JsonValue } from './data-value.tsx'
import { keyIn } from './path-name.tsx'
import { ActWords, type ActDetail } from './act-words.tsx'
import { RequestWords, type RequestDetail } from './request-words.tsx'
import styles from './facts.module.css'

type Props = { value: Fact['value'] | RequestDetail | ActDetail; path?: Fact['path'] }

/** A value, rendered by its form. Text by members is rendered as text only. */
export function FactValue({ value, path }: Props) {
  const text = useText()
  switch (value.form) {
    case 'text':
      return <span className={styles.text}>{value.text}</span>
    case 'name':
      return <Code code={value.text} />
    case 'quote':
      return <Quote words={value.text} />
    case 'technical':
      return <Technical words={value.text} />
    case 'word':
      return <Word of={value.of} code={value.code} />
    case 'data':
      return <JsonValue json={value.json} name={keyIn(path)} />
    case 'code':
      return <span>{text.codes.values[value.code] ?? value.code}</span>
    case 'sum':
      return <Amount sum={value.sum} />
    case 'time':
      return <WholeTime at={value.at} />
    case 'member':
      return <MemberLink memberId={value.memberId} name={value.name} />
    case 'masked':
      return (
        <span className={styles.masked} translate="no">
          <MarkedDigits text={value.text} odd={value.odd ?? []} />
        </span>
      )
    case 'operator':
      return <Person name={value.name} />
    case 'movement':
      return <MovementLink id={value.id} />
    case 'item':
      return <ItemLink kind={value.kind} id={value.id} />
    case 'count':
      return <span>{value.count}</span>
    case 'request':
      return <RequestWords request={value} />
    case 'act':
      return <ActWords act={value} />
    case 'picture':
      return <FactPicture address={value.address} />
  }
}

/** Another item, by its kind and the end of its id. */
function ItemLink({ kind, id }: { kind: WorkKind; id: string }) {
  const text = useText()
  return (
    <Link to="/work/$list/$kind/$id" params={{ list: kind, kind, id }}>
      {text.work.one[kind]} {id.slice(-6)}
    </Link>
  )
}

/** Digits that contradict another number stand out, each where it is. */
function MarkedDigits({ text, odd }: { text: string; odd: readonly number[] }) {
  if (odd.length === 0) return <>{text}</>
  return (
    <>{[...text].map((digit, at) => (odd.includes(at) ? <mark key={at}>{digit}</mark> : digit))}</>
  )
}

/** Shows pictures from our own address only, as `img`, so that nothing in them can run. */
function FactPicture({ address }: { address: string }) {
  const text = useText()
  if (!address.startsWith('/') || address.startsWith('//')) return <span>{text.desk.nothing}</span>
  return (
    <a href={address} target="_blank" rel="noreferrer noopener">
      <img src={address} alt={text.work.picture} className={styles.picture} loading="lazy" />
    </a>
  )
}
