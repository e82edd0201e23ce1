import type { Fact, Panel } from '@kapao/contract/console/work'
import { useText } from '#core/i18n.tsx'
import { FactList, FactName } from '#shared/facts/fact-list.tsx'
import { FactValue } from '#shared/facts/fact-value.tsx'
import { sidesOf } from './sides.ts'
import styles from './item.module.css'

/** The sources side by side; a change is shown row by row. */
export function Evidence({ panels }: { panels: readonly Panel[] }) {
  const before = panels.find(({ name }) => name === 'before')
  const after = panels.find(({ name }) => name === 'after')
  const others = panels.filter((panel) => panel !== before && panel !== after)
  return (
    <>
      {(before || after) && <Sides before={before?.facts ?? []} after={after?.facts ?? []} />}
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

function Sides({ before, after }: { before: readonly Fact[]; after: readonly Fact[] }) {
  const text = useText()
  return (
    <div className={styles.panel}>
      <table className={styles.sides}>
        <thead>
          <tr>
            <th scope="col">{text.codes.facts.what}</th>
            <th scope="col">{text.work.before}</th>
            <th scope="col">{text.work.after}</th>
          </tr>
        </thead>
        <tbody>
          {sidesOf(before, after).map(({ name, key, old, next, isChanged }, at) => (
            <tr key={at}>
              <th scope="row">
                <FactName name={name} of={key} />
                {isChanged && <span className="visually-hidden"> {text.work.changed}</span>}
              </th>
              <td>{old ? <FactValue value={old.value} of={key} /> : text.desk.nothing}</td>
              <td className={isChanged ? styles.changed : ''}>
                {next ? <FactValue value={next.value} of={key} /> : text.desk.nothing}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
