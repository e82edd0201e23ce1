import { sidesOf, type Side } from '@kapao/contract/console/sides'
import type { Fact, Panel } from '@kapao/contract/console/work'
import { useText } from '#core/i18n.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { FactList, FactName } from '#shared/facts/fact-list.tsx'
import { FactValue } from '#shared/facts/fact-value.tsx'
import { Compared } from './compared.tsx'
import styles from './item.module.css'

type EvidenceProps = {
  panels: readonly Panel[]
  /** Its reports contradict each other: they are columns of one table. */
  isCompared?: boolean
  /** What changed has been done already. */
  isDone?: boolean
}

const comparedNames: readonly Panel['name'][] = ['credited', 'report']

/** The sources side by side; a change is shown row by row. */
export function Evidence({ panels, isCompared = false, isDone = false }: EvidenceProps) {
  const before = panels.find(({ name }) => name === 'before')
  const after = panels.find(({ name }) => name === 'after')
  const compared = isCompared ? panels.filter(({ name }) => comparedNames.includes(name)) : []
  const others = panels.filter((panel) => ![before, after, ...compared].includes(panel))
  return (
    <>
      {compared.length > 0 && (
        <div className={styles.panel}>
          <Compared panels={compared} />
        </div>
      )}
      {(before || after) && (
        <Sides before={before?.facts ?? []} after={after?.facts ?? []} isDone={isDone} />
      )}
      <div className={styles.panels}>
        {others.map((panel, at) => (
          <PanelCard key={at} panel={panel} />
        ))}
      </div>
    </>
  )
}

function PanelCard({ panel }: { panel: Panel }) {
  const text = useText()
  return (
    <section className={styles.panel}>
      <h3>{text.codes.panels[panel.name]}</h3>
      <FactList facts={panel.facts} />
    </section>
  )
}

type SidesProps = { before: readonly Fact[]; after: readonly Fact[]; isDone: boolean }

/** What changes comes first; parts of a value that stay the same are folded away. */
function Sides({ before, after, isDone }: SidesProps) {
  const text = useText()
  const sides = sidesOf(before, after)
  const isFolded = ({ path, isChanged }: Side) => path !== undefined && !isChanged
  const folded = sides.filter(isFolded)
  return (
    <div className={styles.panel}>
      <SideTable sides={sides.filter((side) => !isFolded(side))} isDone={isDone} />
      {folded.length > 0 && (
        <details>
          <summary>{text.work.same(folded.length)}</summary>
          <SideTable sides={folded} isDone={isDone} />
        </details>
      )}
    </div>
  )
}

function SideTable({ sides, isDone }: { sides: readonly Side[]; isDone: boolean }) {
  const text = useText()
  return (
    <table className={styles.sides}>
      <thead>
        <tr>
          <th scope="col">{text.codes.facts.what}</th>
          <th scope="col">{isDone ? text.work.was : text.work.before}</th>
          <th scope="col">{isDone ? text.work.became : text.work.after}</th>
        </tr>
      </thead>
      <tbody>
        {sides.map((side, at) => (
          <SideRow key={at} side={side} />
        ))}
      </tbody>
    </table>
  )
}

function SideRow({ side }: { side: Side }) {
  const text = useText()
  const { name, path, old, next, isChanged } = side
  const mark = !isChanged ? null : !old ? text.work.added : !next ? text.work.removed : null
  return (
    <tr>
      <th scope="row">
        <FactName name={name} path={path} />
        {mark && ' '}
        {mark && <Badge tone={old ? 'minus' : 'plus'}>{mark}</Badge>}
        {isChanged && !mark && <span className="visually-hidden"> {text.work.changed}</span>}
      </th>
      <td>
        {old ? <FactValue value={old.value} path={path} /> : text.desk.nothing}
        {old?.isOdd && ` (${text.work.odd})`}
      </td>
      <td className={isChanged ? styles.changed : ''}>
        {next ? <FactValue value={next.value} path={path} /> : text.desk.nothing}
      </td>
    </tr>
  )
}
