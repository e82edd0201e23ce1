import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import { minuteMs } from '@kapao/contract/times'
import { useMutation } from '@tanstack/react-query'
import { useText } from '#core/i18n.tsx'
import { readAgain } from '#core/queries.ts'
import { call } from '#core/send.ts'
import beside from '#ui/beside/beside.module.css'
import { showToast } from '#ui/feedback/toasts.tsx'
import { FaultNote } from '#ui/feedback/notes.tsx'
import { Button } from '#ui/form/button.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { WholeTime } from '#ui/show/time.tsx'
import { Actor } from '../facts/as-written.tsx'
import { LongValue, Why } from '../facts/long-value.tsx'
import { useFaultText } from '../faults/fault-text.ts'
import { useWaitsText } from '../waits.ts'
import type { PlanText } from './text/en.ts'

export type Plan = ConsoleCallOutput<'GET /api/console/settings'>['plans'][number]

export function isOpenPlan({ state }: Plan): boolean {
  return state === 'waits' || state === 'begun'
}

type Props = {
  text: PlanText
  plans: readonly Plan[]
  isReadOnly: boolean
  /** What of a plan is called so. */
  nameIn: (plan: Plan, name: string) => string
  /** Puts what a plan sets into the form. */
  load?: { label: string; onLoad: (value: unknown) => void }
}

/** What begins and ends by itself here: what, from when, until when, by whom. */
export function Plans({ plans, ...row }: Props) {
  const { text } = row
  if (plans.length === 0) return null
  return (
    <section aria-label={text.title}>
      <h3>{text.title}</h3>
      <ol className={beside.acts}>
        {plans.map((plan) => (
          <PlanRow key={plan.id} plan={plan} {...row} />
        ))}
      </ol>
    </section>
  )
}

type RowProps = Omit<Props, 'plans'> & { plan: Plan }

function PlanRow({ plan, text, isReadOnly, nameIn, load }: RowProps) {
  const { state, why } = plan
  return (
    <li>
      <p>
        <Badge tone={isOpenPlan(plan) ? 'plain' : 'minus'}>{text.states[state]}</Badge>{' '}
        <WholeTime at={plan.from} /> –{' '}
        {plan.until === null ? text.stays : <WholeTime at={plan.until} />} · {text.by}{' '}
        <Actor actor={`operator:${plan.by}`} />
        {plan.agreedBy !== null && (
          <>
            {' '}
            · {text.agreedBy} <Actor actor={`operator:${plan.agreedBy}`} />
          </>
        )}
      </p>
      {isLate(plan) && (
        <p>
          {text.late} <WholeTime at={plan.begunAt!} />
        </p>
      )}
      <Why why={why} />
      {plan.changes.map(({ name, after }) => (
        <LongValue key={name} name={nameIn(plan, name)} value={after} />
      ))}
      {load && !isReadOnly && (
        <Button look="quiet" onPress={() => load.onLoad(plan.changes[0]?.after)}>
          {load.label}
        </Button>
      )}
      {isOpenPlan(plan) && !isReadOnly && <EndPlan plan={plan} text={text} />}
    </li>
  )
}

/** The worker looks every few seconds; later than this nobody did. */
function isLate({ from, begunAt }: Plan): boolean {
  return begunAt !== null && Date.parse(begunAt) - Date.parse(from) > minuteMs
}

const readByPlans = [
  'GET /api/console/settings',
  'GET /api/console/settings/history/{name}',
  'GET /api/console/rewards',
  'GET /api/console/rewards/one/{kind}/{code}',
] as const

function EndPlan({ plan: { id, state }, text }: { plan: Plan; text: PlanText }) {
  const { work } = useText()
  const faultText = useFaultText()
  const waitsText = useWaitsText()
  const end = useMutation({
    mutationFn: () => call('POST /api/console/settings/plan/end', { id }),
    onSuccess: (answer) =>
      showToast(answer.state === 'waits' ? waitsText(answer, work.nowWaits) : text.ended),
    onSettled: () => readAgain(...readByPlans),
  })
  return (
    <>
      {end.error && <FaultNote>{faultText(end.error)}</FaultNote>}
      <Button isBusy={end.isPending} onPress={() => end.mutate()}>
        {state === 'begun' ? text.putBack : text.end}
      </Button>
    </>
  )
}
