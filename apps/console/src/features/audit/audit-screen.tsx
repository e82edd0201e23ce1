import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { useText } from '#core/i18n.tsx'
import { call, queryOf } from '#core/send.ts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { Loading } from '#ui/feedback/loading.tsx'
import { trailIcon } from '#ui/icons/desk-icons.ts'
import { RowList } from '#ui/rows/row-list.tsx'
import { Amount } from '#ui/show/amount.tsx'
import { Time, WholeTime } from '#ui/show/time.tsx'
import { Actor, Code, Quote, Word } from '#shared/facts/as-written.tsx'
import { JsonValue } from '#shared/facts/data-value.tsx'
import { wordOf } from '#shared/facts/word-of.ts'
import { MemberLink } from '#shared/member-link.tsx'
import { ReadFault } from '#shared/faults/read-fault.tsx'
import { AuditFilters } from './audit-filters.tsx'
import shared from '#shared/shared.module.css'
import styles from './audit.module.css'
import { filterInAddress, filterOf, noFilter, type AuditFilter, type AuditRow } from './filter.ts'

const name = 'GET /api/console/audit'

/** Who did what? */
export function AuditScreen({ asked }: { asked: Partial<AuditFilter> }) {
  const text = useText()
  const navigate = useNavigate()
  const filter = { ...noFilter, ...asked }
  const [open, setOpen] = useState<AuditRow | null>(null)
  return (
    <div className={styles.screen}>
      <div className={shared.head}>
        <h1>{text.people.audit}</h1>
        <a href={`/api/console/audit.csv${queryOf(filterOf(filter))}`} download>
          {text.people.csv}
        </a>
      </div>
      <AuditFilters
        asked={filter}
        onAsk={(next) => void navigate({ to: '/audit', search: filterInAddress(next) })}
      />
      <Rows filter={filterOf(filter)} onOpen={setOpen} />
      {open && <AuditDialog row={open} onClose={() => setOpen(null)} />}
    </div>
  )
}

type RowsProps = { filter: ReturnType<typeof filterOf>; onOpen: (row: AuditRow) => void }

function Rows({ filter, onOpen }: RowsProps) {
  const text = useText()
  const query = useInfiniteQuery({
    queryKey: [name, filter],
    queryFn: ({ pageParam }) =>
      call(name, { ...filter, ...(pageParam === null ? {} : { after: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
  if (query.error && !query.data) return <ReadFault error={query.error} onRetry={query.refetch} />
  if (!query.data) return <Loading />
  const rows = query.data.pages.flatMap((page) => page.rows)
  if (rows.length === 0) return <Empty title={text.people.auditEmpty} icon={trailIcon} />
  return (
    <RowList
      label={text.people.audit}
      rows={rows}
      keyOf={({ id }) => id}
      height={40}
      onMore={
        query.hasNextPage && !query.isFetchingNextPage
          ? () => void query.fetchNextPage()
          : undefined
      }
      renderRow={(row) => (
        <AriaButton className={styles.row ?? ''} onPress={() => onOpen(row)}>
          <span className={styles.line}>
            <Time at={row.at} />
            <Actor actor={row.actor} />
            <Word of="action" code={row.action} />
            <span className={styles.about}>
              {row.sum && (
                <>
                  <Amount sum={row.sum} />{' '}
                </>
              )}
              {row.memberName ? (
                <span translate="no">{row.memberName}</span>
              ) : (
                <span className={shared.dim}>
                  <Subject row={row} />
                </span>
              )}{' '}
              {row.why && <Quote words={row.why} />}
            </span>
          </span>
        </AriaButton>
      )}
    />
  )
}

/** The subject of an act; a setting is shown by its name. */
function Subject({ row: { action, subject } }: { row: AuditRow }) {
  if (action.startsWith('settings.')) return <Word of="setting" code={subject} />
  return <Code code={subject} />
}

/** The values before and after, shown as text. */
function AuditDialog({ row, onClose }: { row: AuditRow; onClose: () => void }) {
  const text = useText()
  const { people } = text
  return (
    <Dialog title={wordOf('action', row.action, text) ?? row.action} onClose={onClose} isWide>
      <p>
        <WholeTime at={row.at} /> · <Actor actor={row.actor} /> · <Subject row={row} />
      </p>
      {row.memberId && (
        <p>
          {row.sum && <Amount sum={row.sum} />}{' '}
          <MemberLink memberId={row.memberId} name={row.memberName ?? ''} />
        </p>
      )}
      {row.why && (
        <p>
          <Quote words={row.why} />
        </p>
      )}
      <p className={shared.dim}>
        {text.words.code} <Code code={row.action} /> · {people.request}{' '}
        <Code code={row.requestId} />
      </p>
      <div className={styles.sides}>
        <div>
          <p>{people.before}</p>
          <JsonValue json={JSON.stringify(row.before ?? null)} />
        </div>
        <div>
          <p>{people.after}</p>
          <JsonValue json={JSON.stringify(row.after ?? null)} />
        </div>
      </div>
    </Dialog>
  )
}
