import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#core/i18n.tsx'
import { useDraft } from '#core/page/draft.ts'
import { readAgain } from '#core/queries.ts'
import { call } from '#core/send.ts'
import { Dialog, DialogActions } from '#ui/dialog/dialog.tsx'
import { FaultNote } from '#ui/feedback/notes.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { Button } from '#ui/form/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { useFaultText } from '../faults/fault-text.ts'
import { useRight } from '../me.ts'
import { useWaitsText } from '../waits.ts'
import { useStops } from './use-stops.ts'

/** For an owner or risk, while not everybody's payouts are stopped. */
export function StopButton() {
  const { payouts } = useText()
  const mayStop = useRight('payouts.stop')
  const isStopped = useStops().some(({ memberId }) => memberId === null)
  const [isOpen, setOpen] = useState(false)
  if (!mayStop || isStopped) return null
  return (
    <>
      <Button look="danger" onPress={() => setOpen(true)}>
        {payouts.stop}
      </Button>
      {isOpen && <StopDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function StopDialog({ onClose }: { onClose: () => void }) {
  const { payouts } = useText()
  return (
    <ReasonDialog
      title={payouts.stop}
      note={payouts.stopNote}
      kept="stop"
      onClose={onClose}
      send={async (why) => {
        await call('POST /api/console/payouts/stop', { memberId: null, why })
        return payouts.stopped
      }}
    />
  )
}

export function ResumeDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { payouts, work } = useText()
  const waitsText = useWaitsText()
  return (
    <ReasonDialog
      title={payouts.resume}
      note={payouts.resumeNote}
      kept={`resume ${id}`}
      onClose={onClose}
      send={async (why) => {
        const answer = await call('POST /api/console/payouts/resume', { id, why })
        return answer.state === 'done' ? payouts.goOn : waitsText(answer, work.nowWaits)
      }}
    />
  )
}

type ReasonProps = {
  title: string
  note: string
  kept: string
  /** The sentence for what has happened. */
  send: (why: string) => Promise<string>
  onClose: () => void
}

function ReasonDialog({ title, note, kept, send, onClose }: ReasonProps) {
  const { members, desk } = useText()
  const faultText = useFaultText()
  const [why, setWhy] = useDraft(`payouts ${kept}`)
  const sending = useMutation({
    mutationFn: () => send(why),
    onSuccess: (sentence) => {
      setWhy('')
      showToast(sentence)
      void readAgain('GET /api/console/payouts', 'GET /api/console/work/counts')
      onClose()
    },
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{note}</p>
      <Field label={members.why} value={why} onChange={setWhy} isLong maxLength={500} />
      {sending.error && <FaultNote>{faultText(sending.error)}</FaultNote>}
      <DialogActions>
        <Button onPress={onClose}>{desk.cancel}</Button>
        <Button
          look="primary"
          isDisabled={why.trim() === ''}
          isBusy={sending.isPending}
          onPress={() => sending.mutate()}
        >
          {title}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
