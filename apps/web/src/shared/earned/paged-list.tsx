import type { ReactNode } from 'react'
import { useMemberText } from '#core/i18n.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Pager } from '#ui/layout/pager.tsx'
import styles from './earned-table.module.css'

type PagedListProps = {
  words: { title: string; empty: string; late: string }
  icon: string
  page: number
  pageSize: number
  /** Undefined while it is on its way. */
  total: number | undefined
  isError: boolean
  onPage: (page: number) => void
  children: ReactNode
}

/** A list under a heading, ten lines at a time. ERR-15: a failure is told by nothing but a quiet line in its place. */
export function PagedList({ words, icon, page, pageSize, onPage, ...list }: PagedListProps) {
  const pagerWords = useMemberText().pager
  const { total, isError, children } = list
  return (
    <Card title={words.title}>
      {total === undefined ? (
        isError ? (
          <p className={styles.late}>{words.late}</p>
        ) : (
          <div aria-busy="true">
            <Skeleton shape="card" />
          </div>
        )
      ) : total === 0 ? (
        <EmptyState path={icon}>{words.empty}</EmptyState>
      ) : (
        children
      )}
      <Pager
        page={page}
        pages={Math.ceil((total ?? 0) / pageSize)}
        words={pagerWords}
        onPage={onPage}
      />
    </Card>
  )
}
