import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useText } from '#core/i18n.tsx'
import { useDraft } from '#core/page/draft.ts'
import { call } from '#core/send.ts'
import { Empty } from '#ui/feedback/empty.tsx'
import { Loading } from '#ui/feedback/loading.tsx'
import { Choice } from '#ui/form/choice.tsx'
import { RowList } from '#ui/rows/row-list.tsx'
import { Amount } from '#ui/show/amount.tsx'
import { Time } from '#ui/show/time.tsx'
import { ReadFault } from '#shared/faults/read-fault.tsx'
import { MemberLink } from './member-link.tsx'
import styles from '../members.module.css'

const lists = { newest: Newest, largest: Largest, flagged: Flagged }
type ListName = keyof typeof lists
const names = Object.keys(lists) as ListName[]

/** Before anything is typed: who joined last, to whom most is owed, or who has a flag. */
export function MemberLists() {
  const text = useText()
  const [kept, keep] = useDraft('members list')
  const name = names.find((one) => one === kept) ?? 'newest'
  const List = lists[name]
  return (
    <>
      <Choice
        label={text.members.list}
        value={name}
        options={names.map((value) => ({ value, text: text.members.lists[value] }))}
        onChange={keep}
      />
      <List />
    </>
  )
}

const height = 48
const keyOf = ({ memberId }: { memberId: string }) => memberId

/** Page by page. */
function Newest() {
  const text = useText()
  const query = useInfiniteQuery({
    queryKey: ['GET /api/console/members/list'],
    queryFn: ({ pageParam }) =>
      call('GET /api/console/members/list', pageParam === null ? {} : { after: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
  const { data, error, refetch } = query
  if (!data) return error ? <ReadFault error={error} onRetry={refetch} /> : <Loading />
  const rows = data.pages.flatMap(({ members }) => members)
  if (rows.length === 0) return <Empty title={text.members.none} />
  const isMore = query.hasNextPage && !query.isFetchingNextPage
  return (
    <div className={styles.found}>
      <RowList
        {...{ label: text.members.lists.newest, rows, keyOf, height }}
        onMore={isMore ? () => void query.fetchNextPage() : undefined}
        renderRow={(row) => <MemberLink row={row} />}
      />
    </div>
  )
}

function Largest() {
  const text = useText()
  const { data, error, refetch } = useQuery({
    queryKey: ['GET /api/console/members/largest'],
    queryFn: () => call('GET /api/console/members/largest', {}),
  })
  if (!data) return error ? <ReadFault error={error} onRetry={refetch} /> : <Loading />
  const { countedAt, members: rows } = data
  if (countedAt === null) return <Empty title={text.members.notCounted} />
  return (
    <div className={styles.found}>
      <RowList
        {...{ label: text.members.lists.largest, rows, keyOf, height }}
        renderRow={(row) => (
          <MemberLink row={row}>
            <Amount sum={row.owed} />
          </MemberLink>
        )}
        foot={
          <>
            {text.members.counted} <Time at={countedAt} />
          </>
        }
      />
    </div>
  )
}

function Flagged() {
  const text = useText()
  const { data, error, refetch } = useQuery({
    queryKey: ['GET /api/console/members/flagged'],
    queryFn: () => call('GET /api/console/members/flagged', {}),
  })
  if (!data) return error ? <ReadFault error={error} onRetry={refetch} /> : <Loading />
  const { members: rows, isCut } = data
  if (rows.length === 0) return <Empty title={text.members.noFlagged} />
  return (
    <div className={styles.found}>
      <RowList
        {...{ label: text.members.lists.flagged, rows, keyOf, height }}
        renderRow={(row) => (
          <MemberLink row={row}>
            {text.members.flags[row.flag]} · <Time at={row.since} />
          </MemberLink>
        )}
        foot={isCut && text.members.moreFlagged}
      />
    </div>
  )
}
