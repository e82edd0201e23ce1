import type { CallOutput } from '@kapao/contract/calls'
import { noticePageMax } from '@kapao/contract/limits'
import { useEffect, useState } from 'react'
import { call } from '#core/api.ts'
import { formatDateTime } from '#core/format.ts'
import { useQueries } from '#core/queries/use-query.tsx'
import { markRead } from '#shared/notice-marks.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { LoadFailed } from '#ui/feedback/load-failed.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Button } from '#ui/form/button.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { scrollIcon } from '@kapao/ui/icons/more-icons.ts'
import { useProfileText } from '../text/profile-text.ts'
import { NoticeWay } from './notice-way.tsx'
import styles from './notices-sheet.module.css'

type Notice = CallOutput<'POST /api/notices'>['rows'][number]

/** What happened to the member's money and account, newest first. Whatever it shows counts as read from then on. */
export function NoticesSheet({ onClose }: { onClose: () => void }) {
  const text = useProfileText().notices
  const { rows, more, hasFailed, load } = useNotices()
  return (
    <Sheet title={text.title} onClose={onClose}>
      {rows.length > 0 && (
        <ul className={styles.rows}>
          {rows.map((row) => (
            <NoticeRow key={row._id} row={row} />
          ))}
        </ul>
      )}
      {hasFailed ? (
        <LoadFailed onAgain={() => void load()}>{text.failed}</LoadFailed>
      ) : (
        <End isMore={more} isEmpty={rows.length === 0} onMore={() => void load()} />
      )}
    </Sheet>
  )
}

type EndProps = { isMore: boolean | null; isEmpty: boolean; onMore: () => void }

function End({ isMore, isEmpty, onMore }: EndProps) {
  const text = useProfileText().notices
  if (isMore === null)
    return (
      <div aria-busy="true" className={styles.waiting}>
        {[0, 1, 2].map((at) => (
          <Skeleton key={at} shape="card" />
        ))}
      </div>
    )
  if (isEmpty) return <EmptyState path={scrollIcon}>{text.none}</EmptyState>
  return isMore ? (
    <Button kind="secondary" onClick={onMore}>
      {text.older}
    </Button>
  ) : null
}

function NoticeRow({ row }: { row: Notice }) {
  const text = useProfileText().notices
  return (
    <li className={styles.row} data-class={row.class}>
      <p className={styles.title}>
        {row.title}
        {!row.isRead && <b className={styles.unread}>{text.isUnread}</b>}
      </p>
      <p>{row.text}</p>
      <p className={styles.foot}>
        <time dateTime={row.at}>{formatDateTime(Date.parse(row.at))}</time>
        <NoticeWay leads={row.leads} />
      </p>
    </li>
  )
}

type NoticeList = {
  rows: Notice[]
  /** Null while the next ones are asked for. */
  more: boolean | null
  hasFailed: boolean
}

function useNotices() {
  const queries = useQueries()
  const [shown, setShown] = useState<NoticeList>({ rows: [], more: null, hasFailed: false })

  async function load(): Promise<void> {
    const before = shown.rows.at(-1)?._id
    setShown((was) => ({ ...was, more: null, hasFailed: false }))
    try {
      const input = { limit: noticePageMax, ...(before !== undefined && { before }) }
      const { rows, more } = await call('POST /api/notices', input)
      setShown((was) => ({ rows: [...was.rows, ...rows], more, hasFailed: false }))
      const [newest] = rows
      // A failure leaves them unread, and the next visit tries again.
      if (before === undefined && newest) markRead(queries, newest._id).catch(() => undefined)
    } catch {
      setShown((was) => ({ ...was, hasFailed: true }))
    }
  }

  // The first ones, once.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(() => void load(), [])
  return { ...shown, load }
}
