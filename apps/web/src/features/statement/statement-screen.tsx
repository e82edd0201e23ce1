import { useRef, useState, type ReactNode } from 'react'
import { useNow } from '#core/browser/countdown.ts'
import { useStatementText } from './text/statement-text.ts'
import { useTitle } from '#shared/page-settings.tsx'
import { Button } from '#ui/form/button.tsx'
import { PageHead } from '#ui/layout/page-head.tsx'
import { DaysChart } from './days/days-chart.tsx'
import { firstView } from './queries.ts'
import { FilterChips } from './filter-chips.tsx'
import { KeepPart } from './keep/keep-part.tsx'
import { Paper } from './keep/paper.tsx'
import type { StatementRows } from './keep/read-all.ts'
import { usePlaceNames } from './activity/place-names.ts'
import { RowsPart } from './rows-part.tsx'
import styles from './statement-screen.module.css'

type StatementScreenProps = {
  renderReceipt: (seq: number, close: () => void) => ReactNode
  renderSlips: (close: () => void) => ReactNode
}

const ageEveryMs = 5_000

/** All transactions of the member with their outcomes, and the sums by day. */
export function StatementScreen({ renderReceipt, renderSlips }: StatementScreenProps) {
  const text = useStatementText()
  const nameOf = usePlaceNames()
  const now = useNow(ageEveryMs)
  const list = useRef<HTMLDivElement>(null)
  const [view, setView] = useState(firstView)
  const [paper, setPaper] = useState<StatementRows | null>(null)
  const [open, setOpen] = useState<number | 'slips' | null>(null)
  useTitle(text.title)

  if (paper) return <Paper kept={paper} nameOf={nameOf} onClose={() => setPaper(null)} />
  return (
    <div className={styles.screen} data-wide="">
      <div className={styles.head}>
        <PageHead title={text.title} />
        <Button kind="secondary" onClick={() => setOpen('slips')}>
          {text.slips.open}
        </Button>
        <p className={styles.lead}>{text.lead}</p>
      </div>
      <div className={styles.list} ref={list}>
        <FilterChips
          shown={view.kind}
          onShow={(kind) => setView(kind === null ? firstView : { kind, before: null })}
        />
        <RowsPart
          // Another kind starts over, with a paging state of its own.
          key={view.kind}
          view={view}
          now={now}
          nameOf={nameOf}
          onView={(next) => {
            setView(next)
            list.current?.scrollIntoView({ block: 'start' })
          }}
          onOpen={({ seq }) => setOpen(seq)}
        />
      </div>
      {/* Below the rows, which are what a member comes for. */}
      <div className={styles.aside}>
        <DaysChart />
      </div>
      <div className={styles.keep}>
        <KeepPart kind={view.kind} nameOf={nameOf} onPaper={setPaper} />
      </div>
      {open === 'slips' && renderSlips(() => setOpen(null))}
      {typeof open === 'number' && renderReceipt(open, () => setOpen(null))}
    </div>
  )
}
