import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import type { Sum } from '@kapao/contract/console/fields'
import type { ComponentProps } from 'react'
import { LookNote } from '#shared/look-note.tsx'
import type { RewardLook } from './use-definition.ts'
import { isObject, type Json } from '#ui/fields/values.ts'
import { Amount } from '#ui/show/amount.tsx'
import shared from '#shared/shared.module.css'
import styles from './rewards.module.css'
import { useRewardsText } from './text/rewards-text.ts'

type Reward = ConsoleCallOutput<'GET /api/console/rewards/one/{kind}/{code}'>

/** Sums of each currency, or a word where there is none. */
export function Sums({ sums, none }: { sums: readonly Sum[]; none: string }) {
  if (sums.length === 0) return none
  return sums.map((sum, at) => (
    <span key={sum.currency}>
      {at > 0 && ' + '}
      <Amount sum={sum} />
    </span>
  ))
}

type Props = {
  /** Of what is typed where that is right, else of what is there. */
  costs: Reward['costs']
  lately: Pick<Reward['costs'], 'taken30' | 'last30'> | null
}

/** What it may cost and has cost; of a wheel its true odds, what a spin costs, and what deposits cost. */
export function Costs({ costs: { most, wheel }, lately }: Props) {
  const text = useRewardsText()
  return (
    <section className={styles.card} aria-label={text.costs}>
      <h3>{text.costs}</h3>
      {!wheel && (
        <p className={shared.pair}>
          <span>{text.most}</span>
          <span>{most === null ? text.noMost : <Sums sums={most} none={text.nothingGiven} />}</span>
        </p>
      )}
      {wheel && (
        <>
          <p className={shared.pair}>
            <span>{text.spin}</span>
            <Amount sum={wheel.spin} />
          </p>
          <p className={shared.pair}>
            <span>
              {text.ofDeposits} <Amount sum={wheel.deposits} />
            </span>
            {wheel.ofDeposits ? <Amount sum={wheel.ofDeposits} /> : text.noEnd}
          </p>
        </>
      )}
      {lately && (
        <p className={shared.pair}>
          <span>
            {text.last30} ({text.times(lately.taken30)})
          </span>
          <span>
            <Sums sums={lately.last30} none={text.nothingGiven} />
          </span>
        </p>
      )}
      {wheel && (
        <>
          <h3>{text.odds}</h3>
          {wheel.odds.map(({ code, percent }) => (
            <p key={code} className={shared.pair}>
              <span translate="no">{code}</span>
              <span>{percent}</span>
            </p>
          ))}
        </>
      )}
    </section>
  )
}

type LookProps = Pick<ComponentProps<typeof LookNote>, 'atOnce'> & {
  look: { data?: RewardLook | undefined; error: unknown }
}

export function RewardLookNote({ look, atOnce }: LookProps) {
  const { warnings } = useRewardsText()
  return (
    <LookNote
      {...{ look, atOnce }}
      alone={look.data?.alone ?? []}
      warnings={look.data?.warnings.map((one) => (
        <p key={one}>{warnings[one]}</p>
      ))}
    />
  )
}

/** How many tickets are missing, or too many, while the sectors are typed. */
export function TicketsNote({ value }: { value: Json }) {
  const text = useRewardsText()
  if (!isObject(value) || !Array.isArray(value['slices'])) return null
  const total = Number(value['tickets'])
  const held = value['slices'].map((one) => (isObject(one) ? Number(one['weight']) : 0))
  const left = total - held.reduce((sum, one) => sum + one, 0)
  if (Number.isNaN(left)) return null
  const words = left === 0 ? text.addsUp : left > 0 ? text.missing(left) : text.tooMany(-left)
  return (
    <p role="status" className={left === 0 ? shared.dim : styles.amiss}>
      {words}
    </p>
  )
}
