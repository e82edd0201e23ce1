import type { Notice } from '@kapao/contract/console/operators'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n.tsx'
import { reading, readAgain } from '#core/queries.ts'
import { call } from '#core/send.ts'
import { Button } from '#ui/form/button.tsx'
import { Time } from '#ui/show/time.tsx'
import { useMe } from '#shared/me.ts'
import styles from './shell.module.css'

/** New passkeys and codes of oneself, and for owners of everybody, until they are acknowledged. */
export function WaysNote() {
  const { ways } = useText()
  const me = useMe()
  const { data } = useQuery(reading('GET /api/console/own/notices'))
  const seeing = useMutation({
    mutationFn: (ids: string[]) => call('POST /api/console/own/notices/seen', { ids }),
    onSettled: () => readAgain('GET /api/console/own/notices'),
  })
  const notices = data?.notices ?? []
  // The operators of a demo have no passkey that they could lose.
  const hasSpare = !data || data.passkeys !== 1 || data.recoveryCodes > 0
  return (
    <div className={styles.notes} role="status">
      {notices.length > 0 && (
        <div className={styles.note}>
          <ul>
            {notices.map((notice) => (
              <li key={notice.id}>
                <NoticeWords notice={notice} isMine={notice.operator === me?.name} /> ·{' '}
                <Time at={notice.at} />
              </li>
            ))}
          </ul>
          {notices.some(({ operator }) => operator === me?.name) && <p>{ways.notYou}</p>}
          <Button
            isBusy={seeing.isPending}
            onPress={() => seeing.mutate(notices.map(({ id }) => id))}
          >
            {ways.seen}
          </Button>
        </div>
      )}
      {!hasSpare && (
        <div className={styles.note}>
          <p>{ways.spare}</p>
          <Link to="/me">{ways.spareGo}</Link>
        </div>
      )}
    </div>
  )
}

function NoticeWords({ notice, isMine }: { notice: Notice; isMine: boolean }) {
  const { ways } = useText()
  const label = notice.label ?? ''
  if (isMine) return <span>{ways.mine[notice.what](label)}</span>
  return (
    <span>
      <strong translate="no">{notice.operator}</strong> {ways.others[notice.what](label)}
    </span>
  )
}
