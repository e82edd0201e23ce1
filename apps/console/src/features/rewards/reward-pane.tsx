import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import type { Field } from '@kapao/contract/console/field'
import type { RewardKind } from '@kapao/contract/console/reward-words'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useLanguage } from '#core/i18n.tsx'
import { reading } from '#core/queries.ts'
import { call } from '#core/send.ts'
import { Loading } from '#ui/feedback/loading.tsx'
import { WaitNote } from '#ui/feedback/notes.tsx'
import { emptyOf, isObject, type Json } from '#ui/fields/values.ts'
import { Button } from '#ui/form/button.tsx'
import { Amount } from '#ui/show/amount.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Time, WholeTime } from '#ui/show/time.tsx'
import { Actor } from '#shared/facts/as-written.tsx'
import { ReadFault } from '#shared/faults/read-fault.tsx'
import { useRight } from '#shared/me.ts'
import { MemberLink } from '#shared/member-link.tsx'
import { Plans } from '#shared/plans/plans.tsx'
import shared from '#shared/shared.module.css'
import { DefinitionForm, useTypedCode } from './definition-form.tsx'
import { FromUntil } from './from-until.tsx'
import { stateTone, takenText } from './rows.ts'
import beside from '#ui/beside/beside.module.css'
import { BackToList } from '#ui/beside/beside.tsx'
import styles from './rewards.module.css'
import { SwitchBar } from './switch-bar.tsx'
import { useRewardsText } from './text/rewards-text.ts'
import { useDefinition } from './use-definition.ts'

const oneCall = 'GET /api/console/rewards/one/{kind}/{code}'
type Reward = ConsoleCallOutput<typeof oneCall>
type About = { kind: RewardKind; field: Field }

/** Another operator's save reaches who looks at a reward within this time. */
const askAgainMs = 10_000

/** One reward: its state, its form, what it costs, its versions, and who holds it. */
export function RewardPane({ kind, code, field }: About & { code: string }) {
  const query = useQuery({ ...reading(oneCall, { kind, code }), refetchInterval: askAgainMs })
  if (query.data) return <One reward={query.data} field={field} />
  return <NotYet error={query.error} onRetry={query.refetch} />
}

function One({ reward, field }: { reward: Reward; field: Field }) {
  const text = useRewardsText()
  const mayChange = useRight('rewards.change')
  const { row, seen, costs, plans, waits } = reward
  const definition = reward.definition as Json
  const defined = { kind: row.kind, code: row.code, seen, definition }
  const edit = useDefinition(defined, () => undefined)
  return (
    <article className={beside.form} aria-label={row.code}>
      <Back />
      <Head row={row} names={nameOf(defined.definition)} />
      {waits && (
        <WaitNote>
          {text.waits(waits.by)}{' '}
          <Link
            to="/work/$list/$kind/$id"
            params={{ list: 'second', kind: 'second', id: waits.request }}
          >
            {text.openWait}
          </Link>
        </WaitNote>
      )}
      {mayChange && <SwitchBar reward={reward} isDirty={edit.isDirty} />}
      <DefinitionForm
        field={field}
        defined={defined}
        edit={edit}
        isOn={row.state !== 'off'}
        costs={costs}
        onCode={null}
      />
      <Plans
        text={text.plan}
        plans={plans}
        isReadOnly={!mayChange}
        nameIn={() => text.plan.becomes}
        load={{ label: text.load, onLoad: (value) => edit.change(value as Json) }}
      />
      <Versions reward={reward} onLoad={mayChange ? edit.change : null} />
      <Holders reward={reward} />
    </article>
  )
}

/** One that is not there yet. */
export function NewReward({ kind, field }: About) {
  const text = useRewardsText()
  const navigate = useNavigate()
  const [code, type] = useTypedCode(kind)
  const defined = { kind, code, seen: null, definition: emptyOf(field) }
  const edit = useDefinition(
    defined,
    () => void navigate({ to: '/rewards', search: { kind, code } }),
  )
  return (
    <article className={beside.form} aria-label={text.addNew[kind]}>
      <Back />
      <h2>{text.addNew[kind]}</h2>
      <DefinitionForm
        field={field}
        defined={defined}
        edit={edit}
        isOn={false}
        costs={null}
        onCode={type}
      />
    </article>
  )
}

type NotYetProps = { error: Error | null; onRetry: () => void }

/** What is loading, or cannot be read: on a phone it leads back to the list. */
export function NotYet({ error, onRetry }: NotYetProps) {
  return (
    <div className={beside.form}>
      <Back />
      {error ? <ReadFault error={error} onRetry={onRetry} /> : <Loading />}
    </div>
  )
}

export function Back() {
  const navigate = useNavigate()
  return <BackToList onPress={() => void navigate({ to: '/rewards', resetScroll: false })} />
}

/** What members call it, where it has a name, in each language. */
function nameOf(definition: unknown): Record<string, unknown> {
  const name = isObject(definition) ? definition['name'] : null
  return isObject(name) ? name : {}
}

type HeadProps = { row: Reward['row']; names: Record<string, unknown> }

function Head({ row, names }: HeadProps) {
  const text = useRewardsText()
  const name = names[useLanguage()]
  return (
    <header>
      <h2>
        <span translate="no">{row.code}</span>{' '}
        <Badge tone={stateTone[row.state]}>{text.states[row.state]}</Badge>
      </h2>
      {typeof name === 'string' && name !== '' && <p translate="no">{name}</p>}
      <p className={shared.dim}>
        {takenText(row, text)} · {text.changed} <Time at={row.changedAt} />
      </p>
      {(row.from ?? row.until) && (
        <p className={shared.dim}>
          <FromUntil times={row} />
        </p>
      )}
    </header>
  )
}

type VersionsProps = { reward: Reward; onLoad: ((definition: Json) => void) | null }

/** Who has defined and switched it; an earlier definition goes through the same look and save. */
function Versions({ reward: { row, versions }, onLoad }: VersionsProps) {
  const text = useRewardsText()
  const load = async (version: string): Promise<void> => {
    const { definition } = await call(oneCall, { kind: row.kind, code: row.code, version })
    onLoad?.(definition as Json)
  }
  if (versions.length === 0) return null
  return (
    <details className={styles.card}>
      <summary>{text.versions}</summary>
      <ol className={beside.acts}>
        {versions.map(({ version, at, by, act }, place) => (
          <li key={version}>
            <WholeTime at={at} /> · <Actor actor={by} /> · {text.acts[act]}{' '}
            {onLoad && act === 'defined' && place > 0 && (
              <Button look="quiet" onPress={() => void load(version)}>
                {text.load}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}

function Holders({ reward: { row, held } }: { reward: Reward }) {
  const text = useRewardsText()
  const title = row.kind === 'wheel' ? text.coupons(held.count) : text.holders(held.count)
  return (
    <section className={styles.card} aria-label={title}>
      <h3>{title}</h3>
      {held.count === 0 && <p className={shared.dim}>{text.nobody}</p>}
      {held.members.map(({ memberId, sum, since }) => (
        <p key={`${memberId} ${since}`} className={shared.pair}>
          <span>
            <MemberLink memberId={memberId} name="" /> <Time at={since} />
          </span>
          <Amount sum={sum} />
        </p>
      ))}
    </section>
  )
}
