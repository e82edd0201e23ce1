import { Suspense } from 'react'
import { ContactMark } from './marks/contact-mark.tsx'
import { PendingNotes } from './pending-notes.tsx'

/** What every screen behind the login may have to say, and rarely has. */
export function Notes() {
  return (
    <>
      <PendingNotes />
      <Suspense>
        <ContactMark />
      </Suspense>
    </>
  )
}
