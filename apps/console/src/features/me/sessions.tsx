import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import { useMutation } from '@tanstack/react-query'
import { useText } from '#core/i18n.tsx'
import { readAgain } from '#core/queries.ts'
import { call } from '#core/send.ts'
import { FaultNote } from '#ui/feedback/notes.tsx'
import { Button } from '#ui/form/button.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Time } from '#ui/show/time.tsx'
import { useFaultText } from '#shared/faults/fault-text.ts'
import { deviceName } from './device-name.ts'
import styles from './me.module.css'

type Session = ConsoleCallOutput<'GET /api/console/own'>['sessions'][number]

export function Sessions({ sessions }: { sessions: readonly Session[] }) {
  const text = useText()
  const faultText = useFaultText()
  const { people } = text
  const ending = useMutation({
    mutationFn: (id: string) => call('POST /api/console/own/session/end', { id }),
    onSuccess: () => readAgain('GET /api/console/own', 'GET /api/console/me'),
  })
  return (
    <section className={styles.card}>
      <h2>{people.sessions}</h2>
      {ending.error && <FaultNote>{faultText(ending.error)}</FaultNote>}
      {sessions.map(({ id, device, address, lastUsedAt, isThis }) => (
        <div key={id} className={styles.row}>
          <div>
            <p>
              <span title={device} translate="no">
                {deviceName(device)}
              </span>{' '}
              {isThis && <Badge tone="plus">{people.thisSession}</Badge>}
            </p>
            <p className={styles.dim}>
              {address} · {people.lastUsed}: <Time at={lastUsedAt} />
            </p>
          </div>
          <Button isBusy={ending.isPending} onPress={() => ending.mutate(id)}>
            {people.endSession}
          </Button>
        </div>
      ))}
    </section>
  )
}
