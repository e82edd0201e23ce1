import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { secondAfterHours } from '@kapao/contract/console/limits'
import { hourMs } from '@kapao/contract/times'
import { formatClock } from '#core/format.ts'
import { useText } from '#core/i18n.tsx'
import { useNow } from '#core/page/now.ts'
import { readAgain } from '#core/queries.ts'
import { call } from '#core/send.ts'
import { Dialog, DialogActions } from '#ui/dialog/dialog.tsx'
import { FaultNote, WaitNote } from '#ui/feedback/notes.tsx'
import { Button } from '#ui/form/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Time } from '#ui/show/time.tsx'
import { useFaultText } from '#shared/faults/fault-text.ts'
import { useRight } from '#shared/me.ts'
import shared from '#shared/shared.module.css'
import styles from './me.module.css'

type Passkey = ConsoleCallOutput<'GET /api/console/own'>['passkeys'][number]
type Make = (options: Record<string, unknown>) => Promise<Record<string, unknown>>
type Props = { passkeys: readonly Passkey[]; makePasskey: Make }

export function Passkeys({ passkeys, makePasskey }: Props) {
  const text = useText()
  const { people } = text
  const [ending, setEnding] = useState<Passkey | null>(null)
  return (
    <section className={styles.card}>
      <h2>{people.passkeys}</h2>
      {passkeys.length === 1 && <WaitNote>{people.twoPasskeys}</WaitNote>}
      {passkeys.map((passkey) => (
        <div key={passkey.id} className={styles.row}>
          <div>
            <p>{passkey.label}</p>
            <p className={shared.dim}>
              {people.lastUsed}:{' '}
              {passkey.lastUsedAt ? <Time at={passkey.lastUsedAt} /> : people.never}
            </p>
          </div>
          <Button onPress={() => setEnding(passkey)}>{people.endPasskey}</Button>
        </div>
      ))}
      <AddPasskey makePasskey={makePasskey} />
      {ending && <EndDialog passkey={ending} onClose={() => setEnding(null)} />}
    </section>
  )
}

function AddPasskey({ makePasskey }: { makePasskey: Make }) {
  const text = useText()
  const faultText = useFaultText()
  const { people, ways } = text
  const maySecond = useRight('second.decide')
  const [label, setLabel] = useState('')
  const adding = useMutation({
    mutationFn: async () => {
      const { challenge, options } = await call('POST /api/console/own/passkey/begin', {})
      const answer = await makePasskey(options)
      return call('POST /api/console/own/passkey/finish', { challenge, answer, label })
    },
    onSuccess: () => {
      setLabel('')
      void readAgain('GET /api/console/own', 'GET /api/console/me', 'GET /api/console/own/notices')
    },
  })
  // The operator who closed the browser's dialog needs no message.
  const isStopped = adding.error?.name === 'NotAllowedError'
  const until = formatClock(useNow() + secondAfterHours * hourMs)
  return (
    <>
      {maySecond && (
        <p className={shared.dim}>
          {ways.until(until)} {ways.untilLasts}
        </p>
      )}
      <div className={styles.add}>
        <Field label={people.passkeyLabel} value={label} onChange={setLabel} maxLength={40} />
        <Button
          isDisabled={label.trim() === ''}
          isBusy={adding.isPending}
          onPress={() => adding.mutate()}
        >
          {people.addPasskey}
        </Button>
      </div>
      {adding.error && (
        <FaultNote>{isStopped ? people.stopped : faultText(adding.error)}</FaultNote>
      )}
    </>
  )
}

function EndDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const text = useText()
  const faultText = useFaultText()
  const { people, desk } = text
  const ending = useMutation({
    mutationFn: () => call('POST /api/console/own/passkey/end', { id: passkey.id }),
    onSuccess: () => {
      void readAgain('GET /api/console/own', 'GET /api/console/me', 'GET /api/console/own/notices')
      onClose()
    },
  })
  return (
    <Dialog title={people.endPasskey} onClose={onClose}>
      <p>{people.endPasskeyLead(passkey.label)}</p>
      {ending.error && <FaultNote>{faultText(ending.error)}</FaultNote>}
      <DialogActions>
        <Button onPress={onClose}>{desk.cancel}</Button>
        <Button look="danger" isBusy={ending.isPending} onPress={() => ending.mutate()}>
          {people.endPasskey}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
