import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import type { Sum } from '@kapao/contract/console/fields'
import type { Language } from '@kapao/contract/limits'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLanguage } from '#core/i18n.tsx'
import { reading } from '#core/queries.ts'
import { Loading } from '#ui/feedback/loading.tsx'
import { Amount } from '#ui/show/amount.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Time, WholeTime } from '#ui/show/time.tsx'
import { Quote } from '#shared/facts/as-written.tsx'
import { ReadFault } from '#shared/faults/read-fault.tsx'
import { useRight } from '#shared/me.ts'
import { MemberLink } from '#shared/member-link.tsx'
import shared from '#shared/shared.module.css'
import type { MemberRewardsText } from './en.ts'
import { VoidCoupon } from './void-coupon.tsx'

const call = 'GET /api/console/members/rewards/{memberId}'
type Rewards = ConsoleCallOutput<typeof call>
type TextProps = { text: MemberRewardsText }

const packs: Record<Language, () => Promise<{ memberRewards: MemberRewardsText }>> = {
  th: () => import('./th.ts'),
  la: () => import('./la.ts'),
  en: () => import('./en.ts'),
}

function useWords(): MemberRewardsText | null {
  const language = useLanguage()
  const { data } = useQuery({
    queryKey: ['member rewards text', language],
    queryFn: async () => (await packs[language]()).memberRewards,
    staleTime: Infinity,
  })
  return data ?? null
}

/** The reward that is held, prizes, shares of invited members' play and refunds, and how each was counted. */
export function MemberRewards({ memberId }: { memberId: string }) {
  const text = useWords()
  const { data, error, refetch } = useQuery(reading(call, { memberId }))
  if (error && !data) return <ReadFault error={error} onRetry={refetch} />
  if (!data || !text) return <Loading rows={3} />
  const { held, coupons, invite, refund } = data
  const isEmpty = held === null && coupons.length + invite.counted.length + refund.length === 0
  if (isEmpty) return <p className={shared.dim}>{text.nothing}</p>
  return (
    <>
      {held && <Held held={held} text={text} />}
      {coupons.length > 0 && <Coupons coupons={coupons} text={text} />}
      {invite.counted.length > 0 && <Invite invite={invite} text={text} />}
      {refund.length > 0 && <Refunds refund={refund} text={text} />}
    </>
  )
}

function Pair({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <p className={shared.pair}>
      <span className={shared.dim}>{name}</span>
      <span>{children}</span>
    </p>
  )
}

function Held({ held, text }: TextProps & { held: NonNullable<Rewards['held']> }) {
  return (
    <section aria-label={text.sources[held.source]}>
      <h3>
        {text.sources[held.source]} <span translate="no">{held.code}</span>{' '}
        <Badge tone="wait">{text.states[held.state]}</Badge>
      </h3>
      <Pair name={text.since}>
        <WholeTime at={held.since} />
      </Pair>
      <Pair name={text.had}>
        <Amount sum={held.had} />
      </Pair>
      <Pair name={text.given}>
        <Amount sum={held.given} />
      </Pair>
      <Pair name={`${text.target[held.kind]} (${text.times(held.factor)})`}>
        <Amount sum={held.target} />
      </Pair>
      <Pair name={text.endsAt}>
        <Amount sum={held.endsAt} />
      </Pair>
      {held.tries > 0 && <p>{text.tries(held.tries)}</p>}
      {held.takings.map(({ game, taken }) => (
        <Pair key={game} name={game}>
          {taken ? <Amount sum={taken} /> : text.left}
        </Pair>
      ))}
    </section>
  )
}

function Coupons({ coupons, text }: TextProps & Pick<Rewards, 'coupons'>) {
  const mayVoid = useRight('rewards.change')
  return (
    <section aria-label={text.coupons}>
      <h3>{text.coupons}</h3>
      {coupons.map(({ id, label, sum, state, at, why }) => (
        <div key={id}>
          <p className={shared.pair}>
            <span>
              <span translate="no">{label}</span> <Time at={at} />{' '}
              <Badge tone={state === 'open' ? 'wait' : 'plain'}>{text.couponStates[state]}</Badge>
            </span>
            <Amount sum={sum} />
          </p>
          {why !== null && <Quote words={why} />}
          {mayVoid && state === 'open' && <VoidCoupon coupon={id} text={text} />}
        </div>
      ))}
    </section>
  )
}

/** In one line: the names of sums, and each of them. */
function Sums({ sums }: { sums: readonly [name: string, sum: Sum][] }) {
  return (
    <p className={shared.dim}>
      {sums.map(([name, sum], at) => (
        <span key={name}>
          {at > 0 && ' · '}
          {name} <Amount sum={sum} />
        </span>
      ))}
    </p>
  )
}

function Invite({ invite, text }: TextProps & Pick<Rewards, 'invite'>) {
  return (
    <section aria-label={text.invite}>
      <h3>{text.invite}</h3>
      <Pair name={text.waiting}>
        <Amount sum={invite.waiting} />
      </Pair>
      <Pair name={text.received}>
        <Amount sum={invite.received} />
      </Pair>
      {invite.counted.map((one) => (
        <div key={`${one.memberId} ${one.until}`}>
          <p className={shared.pair}>
            <span>
              <MemberLink memberId={one.memberId} name="" /> <Time at={one.until} />{' '}
              {one.void === null ? text.rate(one.ratePercent) : text.voids[one.void]}
            </span>
            <Amount sum={one.earned} />
          </p>
          <Sums
            sums={[
              [text.lost, one.lost],
              [text.won, one.won],
              [text.counted, one.counted],
            ]}
          />
        </div>
      ))}
    </section>
  )
}

function Refunds({ refund, text }: TextProps & Pick<Rewards, 'refund'>) {
  const nameOf = (period: string) => {
    const [length, day = ''] = period.split(' ')
    return `${length === 'day' ? text.day : text.week} ${day}`
  }
  return (
    <section aria-label={text.refund}>
      <h3>{text.refund}</h3>
      {refund.map((one) => (
        <div key={one.period}>
          <p className={shared.pair}>
            <span>
              {nameOf(one.period)} {text.rate(one.ratePercent)}{' '}
              <Badge tone={one.state === 'waits' ? 'wait' : 'plain'}>
                {text.refundStates[one.state]}
              </Badge>
            </span>
            <Amount sum={one.refund} />
          </p>
          <Sums
            sums={[
              [text.lost, one.lost],
              [text.won, one.won],
              [text.gifts, one.gifts],
              [text.forfeited, one.forfeited],
              [text.carried, one.carried],
              [text.takenOff, one.takenOff],
            ]}
          />
        </div>
      ))}
    </section>
  )
}
