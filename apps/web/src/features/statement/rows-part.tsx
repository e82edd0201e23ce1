import { useState } from 'react'
import { useMemberText, useText } from '#core/i18n.tsx'
import { useStatementText } from './text/statement-text.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Button } from '#ui/form/button.tsx'
import { listIcon } from '@kapao/ui/icons/more-icons.ts'
import { alertIcon } from '@kapao/ui/icons/public-icons.ts'
import { Pager } from '#ui/layout/pager.tsx'
import { useRows, type Row, type StatementPage, type View } from './queries.ts'
import type { PlaceNames } from './activity/activity.ts'
import { RowsList } from './rows/rows-list.tsx'
import styles from './statement-screen.module.css'

type RowsPartProps = {
  view: View
  now: number
  nameOf: PlaceNames
  onView: (view: View) => void
  onOpen: (row: Row) => void
}

/** One page of rows, and the links to the others. Loaded rows stay when a later fetch fails. */
export function RowsPart({ view, onView, ...list }: RowsPartProps) {
  const text = useStatementText()
  const again = useText().action.again
  const { data, isError, refetch } = useRows(view)
  const retry = (
    <Button kind="secondary" onClick={() => void refetch()}>
      {again}
    </Button>
  )
  if (!data && isError)
    return (
      <EmptyState path={alertIcon} failed action={retry}>
        {text.failed}
      </EmptyState>
    )
  return (
    <>
      {isError && (
        <p className={styles.stale} role="status">
          {text.stale}
        </p>
      )}
      {!data && <Loading />}
      {data?.rows.length === 0 && (
        <EmptyState path={listIcon}>{view.kind === null ? text.empty : text.emptyKind}</EmptyState>
      )}
      {data && <RowsList rows={data.rows} {...list} />}
      <Turn view={view} shown={data} onView={onView} />
    </>
  )
}

function Loading() {
  return (
    <div className={styles.loading} aria-busy="true">
      {Array.from({ length: 4 }, (_, place) => (
        <Skeleton key={place} shape="card" />
      ))}
    </div>
  )
}

type TurnProps = { view: View; shown: StatementPage | undefined; onView: (view: View) => void }

function Turn({ view, shown, onView }: TurnProps) {
  const { pager } = useMemberText()
  const text = useStatementText()
  const [way, setWay] = useState<(number | null)[]>([])
  // A page that is being loaded counts as a page.
  if (view.kind === null) {
    const pages = Math.max(shown?.pages ?? 0, view.page)
    const toPage = (page: number): void => onView({ kind: null, page })
    return <Pager page={view.page} pages={pages} words={pager} onPage={toPage} />
  }
  const { kind, before } = view
  const older = shown?.before ?? null
  if (way.length === 0 && older === null) return null
  return (
    <nav className={styles.turn} aria-label={pager.label}>
      <Button
        kind="secondary"
        disabled={way.length === 0}
        onClick={() => {
          setWay(way.slice(0, -1))
          onView({ kind, before: way.at(-1) ?? null })
        }}
      >
        {text.newer}
      </Button>
      <Button
        kind="secondary"
        disabled={older === null}
        onClick={() => {
          setWay([...way, before])
          onView({ kind, before: older })
        }}
      >
        {text.older}
      </Button>
    </nav>
  )
}
