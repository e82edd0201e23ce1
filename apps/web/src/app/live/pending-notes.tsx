import { useRefusalText } from '#core/calls/fault-text.ts'
import { formatDateTime } from '#core/format.ts'
import { useMemberText } from '#core/i18n.tsx'
import { IconButton } from '#ui/form/icon-button.tsx'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { checkIcon, closeIcon, waitIcon } from '@kapao/ui/icons/more-icons.ts'
import { alertIcon } from '@kapao/ui/icons/public-icons.ts'
import styles from './pending-notes.module.css'
import { useOrphans, type Orphan } from './use-orphans.ts'

/** Cut from DD/MM/YYYY HH:mm:ss; the time it was sent distinguishes two transfers. */
const timeLength = 'HH:mm:ss'.length
const secondsLength = ':ss'.length

/**
 * Says in plain words how calls ended whose answer was lost. The frame is always rendered, so that screen readers
 * announce it.
 */
export function PendingNotes() {
  const { orphans, dismiss } = useOrphans()
  return (
    <div role="status" className={styles.notes}>
      {orphans.map((orphan) => (
        <Note key={orphan.key} orphan={orphan} onRead={() => dismiss(orphan.key)} />
      ))}
    </div>
  )
}

function Note({ orphan, onRead }: { orphan: Orphan; onRead: () => void }) {
  const text = useMemberText().pending
  const { kind, icon } = lookOf(orphan)
  return (
    <div className={styles.note} data-kind={kind}>
      <span className={styles.icon}>
        <Icon path={icon} />
      </span>
      <div className={styles.words}>
        <p className={styles.title}>
          {nameOf(orphan.route, text.names)}
          {orphan.at !== undefined &&
            ` · ${formatDateTime(orphan.at).slice(-timeLength, -secondsLength)}`}
        </p>
        <p>{useSentence(orphan)}</p>
      </div>
      {orphan.ended && <IconButton label={text.read} path={closeIcon} onClick={onRead} />}
    </div>
  )
}

function useSentence({ ended, route }: Orphan): string {
  const { pending: text, transferFailed } = useMemberText()
  const refusalText = useRefusalText()
  if (ended === null) return text.running
  if (ended.state === 'never') return text.never
  if (wentWell(ended.code)) return text.done
  // Of several transfers at once some may have gone through.
  if (ended.code === 'TRANSFER_FAIL' && route.includes('/transferAll'))
    return transferFailed.everything
  return refusalText(ended.code ?? '')
}

function lookOf({ ended }: Orphan): { kind: 'wait' | 'plus' | 'minus'; icon: string } {
  if (ended === null) return { kind: 'wait', icon: waitIcon }
  const isDone = ended.state === 'done' && wentWell(ended.code)
  return isDone ? { kind: 'plus', icon: checkIcon } : { kind: 'minus', icon: alertIcon }
}

function wentWell(code: string | undefined): boolean {
  return code === undefined || code === 'SUCCESS' || code === 'OK' || code.endsWith('_SUCCESS')
}

type Names = Record<'transfer' | 'withdraw' | 'gift' | 'other', string>

function nameOf(route: string, names: Names): string {
  if (route.includes('/transfer')) return names.transfer
  if (route.includes('/withdraw')) return names.withdraw
  return route.includes('truelink') ? names.gift : names.other
}
