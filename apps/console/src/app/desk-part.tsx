import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useText } from '#core/i18n.tsx'
import { useTouchAsked } from '#core/calls/touch.ts'
import { followHouse } from '#core/live/line.ts'
import { useHotkeys } from '#core/page/hotkeys.ts'
import { Loading } from '#ui/feedback/loading.tsx'
import { FaultNote } from '#ui/feedback/notes.tsx'
import { Toasts } from '#ui/feedback/toasts.tsx'
import { Button } from '#ui/form/button.tsx'
import { useFaultText } from '#shared/fault-text.ts'
import { useTitle } from '#shared/counts.tsx'
import { forgetMe, useMeQuery } from '#shared/me.ts'
import { TouchDialog } from '../features/entry/touch-dialog.tsx'
import { HelpDialog } from './shell/help-dialog.tsx'
import { LineNote } from './shell/line-note.tsx'
import { Palette } from './shell/palette.tsx'
import { Rail } from './shell/rail.tsx'
import styles from './shell/shell.module.css'

/** Everything behind the sign-in: nothing of it is drawn before the server says who is signed in. */
export function DeskPart() {
  const text = useText()
  const faultText = useFaultText()
  const { data: me, error, refetch } = useMeQuery()
  if (error && !me)
    return (
      <FaultNote action={<Button onPress={() => void refetch()}>{text.desk.retry}</Button>}>
        {faultText(error)}
      </FaultNote>
    )
  return me ? <Desk /> : <Loading />
}

function Desk() {
  const text = useText()
  const navigate = useNavigate()
  const touch = useTouchAsked()
  const [open, setOpen] = useState<'palette' | 'help' | null>(null)
  useEffect(followHouse, [])
  useTitle(useScreenName())
  useHotkeys({
    'ctrl+k': () => setOpen('palette'),
    '/': () => setOpen('palette'),
    '?': () => setOpen('help'),
  })
  return (
    <div className={styles.shell}>
      <a href="#content" className={styles.skip}>
        {text.desk.skip}
      </a>
      <LineNote />
      <Rail
        onFind={() => setOpen('palette')}
        onLeave={() => {
          forgetMe()
          void navigate({ to: '/sign-in' })
        }}
      />
      <main id="content" className={styles.content} tabIndex={-1}>
        <Outlet />
      </main>
      {open === 'palette' && <Palette onClose={() => setOpen(null)} />}
      {open === 'help' && <HelpDialog onClose={() => setOpen(null)} />}
      {touch && <TouchDialog onAnswer={touch.answer} />}
      <Toasts />
    </div>
  )
}

function useScreenName(): string {
  const text = useText()
  const { pathname } = useLocation()
  const [, first = 'work'] = pathname.split('/')
  const names = text.desk.screens as Record<string, string>
  return names[first] ?? text.desk.console
}
