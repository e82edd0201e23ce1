import { timelineSorts, type Sort } from './sorts.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#core/i18n.tsx'
import { instantOf } from '#core/local-time.ts'
import { call } from '#core/send.ts'
import { Empty } from '#ui/feedback/empty.tsx'
import { Loading } from '#ui/feedback/loading.tsx'
import { Choice } from '#ui/form/choice.tsx'
import { TimeField } from '#ui/form/time-field.tsx'
import { RowList } from '#ui/rows/row-list.tsx'
import { ReadFault } from '#shared/faults/read-fault.tsx'
import { groupsOf } from './groups.ts'
import { GroupRow, TimelineRow } from './timeline-row.tsx'
import styles from './member.module.css'

const name = 'GET /api/console/members/timeline/{memberId}'

/** Everything that happened to a member, newest first, or one sort of it, from a time of choice backwards. */
export function Timeline({ memberId }: { memberId: string }) {
  const text = useText()
  const [sort, setSort] = useState<Sort | 'all'>('all')
  const [before, setBefore] = useState('')
  const options = (['all', ...timelineSorts] as const).map((value) => ({
    value,
    text: value === 'all' ? text.members.all : text.members.sorts[value],
  }))
  return (
    <section className={styles.line} aria-label={text.members.timeline}>
      <div className={styles.filters}>
        <Choice label={text.members.timeline} value={sort} options={options} onChange={setSort} />
        <TimeField label={text.members.timelineBefore} value={before} onChange={setBefore} />
      </div>
      <Rows memberId={memberId} sort={sort} until={instantOf(before)} />
    </section>
  )
}

type RowsProps = { memberId: string; sort: Sort | 'all'; until: string }

function Rows({ memberId, sort, until }: RowsProps) {
  const text = useText()
  const [opened, setOpened] = useState<readonly string[]>([])
  const query = useInfiniteQuery({
    queryKey: [name, { memberId, sort, until }],
    queryFn: ({ pageParam }) =>
      call(name, {
        memberId,
        ...(sort === 'all' ? {} : { sort }),
        ...(until === '' ? {} : { until }),
        ...(pageParam === null ? {} : { after: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
  if (query.error && !query.data) return <ReadFault error={query.error} onRetry={query.refetch} />
  if (!query.data) return <Loading />
  const rows = query.data.pages.flatMap((page) => page.rows)
  const shown = groupsOf(rows).flatMap((one) =>
    'rows' in one && opened.includes(one.id) ? [one, ...one.rows] : [one],
  )
  const toggle = (id: string) =>
    setOpened((ids) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]))
  const onMore =
    query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined
  if (rows.length === 0 && !onMore) return <Empty title={text.members.noTimeline} />
  return (
    <RowList
      label={text.members.timeline}
      rows={shown}
      keyOf={({ id }) => id}
      height={52}
      onMore={onMore}
      renderRow={(one) =>
        'rows' in one ? (
          <GroupRow group={one} isOpen={opened.includes(one.id)} onToggle={() => toggle(one.id)} />
        ) : (
          <TimelineRow row={one} />
        )
      }
    />
  )
}
