import { timelineSorts, type Sort } from './sorts.ts'
import type { TimelineRow } from '@kapao/contract/console/members'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '#core/i18n.tsx'
import { call } from '#core/send.ts'
import { Empty } from '#ui/feedback/empty.tsx'
import { Loading } from '#ui/feedback/loading.tsx'
import { Choice } from '#ui/form/choice.tsx'
import { RowList } from '#ui/rows/row-list.tsx'
import { Amount } from '#ui/show/amount.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { WholeTime } from '#ui/show/time.tsx'
import { ReadFault } from '#shared/faults/read-fault.tsx'
import { Code, Person, Quote, Word } from '#shared/facts/as-written.tsx'
import { MovementLink } from '#shared/movement-link.tsx'
import { isWorkKind } from '#shared/work-kind.ts'
import type { ConsoleText } from '#text/en/all.ts'
import styles from './member.module.css'

const name = 'GET /api/console/members/timeline/{memberId}'

/** Everything that happened to a member, newest first, or one sort of it. */
export function Timeline({ memberId }: { memberId: string }) {
  const text = useText()
  const [sort, setSort] = useState<Sort | 'all'>('all')
  const options = (['all', ...timelineSorts] as const).map((value) => ({
    value,
    text: value === 'all' ? text.members.all : text.members.sorts[value],
  }))
  return (
    <section className={styles.line} aria-label={text.members.timeline}>
      <div className={styles.filters}>
        <Choice label={text.members.timeline} value={sort} options={options} onChange={setSort} />
      </div>
      <Rows memberId={memberId} sort={sort} />
    </section>
  )
}

function Rows({ memberId, sort }: { memberId: string; sort: Sort | 'all' }) {
  const text = useText()
  const query = useInfiniteQuery({
    queryKey: [name, { memberId, sort }],
    queryFn: ({ pageParam }) =>
      call(name, {
        memberId,
        ...(sort === 'all' ? {} : { sort }),
        ...(pageParam === null ? {} : { after: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
  if (query.error && !query.data) return <ReadFault error={query.error} onRetry={query.refetch} />
  if (!query.data) return <Loading />
  const rows = query.data.pages.flatMap((page) => page.rows)
  const onMore =
    query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined
  if (rows.length === 0 && !onMore) return <Empty title={text.members.noTimeline} />
  return (
    <RowList
      label={text.members.timeline}
      rows={rows}
      keyOf={({ id }) => id}
      height={52}
      onMore={onMore}
      renderRow={(row) => <Row row={row} />}
    />
  )
}

function Row({ row }: { row: TimelineRow }) {
  const text = useText()
  const { members } = text
  return (
    <div className={styles.row}>
      <WholeTime at={row.at} />
      <div>
        <p>
          <Happened what={row.what} />
          {row.by && (
            <>
              {' · '}
              <Person name={row.by} />
            </>
          )}{' '}
          {row.state && row.state !== 'SUCCESS' && (
            <Badge tone={/^(?:FAILED|CANCEL)/.test(row.state) ? 'minus' : 'wait'}>
              {stateOf(row.state, text) ?? <Code code={row.state} />}
            </Badge>
          )}
        </p>
        <p className={styles.detail}>
          <Detail detail={row.detail} /> {row.movement && <MovementLink id={row.movement} />}{' '}
          {row.work && isWorkKind(row.work.kind) && (
            <Link
              to="/work/$list/$kind/$id"
              params={{ list: row.work.kind, kind: row.work.kind, id: row.work.id }}
            >
              {text.work.one[row.work.kind]}
            </Link>
          )}
        </p>
      </div>
      <div className={styles.number}>
        {row.sum && <Amount sum={row.sum} sign={signOf(row)} />}
        {row.left && (
          <p className={styles.detail}>
            {members.left} <Amount sum={row.left} />
          </p>
        )}
      </div>
    </div>
  )
}

/** Out of the wallet or into it; what failed has moved nothing. */
function signOf({ detail, state }: TimelineRow): '+' | '\u2212' | '' {
  if (detail?.form !== 'places' || /^(?:FAILED|CANCEL)/.test(state ?? '')) return ''
  return detail.from === 'wallet' ? '\u2212' : detail.to === 'wallet' ? '+' : ''
}

/** Acts of operators have the names of the audit trail. */
function Happened({ what }: { what: string }) {
  const { members } = useText()
  const known = members.happened[what]
  if (known !== undefined) return <span>{known}</span>
  return <Word of="action" code={what.replace(/^desk\./, '')} />
}

/** The state of money, or why a login ended. */
function stateOf(state: string, { members, words }: ConsoleText): string | undefined {
  return members.states[state] ?? words.ends[state]
}

/** Where money came from and went to are codes, which have texts; the rest is shown as it was written. */
function Detail({ detail }: { detail: TimelineRow['detail'] }) {
  if (detail === null) return null
  switch (detail.form) {
    case 'quote':
      return <Quote words={detail.text} />
    case 'text':
      return <Code code={detail.text} />
    case 'places':
      return (
        <span>
          <Place place={detail.from} /> → <Place place={detail.to} />
        </span>
      )
  }
}

function Place({ place }: { place: string }) {
  const { members } = useText()
  const known = members.places[place]
  return known === undefined ? <Word of="place" code={place} /> : <span>{known}</span>
}
