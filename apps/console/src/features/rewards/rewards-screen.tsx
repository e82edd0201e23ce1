import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import { rewardKinds } from '@kapao/contract/console/reward-words'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { useText } from '#core/i18n.tsx'
import { classes } from '#ui/classes.ts'
import { Empty } from '#ui/feedback/empty.tsx'
import { Loading } from '#ui/feedback/loading.tsx'
import { FieldsTextContext } from '#ui/fields/text/fields-text.ts'
import { Badge } from '#ui/show/badge.tsx'
import { giftIcon } from '#ui/icons/desk-icons.ts'
import { ReadFault } from '#shared/faults/read-fault.tsx'
import { useRight } from '#shared/me.ts'
import { PlainLink } from '#shared/plain-link.tsx'
import { Sums } from './costs.tsx'
import { PeriodsPane } from './periods-pane.tsx'
import { NewReward, RewardPane } from './reward-pane.tsx'
import beside from '#ui/beside/beside.module.css'
import { Beside } from '#ui/beside/beside.tsx'
import type { RewardAddress } from './address.ts'
import { readRewards, stateTone, takenText, type RewardRow } from './rows.ts'
import { RewardsTextContext, useRewardsPack, useRewardsText } from './text/rewards-text.ts'

type Rewards = ConsoleCallOutput<'GET /api/console/rewards'>

/** Another operator's save reaches who looks at the list within this time. */
const askAgainMs = 10_000

/** Every bonus, code and wheel, and the form of the one that is open. */
export function RewardsScreen({ open }: { open: RewardAddress }) {
  const { desk } = useText()
  const maySee = useRight('rewards.see')
  const pack = useRewardsPack()
  const query = useQuery({ ...readRewards, refetchInterval: askAgainMs, enabled: maySee })
  if (!maySee) return <Empty title={desk.noScreen} icon={giftIcon} />
  if (!query.data || !pack)
    return (
      <section className={beside.form} aria-label={desk.screens.rewards}>
        <h1>{desk.screens.rewards}</h1>
        {query.error ? <ReadFault error={query.error} onRetry={query.refetch} /> : <Loading />}
      </section>
    )
  return (
    <RewardsTextContext value={pack}>
      <FieldsTextContext value={pack}>
        <Beside
          isOpen={open.kind !== undefined}
          list={<List rows={query.data.rewards} open={open} />}
        >
          <Open forms={query.data.forms} open={open} />
        </Beside>
      </FieldsTextContext>
    </RewardsTextContext>
  )
}

function Open({ forms, open: { kind, code } }: Pick<Rewards, 'forms'> & { open: RewardAddress }) {
  const text = useRewardsText()
  if (kind === undefined) return <Empty title={text.choose} icon={giftIcon} />
  if (kind === 'periods') return <PeriodsPane />
  if (code === undefined) return <NewReward key={kind} kind={kind} field={forms[kind]} />
  return <RewardPane key={`${kind} ${code}`} kind={kind} code={code} field={forms[kind]} />
}

function List({ rows, open }: { rows: readonly RewardRow[]; open: RewardAddress }) {
  const { desk } = useText()
  const text = useRewardsText()
  const mayChange = useRight('rewards.change')
  return (
    <nav className={beside.list} aria-label={desk.screens.rewards}>
      <div className={beside.head}>
        <h1>{desk.screens.rewards}</h1>
      </div>
      <div className={beside.names}>
        {rewardKinds.map((kind) => {
          const own = rows.filter((row) => row.kind === kind)
          return (
            <section key={kind} aria-label={text.kinds[kind]}>
              <h2 className={beside.group}>{text.kinds[kind]}</h2>
              {own.length === 0 && <p className={beside.none}>{text.none}</p>}
              {own.map((row) => (
                <Row key={row.code} to={{ kind, code: row.code }} open={open}>
                  <span>
                    <span translate="no">{row.code}</span>{' '}
                    <Badge tone={stateTone[row.state]}>{text.states[row.state]}</Badge>
                  </span>
                  <span className={beside.words}>
                    {takenText(row, text)} · {text.last30}:{' '}
                    <Sums sums={row.cost} none={text.nothingGiven} />
                  </span>
                  <Missing row={row} />
                </Row>
              ))}
              {mayChange && (
                <Row to={{ kind }} open={open}>
                  {text.addNew[kind]}
                </Row>
              )}
            </section>
          )
        })}
        <Row to={{ kind: 'periods' }} open={open}>
          {text.periods}
        </Row>
      </div>
    </nav>
  )
}

function Missing({ row }: { row: RewardRow }) {
  const { desk } = useText()
  const { edit } = useRewardsText()
  return row.missing.map((one) => (
    <span key={one}>
      <Badge tone="minus">
        {desk.languages[one]}: {edit.missing}
      </Badge>
    </span>
  ))
}

type RowProps = { to: RewardAddress; open: RewardAddress; children: ReactNode }

function Row({ to, open, children }: RowProps) {
  const navigate = useNavigate()
  const isHere = to.kind === open.kind && to.code === open.code
  const query = new URLSearchParams(to).toString()
  return (
    <PlainLink
      href={`/rewards?${query}`}
      onGo={() => void navigate({ to: '/rewards', search: to })}
      className={classes(beside.row, beside.entry)}
      aria-current={isHere ? 'page' : undefined}
    >
      {children}
    </PlainLink>
  )
}
