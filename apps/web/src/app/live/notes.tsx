import { Suspense } from 'react'
import { NoticeMarks } from './marks/notice-marks.tsx'
import { PendingNotes } from './pending-notes.tsx'

/** What every screen behind the login may have to say, and rarely has. */
export function Notes() {
  return (
    <>
      <PendingNotes />
      <Suspense>
        <NoticeMarks />
      </Suspense>
    </>
  )
}
