import type { CallOutput } from '@kapao/contract/calls'
import { useState, type ReactNode } from 'react'
import { call } from '#core/api.ts'
import { useFaultText } from '#core/calls/fault-text.ts'
import { useAnswer } from '#core/calls/use-answer.ts'
import { useSending } from '#core/calls/use-sending.ts'
import { formatDateTime } from '#core/format.ts'
import { LoadFailed } from '#ui/feedback/load-failed.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Button } from '#ui/form/button.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useProfileText } from '../text/profile-text.ts'
import { Passkeys } from './passkeys.tsx'
import styles from './devices-sheet.module.css'

type Device = CallOutput<'GET /api/sessions'>['devices'][number]

const loadDevices = () => call('GET /api/sessions')

/** Where the member is logged in, this device first, and the way to end what is not theirs. */
export function DevicesSheet({ onClose }: { onClose: () => void }) {
  const text = useProfileText().devices
  const { state, answer, again } = useAnswer(loadDevices)
  const devices = answer?.devices.toSorted((a, b) => Number(b.isThis) - Number(a.isThis))
  return (
    <Sheet title={text.title} onClose={onClose}>
      {devices && <Devices devices={devices} onEnded={again} />}
      {!devices && state === 'loading' && (
        <div aria-busy="true" className={styles.rows}>
          {[0, 1, 2].map((at) => (
            <Skeleton key={at} shape="card" />
          ))}
        </div>
      )}
      {state === 'failed' && <LoadFailed onAgain={again}>{text.failed}</LoadFailed>}
      <Passkeys />
    </Sheet>
  )
}

type DevicesProps = { devices: readonly Device[]; onEnded: () => void }

function Devices({ devices, onEnded }: DevicesProps) {
  const text = useProfileText().devices
  const faultText = useFaultText()
  const [fault, setFault] = useState<unknown>(null)
  const [sending, once] = useSending()
  const end = (ending: () => Promise<unknown>): void =>
    void once(async () => {
      setFault(null)
      await ending().then(onEnded, setFault)
    })
  return (
    <>
      <ul className={styles.rows}>
        {devices.map((device) => (
          <DeviceRow key={device._id} device={device}>
            <Button
              kind="secondary"
              disabled={sending}
              aria-label={`${text.end}: ${device.device || text.unknown}`}
              onClick={() => end(() => call('DELETE /api/sessions/{id}', { id: device._id }))}
            >
              {text.end}
            </Button>
          </DeviceRow>
        ))}
      </ul>
      <p role="alert" className={styles.fault}>
        {!!fault && faultText(fault)}
      </p>
      {devices.length > 1 ? (
        <Button
          kind="danger"
          busy={sending}
          onClick={() => end(() => call('DELETE /api/sessions'))}
        >
          {text.endOthers}
        </Button>
      ) : (
        <p>{text.onlyThis}</p>
      )}
    </>
  )
}

function DeviceRow({ device, children }: { device: Device; children: ReactNode }) {
  const text = useProfileText().devices
  const facts = [
    [text.startedAt, formatDateTime(Date.parse(device.startedAt))],
    [text.lastUsedAt, formatDateTime(Date.parse(device.lastUsedAt))],
    [text.network, device.isSameNetwork ? text.sameNetwork(device.network) : device.network],
  ]
  return (
    <li className={styles.row}>
      <p className={styles.title}>
        {device.device || text.unknown}
        {device.isThis && <b className={styles.this}>{text.isThis}</b>}
      </p>
      <dl className={styles.facts}>
        {facts.map(([label, fact]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      {!device.isThis && children}
    </li>
  )
}
