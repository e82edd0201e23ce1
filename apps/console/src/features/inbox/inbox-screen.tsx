import { talkIcon } from '@kapao/ui/icons/public-icons.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { useText } from '#core/i18n.tsx'
import { useHotkeys } from '#core/page/hotkeys.ts'
import { call } from '#core/send.ts'
import { Beside } from '#ui/beside/beside.tsx'
import beside from '#ui/beside/beside.module.css'
import { Empty } from '#ui/feedback/empty.tsx'
import { Loading } from '#ui/feedback/loading.tsx'
import { RowList } from '#ui/rows/row-list.tsx'
import { ReadFault } from '#shared/faults/read-fault.tsx'
import { useRight } from '#shared/me.ts'
import { boxes, talkInAddress, type Box } from './boxes.ts'
import { ChatTimes } from './chat-times.tsx'
import styles from './inbox.module.css'
import { TalkPane } from './talk/talk-pane.tsx'
import { TalkRow } from './talk-row.tsx'

type Props = { box: Box; talk: string | null }

const name = 'GET /api/console/inbox/{box}'

/** The talks, and the one that is open. */
export function InboxScreen({ box, talk }: Props) {
  const text = useText()
  const navigate = useNavigate()
  const { history } = useRouter()
  const query = useInfiniteQuery({
    queryKey: [name, { box }],
    queryFn: ({ pageParam }) =>
      call(name, { box, ...(pageParam === null ? {} : { after: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? []
  const step = (by: 1 | -1): void => {
    // The address is ahead of what is drawn: each of three quick steps starts from the result of the previous one.
    const here = talkInAddress(history.location.pathname)
    const at = rows.findIndex((row) => row.talk === here)
    const next = at === -1 ? rows[0] : rows[at + by]
    if (next) void navigate({ to: '/chat/$box/$talk', params: { box, talk: next.talk } })
  }
  useHotkeys({
    j: () => step(1),
    k: () => step(-1),
    Escape: () => talk !== null && void navigate({ to: '/chat/$box', params: { box } }),
    Enter: () => document.querySelector<HTMLElement>('[data-answer] textarea')?.focus(),
  })
  return (
    <Beside
      isOpen={talk !== null}
      list={
        <section className={beside.list} aria-label={text.desk.screens.chat}>
          <Head box={box} />
          <Rows query={query} rows={rows} box={box} talk={talk} />
          <ChatTimes />
        </section>
      }
    >
      {talk === null ? (
        <Empty title={text.inbox.choose} icon={talkIcon} />
      ) : (
        <TalkPane key={talk} talk={talk} box={box} />
      )}
    </Beside>
  )
}

function Head({ box }: { box: Box }) {
  const text = useText()
  const mayEdit = useRight('content.change')
  return (
    <div className={beside.head}>
      <div className={styles.title}>
        <h1>{text.desk.screens.chat}</h1>
        {mayEdit && (
          <Link to="/settings/$name" params={{ name: 'chat-canned' }} className={styles.edit ?? ''}>
            {text.inbox.canned}
          </Link>
        )}
      </div>
      <nav className={styles.boxes} aria-label={text.desk.screens.chat}>
        {boxes.map((one) => (
          <Link
            key={one}
            to="/chat/$box"
            params={{ box: one }}
            className={styles.box ?? ''}
            {...(one === box ? { 'aria-current': 'page' as const } : {})}
          >
            {text.inbox.boxes[one]}
          </Link>
        ))}
      </nav>
    </div>
  )
}

type Rows = Parameters<typeof TalkRow>[0]['row'][]
type RowsProps = Props & {
  rows: Rows
  query: {
    error: unknown
    isPending: boolean
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
    refetch: () => unknown
  }
}

function Rows({ query, rows, box, talk }: RowsProps) {
  const text = useText()
  if (query.error && rows.length === 0)
    return <ReadFault error={query.error} onRetry={query.refetch} />
  if (query.isPending) return <Loading />
  if (rows.length === 0) return <Empty title={text.inbox.empty[box]} icon={talkIcon} />
  return (
    <RowList
      label={text.inbox.boxes[box]}
      rows={rows}
      keyOf={(row) => row.talk}
      height={60}
      current={talk}
      onMore={
        query.hasNextPage && !query.isFetchingNextPage
          ? () => void query.fetchNextPage()
          : undefined
      }
      renderRow={(row) => <TalkRow row={row} box={box} isCurrent={row.talk === talk} />}
    />
  )
}
