import { useEffect, useState } from 'react'
import { useWallet } from '#shared/wallet/wallet.ts'
import { formatAmount, formatDateTime } from '#core/format.ts'
import { useStatementText } from '../text/statement-text.ts'
import { useSettings } from '#shared/page-settings.tsx'
import { momentAfter } from '#core/browser/countdown.ts'
import { Button } from '#ui/form/button.tsx'
import type { PlaceNames } from '../activity/activity.ts'
import { columnsOf, lineOf, sumOf } from './lines.ts'
import styles from './paper.module.css'
import { keptRowsMax, type StatementRows } from './read-all.ts'

type PaperProps = { kept: StatementRows; nameOf: PlaceNames; onClose: () => void }

const figures = new Set<string>(['number', 'amount', 'effect'])

/** The statement as it is printed: always dark on light, without the rest of the page. */
export function Paper({ kept: { rows, isCut }, nameOf, onClose }: PaperProps) {
  const text = useStatementText()
  const { brand } = useSettings()
  const [madeAt] = useState(() => momentAfter(0))
  const profile = useWallet().data?.profile
  const currency = rows[0]?.currency ?? 'BAHT'
  // It replaces the statement, and was opened from the end of it.
  useEffect(() => {
    // In braces: newer browsers return a promise, which is not a cleanup function.
    scrollTo(0, 0)
  }, [])
  return (
    <div className={styles.screen} data-wide="">
      <div className={styles.buttons}>
        <Button onClick={() => print()}>{text.keep.print}</Button>
        <Button kind="secondary" onClick={onClose}>
          {text.keep.back}
        </Button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reached by keyboard. */}
      <div className={styles.around} role="region" aria-label={text.title} tabIndex={0}>
        <article className={styles.paper} data-paper="">
          <h1>
            {brand.name} · {text.title}
          </h1>
          <p>
            {profile && text.keep.owner(`${profile.name} (${profile._id})`)}
            <br />
            {text.keep.made(formatDateTime(madeAt))}
          </p>
          <table>
            <thead>
              <tr>
                {columnsOf.map((name) => (
                  <th key={name} scope="col" data-figure={figures.has(name) || undefined}>
                    {text.keep.columns[name]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => {
                const line = lineOf(row, text, nameOf)
                return (
                  <tr key={row.seq}>
                    {columnsOf.map((name) => (
                      <td key={name} data-figure={figures.has(name) || undefined}>
                        {line[name]}
                      </td>
                    ))}
                  </tr>
                )
              })}
            </tbody>
          </table>
          <p className={styles.sum}>
            {text.keep.sum}: {formatAmount(Number(sumOf(rows)))} {text.keep.units[currency]}
          </p>
          {isCut && <p>{text.keep.cut(formatAmount(keptRowsMax).slice(0, -3))}</p>}
        </article>
      </div>
    </div>
  )
}
