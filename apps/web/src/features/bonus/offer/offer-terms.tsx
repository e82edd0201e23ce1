import { formatAmount } from '#core/format.ts'
import type { QueryResult } from '#core/queries/use-query.tsx'
import { useBonusText } from '../text/bonus-text.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { scrollIcon } from '@kapao/ui/icons/more-icons.ts'
import type { Offer } from '#shared/bonus/queries.ts'
import { LongRead } from '../long-read.tsx'
import { Figures, useMoney, type Figure } from '#shared/bonus/figures.tsx'
import { LoadFailed } from '#ui/feedback/load-failed.tsx'
import styles from './offer-terms.module.css'

type OfferTermsProps = Pick<QueryResult<Offer>, 'data' | 'isError' | 'refetch'> & {
  currency: Wallet['currency']
}

/** What a reward would give this member and what it would require, in figures, before it is received. */
export function OfferTerms({ data, isError, refetch, currency }: OfferTermsProps) {
  const text = useBonusText().offer
  if (data) return <Terms offer={data} currency={currency} />
  if (isError)
    return (
      <LoadFailed icon={scrollIcon} onAgain={() => void refetch()}>
        {text.failed}
      </LoadFailed>
    )
  return (
    <div aria-busy="true">
      <p role="status">{text.loading}</p>
      <Skeleton shape="card" />
    </div>
  )
}

function Terms({ offer, currency }: { offer: Offer; currency: Wallet['currency'] }) {
  const text = useBonusText().offer
  const { rules } = text
  const figures = useOfferFigures(offer, currency)
  return (
    <LongRead label={text.heading}>
      {offer.needsDeposit && <p className={styles.needs}>{text.needsDeposit}</p>}
      <section className={styles.part}>
        <h3>{text.heading}</h3>
        <Figures figures={figures} />
      </section>
      {offer.kind === 'turnover' && <Counts contributions={offer.contributions} />}
      <section className={styles.part}>
        <h3>{rules.heading}</h3>
        <ul className={styles.rules}>
          {[rules.withdraw, rules.deposit, rules.end, rules.move, rules.rest].map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </section>
    </LongRead>
  )
}

function useOfferFigures(offer: Offer, currency: Wallet['currency']): Figure[] {
  const text = useBonusText().offer
  const money = useMoney(currency)
  const end: Figure[] = [
    { name: text.end, figure: money(offer.endAmount) },
    {
      name: text.max,
      figure: offer.withdrawMax === null ? text.noMax : money(offer.withdrawMax),
    },
  ]
  // Without the deposit that it is a share of, there is nothing to calculate yet.
  if (offer.needsDeposit) return end
  const first: Figure = { name: text.first, figure: money(offer.toPlayFirst) }
  return [
    { name: text.gives, figure: money(offer.bonus) },
    { name: text.before, figure: money(offer.deposit) },
    {
      name: text.target[offer.kind],
      figure: money(offer.target),
      note: sumOf(offer),
      weight: 'sum',
    },
    ...(offer.toPlayFirst > 0 ? [first] : []),
    ...end,
  ]
}

/** The calculation of the target, in plain figures. */
export function sumOf({ base, kind, deposit, bonus, factor, toPlayFirst }: Offer): string {
  const [before, gives] = [formatAmount(deposit), formatAmount(bonus)]
  const times = `× ${Number(factor)}`
  const first = toPlayFirst > 0 ? `${formatAmount(toPlayFirst)} + ` : ''
  if (base === 'deposit and bonus') return `${first}(${before} + ${gives}) ${times}`
  return kind === 'balance' ? `${before} + ${gives} ${times}` : `${first}${gives} ${times}`
}

/** Only if bets count; a kind of game that is not listed counts in full. */
function Counts({ contributions }: Pick<Offer, 'contributions'>) {
  const text = useBonusText().offer
  const names: Record<string, string> = text.categories
  const shares = Object.entries(contributions)
  return (
    <section className={styles.part}>
      <h3>{text.counts}</h3>
      {shares.length === 0 ? (
        <p>{text.countsAll}</p>
      ) : (
        <Figures
          figures={Object.keys({ ...names, ...contributions }).map((kind) => ({
            name: names[kind] ?? kind,
            figure: `${contributions[kind] ?? 100}%`,
          }))}
        />
      )}
    </section>
  )
}
