import type { HouseFact } from '@kapao/contract/console/house'
import { useNavigate } from '@tanstack/react-router'
import { formatSum } from '#core/format.ts'
import { useText } from '#core/i18n.tsx'
import { Time } from '#ui/show/time.tsx'
import { wordOf } from '#shared/facts/word-of.ts'
import { PlainLink } from '#shared/plain-link.tsx'
import shared from '#shared/shared.module.css'
import styles from './house.module.css'
import type { HouseText } from './text/house-text.ts'

/** What is open comes first. */
const gradesInOrder = ['must', 'should', 'fine']

/** Of a settled check nothing is left to do, also where somebody's word was taken. */
type Props = { facts: readonly HouseFact[]; isSettled: boolean; text: HouseText }

/** What a check has found, each in a sentence, with a link to where it is mended. */
export function FactList({ facts, isSettled, text }: Props) {
  const sorted = facts.toSorted(
    (one, other) => gradesInOrder.indexOf(one.grade) - gradesInOrder.indexOf(other.grade),
  )
  return (
    <ul className={styles.facts}>
      {sorted.map((fact) => (
        <li
          key={`${fact.what} ${fact.names.join(' ')}`}
          className={styles[isSettled ? 'fine' : fact.grade]}
        >
          <Fact fact={fact} text={text} />
        </li>
      ))}
    </ul>
  )
}

function Fact({ fact, text }: { fact: HouseFact; text: HouseText }) {
  const navigate = useNavigate()
  const sentence = useSentence(fact, text)
  const { screen } = fact
  return (
    <>
      {screen && fact.grade !== 'fine' ? (
        <PlainLink className={shared.link} href={screen} onGo={() => void navigate({ to: screen })}>
          {sentence}
        </PlainLink>
      ) : (
        sentence
      )}
      {fact.at && (
        <>
          {' '}
          <Time at={fact.at} />
        </>
      )}
    </>
  )
}

function useSentence(fact: HouseFact, { facts }: HouseText): string {
  const text = useText()
  const { currency } = text.desk
  const units: Record<string, string> = currency
  const sums = fact.sums.map((sum) => `${formatSum(sum)}\u00A0${currency[sum.currency]}`)
  const names = fact.names.map((name) => units[name] ?? wordOf('setting', name, text) ?? name)
  return facts[fact.what]({
    names: names.join(', '),
    first: names[0] ?? '',
    second: names[1] ?? '',
    count: fact.count ?? 0,
    sums: sums.join(', '),
    sum: (at) => sums[at] ?? '',
  })
}
