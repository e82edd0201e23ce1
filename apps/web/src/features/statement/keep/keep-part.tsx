import { useState } from 'react'
import type { StatementKind } from '@kapao/contract/statement'
import { CallFault } from '#core/calls/fault.ts'
import { formatAmount } from '#core/format.ts'
import { useStatementText } from '../text/statement-text.ts'
import { Button } from '#ui/form/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { showToast } from '#ui/feedback/toast.ts'
import type { PlaceNames } from '../activity/activity.ts'
import { csvOf } from './csv.ts'
import { downloadFile } from './download.ts'
import styles from './keep-part.module.css'
import { columnsOf, lineOf } from './lines.ts'
import { keptRowsMax, readAll, type StatementRows } from './read-all.ts'

type KeepPartProps = {
  kind: StatementKind | null
  nameOf: PlaceNames
  onPaper: (kept: StatementRows) => void
}

type Way = 'csv' | 'print'

/** A copy of all the rows shown, as a table or on paper. */
export function KeepPart({ kind, nameOf, onPaper }: KeepPartProps) {
  const text = useStatementText()
  const [working, setWorking] = useState<Way | null>(null)

  function writeTable({ rows, isCut }: StatementRows): void {
    const head = columnsOf.map((name) => text.keep.columns[name])
    const lines = rows.map((row) => {
      const line = lineOf(row, text, nameOf)
      return columnsOf.map((name) => line[name])
    })
    const table = new Blob([csvOf([head, ...lines])], { type: 'text/csv;charset=utf-8' })
    downloadFile(`${text.keep.fileName}.csv`, table)
    if (isCut) showToast('success', text.keep.cut(formatAmount(keptRowsMax).slice(0, -3)))
  }

  async function keep(way: Way): Promise<void> {
    setWorking(way)
    try {
      const kept = await readAll(kind)
      if (way === 'csv') writeTable(kept)
      else onPaper(kept)
    } catch (error) {
      const isLeaving = error instanceof CallFault && error.kind === 'leaving'
      if (!isLeaving) showToast('danger', text.keep.failed)
    } finally {
      setWorking(null)
    }
  }

  return (
    <Card title={text.keep.title}>
      <div className={styles.ways}>
        {(['csv', 'print'] as const).map((way) => (
          <Button
            key={way}
            kind="secondary"
            busy={working === way}
            disabled={working !== null}
            onClick={() => void keep(way)}
          >
            {text.keep[way]}
          </Button>
        ))}
      </div>
      <p className={styles.working} role="status">
        {working && text.keep.working}
      </p>
    </Card>
  )
}
