import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import type { DeliveryState } from '@kapao/contract/console/notice-words'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reading } from '#core/queries.ts'
import { Loading } from '#ui/feedback/loading.tsx'
import { Button } from '#ui/form/button.tsx'
import { Badge, type Tone } from '#ui/show/badge.tsx'
import { Time } from '#ui/show/time.tsx'
import { Quote, Technical } from '#shared/facts/as-written.tsx'
import { ReadFault } from '#shared/faults/read-fault.tsx'
import { useRight } from '#shared/me.ts'
import shared from '#shared/shared.module.css'
import { useNoticesText, type MemberNoticesText } from './notices-text.ts'
import { SendAgain } from './send-again.tsx'

const call = 'GET /api/console/notices/list'
type Notice = ConsoleCallOutput<typeof call>['rows'][number]
type Delivery = Notice['deliveries'][number]
type TextProps = { text: MemberNoticesText }

/** What the member was told, newest first, when it was read, and what became of it on each channel. */
export function MemberNotices({ memberId }: { memberId: string }) {
  const text = useNoticesText()
  if (!text) return <Loading rows={3} />
  return <Part memberId={memberId} text={text} />
}

/** One page of them, and the older ones below it when they are asked for. */
function Part({ memberId, text, after }: TextProps & { memberId: string; after?: string }) {
  const [isMore, setMore] = useState(false)
  const wanted = { memberId, ...(after !== undefined && { after }) }
  const { data, error, refetch } = useQuery(reading(call, wanted))
  if (error && !data) return <ReadFault error={error} onRetry={refetch} />
  if (!data) return <Loading rows={3} />
  const { rows, next } = data
  if (rows.length === 0 && after === undefined) return <p className={shared.dim}>{text.nothing}</p>
  return (
    <>
      {rows.map((notice) => (
        <Told key={notice.id} notice={notice} text={text} />
      ))}
      {next !== null &&
        (isMore ? (
          <Part memberId={memberId} text={text} after={next} />
        ) : (
          <Button look="quiet" onPress={() => setMore(true)}>
            {text.more}
          </Button>
        ))}
    </>
  )
}

function Told({ notice, text }: TextProps & { notice: Notice }) {
  const { kind, said, at, readAt, deliveries } = notice
  return (
    <div role="group" aria-label={text.kinds[kind]}>
      <p className={shared.pair}>
        <span>
          {text.kinds[kind]} <Time at={at} />
        </span>
        {readAt === null ? (
          <Badge tone="wait">{text.unread}</Badge>
        ) : (
          <span className={shared.dim}>
            {text.read} <Time at={readAt} />
          </span>
        )}
      </p>
      {said !== null && <Quote words={said} />}
      {deliveries.map((delivery) => (
        <Carried key={delivery.id} delivery={delivery} text={text} />
      ))}
    </div>
  )
}

const tones: Record<DeliveryState, Tone> = {
  due: 'wait',
  sending: 'wait',
  sent: 'plus',
  unknown: 'minus',
  dropped: 'plain',
  'given-up': 'minus',
}

function Carried({ delivery, text }: TextProps & { delivery: Delivery }) {
  const { id, channel, state, tries, nextAt, endedAt, why, mayGoAgain } = delivery
  const mayAsk = useRight('members.note')
  return (
    <>
      <p className={shared.dim}>
        {text.channels[channel]} <Badge tone={tones[state]}>{text.states[state]}</Badge>{' '}
        {endedAt && <Time at={endedAt} />} {text.tries(tries)}
        {nextAt && (
          <>
            {' · '}
            {text.next} <Time at={nextAt} />
          </>
        )}
      </p>
      {why !== null && <Technical words={why} />}
      {mayGoAgain && mayAsk && <SendAgain delivery={id} text={text} />}
    </>
  )
}
