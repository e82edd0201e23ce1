import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { reading } from '#core/queries.ts'
import { WholeTime } from '#ui/show/time.tsx'
import shared from '#shared/shared.module.css'
import { Sums } from './costs.tsx'
import { Back, NotYet } from './reward-pane.tsx'
import beside from '#ui/beside/beside.module.css'
import styles from './rewards.module.css'
import { useRewardsText } from './text/rewards-text.ts'

const periodsCall = 'GET /api/console/rewards/periods'
type Period = ConsoleCallOutput<typeof periodsCall>['invite'][number]

/** What the worker has counted for invited members and for losses, and where their rates are set. */
export function PeriodsPane() {
  const text = useRewardsText()
  const { data, error, refetch } = useQuery(reading(periodsCall))
  if (!data) return <NotYet error={error} onRetry={refetch} />
  return (
    <article className={beside.form} aria-label={text.periods}>
      <Back />
      <h2>{text.periods}</h2>
      <p>{text.periodsLead}</p>
      <Periods title={text.invite} periods={data.invite} setting="invite-active" />
      <Periods title={text.refund} periods={data.refund} setting="refund-active" />
    </article>
  )
}

type Props = { title: string; periods: readonly Period[]; setting: string }

function Periods({ title, periods, setting }: Props) {
  const text = useRewardsText()
  return (
    <section className={styles.card} aria-label={title}>
      <h3>{title}</h3>
      <Link to="/settings/$name" params={{ name: setting }}>
        {text.toSettings}
      </Link>
      {periods.length === 0 && <p className={shared.dim}>{text.noPeriod}</p>}
      {periods.map(({ until, members, sums }) => (
        <p key={until} className={shared.pair}>
          <span>
            {text.until} <WholeTime at={until} /> · {text.members(members)}
          </span>
          <span>
            <Sums sums={sums} none={text.nothingGiven} />
          </span>
        </p>
      ))}
    </section>
  )
}
