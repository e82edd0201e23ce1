import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import { partsOfName } from '@kapao/contract/console/settings'
import { minuteMs } from '@kapao/contract/times'
import { useMutation } from '@tanstack/react-query'
import { useText } from '#core/i18n.tsx'
import { readAgain } from '#core/queries.ts'
import { call } from '#core/send.ts'
import { showToast } from '#ui/feedback/toasts.tsx'
import { FaultNote } from '#ui/feedback/notes.tsx'
import { Button } from '#ui/form/button.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { WholeTime } from '#ui/show/time.tsx'
import { Actor } from '#shared/facts/as-written.tsx'
import { wordOf } from '#shared/facts/word-of.ts'
import { useFaultText } from '#shared/faults/fault-text.ts'
import { useWaitsText } from '#shared/waits.ts'
import { LongValue, Why } from './history.tsx'
import { languageOf, type SettingForm } from './rows.ts'
import beside from '#ui/beside/beside.module.css'
import { useSettingsText } from './text/settings-text.ts'

export type SettingPlan = ConsoleCallOutput<'GET /api/console/settings'>['plans'][number]

export function plansOf(form: SettingForm, plans: readonly SettingPlan[]): SettingPlan[] {
  const names = form.rows.map(({ name }) => name)
  return plans.filter(({ changes }) => changes.some(({ name }) => names.includes(name)))
}

export function isOpenPlan({ state }: SettingPlan): boolean {
  return state === 'waits' || state === 'begun'
}

type Props = { form: SettingForm; plans: readonly SettingPlan[]; isReadOnly: boolean }

/** What begins and ends by itself here: what, from when, until when, by whom. */
export function Plans({ form, plans, isReadOnly }: Props) {
  const { plan: text } = useSettingsText()
  const own = plansOf(form, plans)
  if (own.length === 0) return null
  return (
    <section aria-label={text.title}>
      <h3>{text.title}</h3>
      <ol className={beside.acts}>
        {own.map((plan) => (
          <PlanRow key={plan.id} plan={plan} isReadOnly={isReadOnly} />
        ))}
      </ol>
    </section>
  )
}

function PlanRow({ plan, isReadOnly }: { plan: SettingPlan; isReadOnly: boolean }) {
  const words = useText()
  const { plan: text } = useSettingsText()
  const { state, why } = plan
  const isOfOne = new Set(plan.changes.map(({ name }) => partsOfName(name)?.word)).size === 1
  const nameIn = (name: string): string => {
    const language = languageOf({ name })
    if (!isOfOne) return wordOf('setting', name, words) ?? name
    return language ? words.desk.languages[language] : text.becomes
  }
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
        <LongValue key={name} name={nameIn(name)} value={after} />
      ))}
      {isOpenPlan(plan) && !isReadOnly && <EndPlan plan={plan} />}
    </li>
  )
}

/** The worker looks every few seconds; later than this nobody did. */
function isLate({ from, begunAt }: SettingPlan): boolean {
  return begunAt !== null && Date.parse(begunAt) - Date.parse(from) > minuteMs
}

function EndPlan({ plan: { id, state } }: { plan: SettingPlan }) {
  const { work } = useText()
  const { plan: text } = useSettingsText()
  const faultText = useFaultText()
  const waitsText = useWaitsText()
  const end = useMutation({
    mutationFn: () => call('POST /api/console/settings/plan/end', { id }),
    onSuccess: (answer) =>
      showToast(answer.state === 'waits' ? waitsText(answer, work.nowWaits) : text.ended),
    onSettled: () =>
      readAgain('GET /api/console/settings', 'GET /api/console/settings/history/{name}'),
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
