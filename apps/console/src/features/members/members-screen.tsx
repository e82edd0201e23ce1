import type { MemberRow } from '@kapao/contract/console/members'
import { searchIcon } from '@kapao/ui/icons/more-icons.ts'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useRef } from 'react'
import { useText } from '#core/i18n.tsx'
import { useDraft } from '#core/page/draft.ts'
import { useHotkeys } from '#core/page/hotkeys.ts'
import { call } from '#core/send.ts'
import { Empty } from '#ui/feedback/empty.tsx'
import { Loading } from '#ui/feedback/loading.tsx'
import { Field } from '#ui/form/field.tsx'
import { RowList } from '#ui/rows/row-list.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Time } from '#ui/show/time.tsx'
import { ReadFault } from '#shared/faults/read-fault.tsx'
import styles from './members.module.css'

const shortest = 2

/** The newest members, and a search by anything that is known of one. */
export function MembersScreen() {
  const text = useText()
  const [words, setWords] = useDraft('members search')
  const field = useRef<HTMLInputElement>(null)
  useHotkeys({ '/': () => field.current?.focus() })
  return (
    <div className={styles.screen}>
      <h1 className="visually-hidden">{text.desk.screens.members}</h1>
      <Field
        ref={field}
        type="search"
        label={text.members.searchLabel}
        hint={text.members.searchHint}
        value={words}
        onChange={setWords}
        takesFocus
        maxLength={100}
      />
      <Found words={useDeferredValue(words.trim())} />
    </div>
  )
}

function Found({ words }: { words: string }) {
  const text = useText()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['POST /api/console/members/search', words],
    // While the operator types nothing is requested.
    queryFn: async ({ signal }) => {
      await new Promise((next) => setTimeout(next, 150))
      signal.throwIfAborted()
      return call('POST /api/console/members/search', { words })
    },
    enabled: words.length >= shortest,
    placeholderData: keepPreviousData,
  })
  if (words.length < shortest) return <Newest />
  if (error) return <ReadFault error={error} onRetry={refetch} />
  if (!data) return <Loading />
  if (data.members.length === 0 && !isFetching)
    return <Empty title={text.members.none} icon={searchIcon} />
  return (
    <div className={styles.found} aria-busy={isFetching}>
      <RowList
        label={text.desk.screens.members}
        rows={data.members}
        keyOf={({ memberId, found, about }) => `${memberId} ${found} ${about}`}
        height={48}
        renderRow={(row) => <FoundRow row={row} />}
        foot={data.isCut && text.members.isCut}
      />
    </div>
  )
}

/** Before anything is typed: who joined last, page by page. */
function Newest() {
  const text = useText()
  const query = useInfiniteQuery({
    queryKey: ['GET /api/console/members/list'],
    queryFn: ({ pageParam }) =>
      call('GET /api/console/members/list', pageParam === null ? {} : { after: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
  if (query.error && !query.data) return <ReadFault error={query.error} onRetry={query.refetch} />
  if (!query.data) return <Loading />
  const rows = query.data.pages.flatMap(({ members }) => members)
  if (rows.length === 0) return <Empty title={text.members.none} icon={searchIcon} />
  return (
    <div className={styles.found}>
      <RowList
        label={text.members.newest}
        rows={rows}
        keyOf={({ memberId }) => memberId}
        height={48}
        onMore={
          query.hasNextPage && !query.isFetchingNextPage
            ? () => void query.fetchNextPage()
            : undefined
        }
        renderRow={(row) => <FoundRow row={row} />}
      />
    </div>
  )
}

function FoundRow({ row }: { row: MemberRow }) {
  const text = useText()
  return (
    <Link to="/members/$memberId" params={{ memberId: row.memberId }} className={styles.row ?? ''}>
      <span>
        {row.name} {!row.isActive && <Badge tone="minus">{text.members.inactive}</Badge>}
      </span>
      <span>{row.phone}</span>
      <span className={styles.dim}>
        {[text.members.found[row.found], row.about].filter(Boolean).join(' · ')}
      </span>
      <span className={styles.dim}>
        {text.members.joined} <Time at={row.joinedAt} />
      </span>
    </Link>
  )
}
