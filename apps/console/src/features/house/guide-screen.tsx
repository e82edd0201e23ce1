import type { HouseCheck } from '@kapao/contract/console/house'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useText } from '#core/i18n.tsx'
import { isOpen } from '#core/calls/fault.ts'
import { readAgain, reading } from '#core/queries.ts'
import { call } from '#core/send.ts'
import { FaultNote } from '#ui/feedback/notes.tsx'
import { Loading } from '#ui/feedback/loading.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { Button } from '#ui/form/button.tsx'
import { settingIcon } from '#ui/icons/desk-icons.ts'
import { Badge, type Tone } from '#ui/show/badge.tsx'
import { Time } from '#ui/show/time.tsx'
import { useFaultText } from '#shared/faults/fault-text.ts'
import { ReadFault } from '#shared/faults/read-fault.tsx'
import { useRight } from '#shared/me.ts'
import { PlainLink } from '#shared/plain-link.tsx'
import shared from '#shared/shared.module.css'
import { FactList } from './fact-list.tsx'
import styles from './house.module.css'
import { useHouseText, type HouseText } from './text/house-text.ts'

/** The lines check themselves: what was done at another screen is seen within this time. */
const askAgainMs = 10_000
const readChecks = 'GET /api/console/house/checks'

/** What the house needs before it opens. */
export function GuideScreen() {
  const { desk } = useText()
  const maySee = useRight('house.see')
  const text = useHouseText()
  const { data, error, refetch } = useQuery({
    ...reading(readChecks),
    refetchInterval: askAgainMs,
    enabled: maySee,
  })
  if (!maySee) return <Empty title={desk.noScreen} icon={settingIcon} />
  return (
    // It scrolls, and where nothing in it takes the focus, the keys scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.screen} aria-label={desk.screens.guide} tabIndex={0}>
      <div className={shared.head}>
        <h1>{desk.screens.guide}</h1>
      </div>
      {error && <ReadFault error={error} onRetry={refetch} />}
      {!data && !error && <Loading />}
      {data && text && <Lines checks={data.checks} text={text} />}
    </section>
  )
}

function Lines({ checks, text }: { checks: readonly HouseCheck[]; text: HouseText }) {
  const number = checks.filter(({ grade }) => grade === 'fine').length
  const isWhole = number === checks.length
  return (
    <>
      <p className={styles.lead}>{isWhole ? text.allDone : text.lead}</p>
      <div className={styles.progress}>
        <strong>{text.done(number, checks.length)}</strong>
        <progress value={number} max={checks.length} aria-hidden="true" />
      </div>
      <ol className={styles.lines}>
        {checks.map((check) => (
          <Line key={check.check} check={check} text={text} />
        ))}
      </ol>
    </>
  )
}

const tones: Record<HouseCheck['grade'], Tone> = { fine: 'plus', should: 'wait', must: 'minus' }

function Line({ check, text }: { check: HouseCheck; text: HouseText }) {
  const { name, why, go } = text.checks[check.check]
  const states = { fine: text.isFine, should: text.isOpen, must: text.isMissing }
  return (
    <li className={styles.line}>
      <div>
        <Badge tone={tones[check.grade]}>{states[check.grade]}</Badge>
      </div>
      <div className={styles.found}>
        <h2>{name}</h2>
        {check.grade !== 'fine' && <p className={shared.dim}>{why}</p>}
        <FactList facts={check.facts} isSettled={check.grade === 'fine'} text={text} />
        {check.confirmed && (
          <p className={shared.dim}>
            {text.confirmedBy(check.confirmed.by)} · <Time at={check.confirmed.at} />
          </p>
        )}
      </div>
      <div className={styles.actions}>
        {check.screen && go && check.grade !== 'fine' && <GoLink to={check.screen}>{go}</GoLink>}
        <Confirm check={check} text={text} />
      </div>
    </li>
  )
}

function GoLink({ to, children }: { to: string; children: string }) {
  const navigate = useNavigate()
  return (
    <PlainLink className={styles.go} href={to} onGo={() => void navigate({ to })}>
      {children}
    </PlainLink>
  )
}

/** The word of an owner, for just what is shown. */
function Confirm({ check: { check, seen }, text }: { check: HouseCheck; text: HouseText }) {
  const { desk } = useText()
  const faultText = useFaultText()
  const mayConfirm = useRight('settings.change')
  const confirm = useMutation({
    mutationFn: (wanted: string) =>
      call('POST /api/console/house/confirm', { check, seen: wanted }),
    onSettled: () => readAgain(readChecks),
  })
  if (seen === null || !mayConfirm) return null
  return (
    <>
      <Button isBusy={confirm.isPending} onPress={() => confirm.mutate(seen)}>
        {text.confirm}
      </Button>
      {confirm.error && (
        <FaultNote>{isOpen(confirm.error) ? desk.line.open : faultText(confirm.error)}</FaultNote>
      )}
    </>
  )
}
