import { formatDateTime } from '#core/format.ts'
import { useQueries } from '#core/queries/use-query.tsx'
import { markRead } from '#shared/notice-marks.ts'
import { paths } from '#shared/paths.ts'
import { IconButton } from '#ui/form/icon-button.tsx'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { closeIcon } from '@kapao/ui/icons/more-icons.ts'
import { alertIcon } from '@kapao/ui/icons/public-icons.ts'
import type { CallOutput } from '@kapao/contract/calls'
import { NoticeWay } from '../../../features/profile/notices/notice-way.tsx'
import { useProfileText } from '../../../features/profile/text/profile-text.ts'
import notes from '../pending-notes.module.css'
import { ContactMark } from './contact-mark.tsx'
import { MenuMark } from './menu-mark.tsx'
import { useLastSignIn } from './use-last-sign-in.ts'
import { useMarks } from './use-marks.ts'
import { useSilentPasskey } from './use-passkey.ts'

type Marks = CallOutput<'GET /api/notices/marks'>

/** The numbers at the menu's entries for the profile and for contact, and an unread warning above every screen. */
export function NoticeMarks() {
  const marks = useMarks()
  useLastSignIn(marks?.lastSignIn)
  useSilentPasskey(marks?.mayAddPasskey)
  if (!marks) return null
  const { notices, talk, warning } = marks
  return (
    <>
      {notices > 0 && <ProfileMark unread={notices} />}
      {talk > 0 && <ContactMark unread={talk} />}
      {warning && <Warning warning={warning} />}
    </>
  )
}

function ProfileMark({ unread }: { unread: number }) {
  const text = useProfileText().notices
  return <MenuMark at={paths.profile} count={unread} label={text.unread(unread)} />
}

function Warning({ warning }: { warning: NonNullable<Marks['warning']> }) {
  const text = useProfileText().notices
  const queries = useQueries()
  return (
    <div role="alert" className={notes.notes}>
      <div className={notes.note} data-kind="minus">
        <span className={notes.icon}>
          <Icon path={alertIcon} />
        </span>
        <div className={notes.words}>
          <p className={notes.title}>
            {warning.title} · {formatDateTime(Date.parse(warning.at))}
          </p>
          <p>{warning.text}</p>
          <NoticeWay leads={warning.leads} />
        </div>
        {/* Where it fails the warning stays. */}
        <IconButton
          label={text.read}
          path={closeIcon}
          onClick={() => void markRead(queries, warning._id).catch(() => undefined)}
        />
      </div>
    </div>
  )
}
