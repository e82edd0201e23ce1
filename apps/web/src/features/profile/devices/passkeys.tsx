import type { CallOutput } from '@kapao/contract/calls'
import { useState } from 'react'
import { call } from '#core/api.ts'
import { CallFault } from '#core/calls/fault.ts'
import { useFaultText } from '#core/calls/fault-text.ts'
import { useAnswer } from '#core/calls/use-answer.ts'
import { useSending } from '#core/calls/use-sending.ts'
import { formatDateTime } from '#core/format.ts'
import { LoadFailed } from '#ui/feedback/load-failed.tsx'
import { Button } from '#ui/form/button.tsx'
import { useProfileText } from '../text/profile-text.ts'
import { IdentifySheet } from './identify-sheet.tsx'
import styles from './devices-sheet.module.css'

type Passkey = CallOutput<'GET /api/passkeys'>['passkeys'][number]

const loadPasskeys = () => call('GET /api/passkeys')

/** The member's passkeys, each with a way to remove it. */
export function Passkeys() {
  const text = useProfileText().passkeys
  const faultText = useFaultText()
  const { state, answer, again } = useAnswer(loadPasskeys)
  const [refused, setRefused] = useState<Passkey | null>(null)
  const [fault, setFault] = useState<unknown>(null)
  const [sending, once] = useSending()

  async function remove(passkey: Passkey): Promise<void> {
    setFault(null)
    setRefused(null)
    try {
      await call('DELETE /api/passkeys/{id}', { id: passkey._id })
      forget(passkey.credential)
      again()
    } catch (error) {
      const mustShow = error instanceof CallFault && error.code === 'IDENTIFY_AGAIN'
      if (mustShow) setRefused(passkey)
      else setFault(error)
    }
  }

  return (
    <section className={styles.passkeys}>
      <h3>{text.title}</h3>
      <p>{text.lead}</p>
      {state === 'failed' && <LoadFailed onAgain={again}>{text.failed}</LoadFailed>}
      <ul className={styles.rows}>
        {answer?.passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey._id}
            passkey={passkey}
            busy={sending}
            onRemove={() => void once(() => remove(passkey))}
          />
        ))}
      </ul>
      <p role="alert" className={styles.fault}>
        {!!fault && faultText(fault)}
      </p>
      {refused && (
        <IdentifySheet onClose={() => setRefused(null)} onShown={() => void remove(refused)} />
      )}
    </section>
  )
}

type PasskeyRowProps = { passkey: Passkey; busy: boolean; onRemove: () => void }

function PasskeyRow({ passkey: { label, addedAt, usedAt }, busy, onRemove }: PasskeyRowProps) {
  const { passkeys: text, devices } = useProfileText()
  const name = label || devices.unknown
  return (
    <li className={styles.row}>
      <p className={styles.title}>{name}</p>
      <dl className={styles.facts}>
        <div>
          <dt>{text.addedAt}</dt>
          <dd>{formatDateTime(Date.parse(addedAt))}</dd>
        </div>
        <div>
          <dt>{text.usedAt}</dt>
          <dd>{usedAt === null ? text.never : formatDateTime(Date.parse(usedAt))}</dd>
        </div>
      </dl>
      <Button
        kind="secondary"
        disabled={busy}
        aria-label={`${text.remove}: ${name}`}
        onClick={onRemove}
      >
        {text.remove}
      </Button>
    </li>
  )
}

type Signals = {
  signalUnknownCredential?: (about: { rpId: string; credentialId: string }) => Promise<void>
}

/** Where the browser can, it offers a removed passkey no more. */
function forget(credentialId: string): void {
  const known = globalThis.PublicKeyCredential as Signals | undefined
  const about = { rpId: location.hostname, credentialId }
  known?.signalUnknownCredential?.(about).catch(() => undefined)
}
