import { useText } from '#core/i18n.tsx'
import { useLineState } from '#core/live/line.ts'
import { useOnline } from '@kapao/ui/online.ts'
import styles from './shell.module.css'

/** Warns that nothing can be sent, or that the screen may be a few seconds old. */
export function LineNote() {
  const text = useText()
  const isOnline = useOnline()
  const line = useLineState()
  const words = isOnline ? line === 'down' && text.desk.line.down : text.desk.line.offline
  return (
    <div role="status" className={words ? styles.line : 'visually-hidden'}>
      {words}
    </div>
  )
}
