import type { WorkItem } from '@kapao/contract/console/work'
import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n.tsx'
import { WaitNote } from '#ui/feedback/notes.tsx'
import { useWaitsText } from './waits.ts'

/** A request about it waits, so that nothing else can be decided. */
export function WaitsNote({ waits }: { waits: NonNullable<WorkItem['waits']> }) {
  const text = useText()
  const waitsText = useWaitsText()
  return (
    <WaitNote>
      {text.work.waitsNote(waits.askedBy)} {waitsText(waits, text.work.nowWaits)}{' '}
      <Link
        to="/work/$list/$kind/$id"
        params={{ list: 'second', kind: 'second', id: waits.request }}
      >
        {text.work.openRequest}
      </Link>
    </WaitNote>
  )
}
