import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import { useMutation } from '@tanstack/react-query'
import { formatClock } from '#core/format.ts'
import { useText } from '#core/i18n.tsx'
import { readAgain } from '#core/queries.ts'
import { call } from '#core/send.ts'
import { FaultNote } from '#ui/feedback/notes.tsx'
import { Button } from '#ui/form/button.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Time } from '#ui/show/time.tsx'
import { useFaultText } from '#shared/faults/fault-text.ts'
import { deviceName } from '@kapao/contract/device-name'
import shared from '#shared/shared.module.css'
import styles from './me.module.css'

type Session = ConsoleCallOutput<'GET /api/console/own'>['sessions'][number]

export function Sessions({ sessions }: { sessions: readonly Session[] }) {
  const { people } = useText()
  const faultText = useFaultText()
  const ending = useMutation({
    mutationFn: (id: string) => call('POST /api/console/own/session/end', { id }),
    onSuccess: () => readAgain('GET /api/console/own', 'GET /api/console/me'),
  })
  const confirming = useMutation({
    mutationFn: (id: string) => call('POST /api/console/own/session/touch', { id }),
  })
  const error = ending.error ?? confirming.error
  return (
    <section className={styles.card}>
      <h2>{people.sessions}</h2>
      {error && <FaultNote>{faultText(error)}</FaultNote>}
      {sessions.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          confirmedUntil={
            confirming.variables === session.id ? confirming.data?.touchedUntil : undefined
          }
          isBusy={ending.isPending || confirming.isPending}
          onConfirm={() => confirming.mutate(session.id)}
          onEnd={() => ending.mutate(session.id)}
        />
      ))}
    </section>
  )
}

type RowProps = {
  session: Session
  confirmedUntil: string | undefined
  isBusy: boolean
  onConfirm: () => void
  onEnd: () => void
}

function SessionRow({ session, confirmedUntil, isBusy, onConfirm, onEnd }: RowProps) {
  const { people, terminals } = useText()
  const { device, address, lastUsedAt, endsAt, isThis, way } = session
  return (
    <div className={styles.row}>
      <div>
        <p>
          <span title={device} translate="no">
            {way === 'browser' ? deviceName(device) : device}
          </span>{' '}
          {way === 'terminal' && <Badge>{terminals.terminal}</Badge>}
          {way === 'script' && <Badge>{terminals.asScript}</Badge>}
          {isThis && <Badge tone="plus">{people.thisSession}</Badge>}
        </p>
        <p className={shared.dim}>
          {address} · {people.lastUsed}: <Time at={lastUsedAt} />
          {way === 'script' && (
            <>
              {' '}
              · {terminals.ends}: <Time at={endsAt} />
            </>
          )}
        </p>
        {confirmedUntil !== undefined && (
          <p role="status">{terminals.confirmed(formatClock(Date.parse(confirmedUntil)))}</p>
        )}
      </div>
      {way === 'terminal' && (
        <Button isBusy={isBusy} onPress={onConfirm}>
          {terminals.confirm}
        </Button>
      )}
      <Button isBusy={isBusy} onPress={onEnd}>
        {people.endSession}
      </Button>
    </div>
  )
}
