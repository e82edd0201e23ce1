import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { useText } from '#core/i18n.tsx'
import { useTouchAsked } from '#core/calls/touch.ts'
import { followHouse } from '#core/live/line.ts'
import { useHotkeys } from '#core/page/hotkeys.ts'
import { Loading } from '#ui/feedback/loading.tsx'
import { Toasts } from '#ui/feedback/toasts.tsx'
import { ReadFault } from '#shared/faults/read-fault.tsx'
import { useTitle } from '#shared/counts.tsx'
import { forgetMe, useMeQuery } from '#shared/me.ts'
import { TouchDialog } from '../features/entry/touch-dialog.tsx'
import { useNewWork } from './new-work/new-work.ts'
import { HelpDialog } from './shell/help-dialog.tsx'
import { HouseNote } from './shell/house-note.tsx'
import { LineNote } from './shell/line-note.tsx'
import { Palette } from './shell/palette.tsx'
import { Rail } from './shell/rail.tsx'
import { WaysNote } from './shell/ways-note.tsx'
import styles from './shell/shell.module.css'
import { StopBar } from './shell/stop-bar.tsx'

/** Everything behind the sign-in, drawn only once the server has confirmed who is signed in. */
export function DeskPart() {
  const { data: me, error, refetch } = useMeQuery()
  if (error && !me) return <ReadFault error={error} onRetry={refetch} />
  return me ? <Desk /> : <Loading />
}

function Desk() {
  const text = useText()
  const navigate = useNavigate()
  const touch = useTouchAsked()
  const [open, setOpen] = useState<'palette' | 'help' | null>(null)
  useEffect(followHouse, [])
  const find = useCallback(() => setOpen('palette'), [])
  const leave = useCallback(() => {
    forgetMe()
    void navigate({ to: '/sign-in' })
  }, [navigate])
  useHotkeys({
    'ctrl+k': find,
    '/': find,
    '?': () => setOpen('help'),
  })
  return (
    <div className={styles.shell}>
      <a href="#content" className={styles.skip}>
        {text.desk.skip}
      </a>
      <div className={styles.bars}>
        <LineNote />
        <HouseNote />
        <StopBar />
      </div>
      <ScreenTitle />
      <Rail onFind={find} onLeave={leave} />
      <main id="content" className={styles.content} tabIndex={-1}>
        <WaysNote />
        <div className={styles.screen}>
          <Outlet />
        </div>
      </main>
      {open === 'palette' && <Palette onClose={() => setOpen(null)} />}
      {open === 'help' && <HelpDialog onClose={() => setOpen(null)} />}
      {touch && <TouchDialog onAnswer={touch.answer} />}
      <Toasts />
    </div>
  )
}

/** Separate from the desk, so that navigation within a screen does not redraw the frame. */
function ScreenTitle() {
  const text = useText()
  const first = useLocation({ select: ({ pathname }) => pathname.split('/')[1] ?? 'work' })
  const names = text.desk.screens as Record<string, string>
  useTitle(names[first] ?? text.desk.console)
  useNewWork()
  return null
}
