import { useText } from '#core/i18n.tsx'
import { FaultNote, WaitNote } from '#ui/feedback/notes.tsx'
import { useFaultText } from '#shared/faults/fault-text.ts'
import { wasStopped } from './passkey.ts'

export function EntryFault({ error }: { error: unknown }) {
  const text = useText()
  const faultText = useFaultText()
  if (!error) return null
  if (wasStopped(error)) return <WaitNote>{text.people.stopped}</WaitNote>
  return <FaultNote>{faultText(error)}</FaultNote>
}
