import type { PayoutStop } from '@kapao/contract/console/payouts'
import { useState } from 'react'
import { useText } from '#core/i18n.tsx'
import { Button } from '#ui/form/button.tsx'
import { Time } from '#ui/show/time.tsx'
import { Quote } from '#shared/facts/as-written.tsx'
import { useRight } from '#shared/me.ts'
import { MemberLink } from '#shared/member-link.tsx'
import { ResumeDialog } from '#shared/payouts/payout-dialogs.tsx'
import styles from './stop-bar.module.css'
import { useStops } from '#shared/payouts/use-stops.ts'

const shownMax = 2

/** On every page, as long as nothing is sent to the bank accounts of somebody. */
export function StopBar() {
  const text = useText()
  const stops = useStops()
  if (stops.length === 0) return null
  return (
    <section className={styles.bar} role="alert" aria-label={text.payouts.stopped}>
      {stops.slice(0, shownMax).map((stop) => (
        <StopLine key={stop.id} stop={stop} />
      ))}
      {stops.length > shownMax && <p>{text.payouts.more(stops.length - shownMax)}</p>}
    </section>
  )
}

function StopLine({ stop }: { stop: PayoutStop }) {
  const { payouts } = useText()
  const mayResume = useRight('payouts.stop')
  const [isOpen, setOpen] = useState(false)
  const { memberId, since, by, why, findings } = stop
  return (
    <div className={styles.line}>
      <p>
        <strong>{memberId === null ? payouts.ofAll : payouts.ofMember}</strong>{' '}
        {memberId !== null && <MemberLink memberId={memberId} name={memberId} />} · {payouts.since}{' '}
        <Time at={since} /> · {by === null ? payouts.found(findings) : payouts.by(by)}
        {by !== null && (
          <>
            {' '}
            <Quote words={why} />
          </>
        )}
      </p>
      {mayResume && <Button onPress={() => setOpen(true)}>{payouts.resume}</Button>}
      {isOpen && <ResumeDialog id={stop.id} onClose={() => setOpen(false)} />}
    </div>
  )
}
