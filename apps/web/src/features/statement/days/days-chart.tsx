import { statementDaysShown } from '@kapao/contract/limits'
import { formatMoney } from '#core/format.ts'
import { useStatementText } from '../text/statement-text.ts'
import { sumAmounts } from '#shared/wallet/wallet.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Card } from '#ui/layout/card.tsx'
import { MoneyText } from '#ui/layout/money-text.tsx'
import { useDays, type Days } from '../queries.ts'
import { barsOf, barWidth, dayName, half, step } from './bars.ts'
import styles from './days-chart.module.css'

/** Optional: if it cannot be loaded, the rows below show the same. */
export function DaysChart() {
  const text = useStatementText().days
  const { data, isError } = useDays()
  if (!data && isError) return null
  return (
    <Card title={text.title}>
      {data ? <Figures {...data} /> : <Waiting />}
      <p className={styles.lead}>{text.lead}</p>
    </Card>
  )
}

/** As high as the figures, so that nothing below moves when they arrive. */
function Waiting() {
  return (
    <div className={styles.figure} aria-busy="true">
      <div className={styles.sums}>
        <Skeleton shape="title" />
      </div>
      <svg
        className={`${styles.drawing} ${styles.waiting}`}
        viewBox={`0 0 ${statementDaysShown * step} ${half * 2}`}
        aria-hidden="true"
        focusable="false"
      />
      <p className={styles.ends} />
    </div>
  )
}

function Figures({ days, currency }: Days) {
  const { days: text, keep } = useStatementText()
  const unit = keep.units[currency]
  const [cameIn, wentOut] = [
    sumAmounts(days.map((day) => day.in)),
    sumAmounts(days.map((day) => day.out)),
  ]
  const isNothing = cameIn === 0 && wentOut === 0
  return (
    <figure className={styles.figure}>
      {isNothing ? (
        <p className={styles.sums}>{text.nothing}</p>
      ) : (
        <dl className={styles.sums}>
          <div>
            <dt>{text.in}</dt>
            <dd>
              <MoneyText amount={cameIn} unit={unit} direction="in" />
            </dd>
          </div>
          <div>
            <dt>{text.out}</dt>
            <dd>
              <MoneyText amount={wentOut} unit={unit} direction="out" />
            </dd>
          </div>
        </dl>
      )}
      <Drawing days={days} />
      {!isNothing && (
        <ul className={styles.spoken}>
          {days.map(({ day, in: dayIn, out }) => (
            <li key={day}>
              {text.day(
                dayName(day),
                formatMoney(dayIn, currency, keep.units),
                formatMoney(out, currency, keep.units),
              )}
            </li>
          ))}
        </ul>
      )}
    </figure>
  )
}

/** The list beside it gives the same in words. */
function Drawing({ days }: Pick<Days, 'days'>) {
  const { cameIn, wentOut, zero } = barsOf(days)
  const width = days.length * step
  return (
    <>
      <svg
        className={styles.drawing}
        viewBox={`0 0 ${width} ${zero * 2}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        {cameIn.map(({ day, ...bar }) => (
          <rect key={day} className={styles.in} width={barWidth} rx="2" {...bar} />
        ))}
        {wentOut.map(({ day, ...bar }) => (
          <rect key={day} className={styles.out} width={barWidth} rx="2" {...bar} />
        ))}
        <line className={styles.zero} x1="0" x2={width} y1={zero} y2={zero} />
      </svg>
      <p className={styles.ends} aria-hidden="true">
        <span>{dayName(days[0]?.day ?? '').slice(0, 5)}</span>
        <span>{dayName(days.at(-1)?.day ?? '').slice(0, 5)}</span>
      </p>
    </>
  )
}
