import type { Fact, Panel } from '@kapao/contract/console/work'
import { useText } from '#core/i18n.tsx'
import { classes } from '#ui/classes.ts'
import { FactName } from '#shared/facts/fact-list.tsx'
import { FactValue } from '#shared/facts/fact-value.tsx'
import styles from './compared.module.css'

/** Several reports of one transfer, a column each beside whom it was credited to: a row for each fact. */
export function Compared({ panels }: { panels: readonly Panel[] }) {
  const text = useText()
  const columns = panels.map((panel) => ({ panel, source: sourceOf(panel) }))
  const names = new Set(
    columns.flatMap(({ panel, source }) =>
      panel.facts.filter((one) => one !== source).map(({ name }) => name),
    ),
  )
  return (
    <table className={styles.compared}>
      <thead>
        <tr>
          <th scope="col">{text.codes.facts.what}</th>
          {columns.map(({ panel, source }, at) => (
            <th key={at} scope="col">
              {source ? <FactValue value={source.value} /> : text.codes.panels[panel.name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...names].map((name) => (
          <tr key={name}>
            <th scope="row">
              <FactName name={name} />
            </th>
            {columns.map(({ panel }, at) => (
              <Cell key={at} facts={panel.facts.filter((one) => one.name === name)} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A report's column is headed by who reported it. */
function sourceOf({ name, facts }: Panel): Fact | undefined {
  return name === 'report' ? facts.find((one) => one.name === 'channel') : undefined
}

function Cell({ facts }: { facts: readonly Fact[] }) {
  const text = useText()
  return (
    <td className={classes(facts.some(({ isOdd }) => isOdd) && styles.odd)}>
      {facts.length === 0 && text.desk.nothing}
      {facts.map((one, at) => (
        <div key={at}>
          <FactValue value={one.value} />
          {one.isOdd && <span className={styles.mark}> {text.work.odd}</span>}
        </div>
      ))}
    </td>
  )
}
