import type { ReactNode } from 'react'
import { useMemberText } from '#core/i18n.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Pager } from '#ui/layout/pager.tsx'
import styles from './earned-table.module.css'

/** Our server returns the total; the spec has none for these lists, so another server may omit it. */
type ListSize = { total?: number | undefined; count: number }

type PagedListProps = {
  words: { title: string; empty: string; late: string }
  icon: string
  page: number
  pageSize: number
  /** The total, and the number on this page; undefined while they are loading. */
  found: ListSize | undefined
  isError: boolean
  onPage: (page: number) => void
  children: ReactNode
}

/** A list under a heading, ten lines at a time. ERR-15: a failure is only shown by a plain line in its place. */
export function PagedList({ words, icon, page, pageSize, onPage, ...list }: PagedListProps) {
  const pagerWords = useMemberText().pager
  const { found, isError, children } = list
  const pages = found ? pagesOf(found, { page, pageSize }) : 1
  return (
    <Card title={words.title}>
      {found === undefined ? (
        isError ? (
          <p className={styles.late}>{words.late}</p>
        ) : (
          <div aria-busy="true">
            <Skeleton shape="card" />
          </div>
        )
      ) : pages === 0 ? (
        <EmptyState path={icon}>{words.empty}</EmptyState>
      ) : (
        children
      )}
      <Pager page={page} pages={pages} words={pagerWords} onPage={onPage} />
    </Card>
  )
}

type PageView = { page: number; pageSize: number }

/** The number of pages, as far as known: without a total, a full page means that there is another one. */
export function pagesOf({ total, count }: ListSize, { page, pageSize }: PageView): number {
  if (total !== undefined) return Math.ceil(total / pageSize)
  if (count === 0 && page === 1) return 0
  return count < pageSize ? page : page + 1
}
