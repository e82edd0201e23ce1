import type { QueryResult } from '#core/queries/use-query.tsx'
import { useBonusText } from '../text/bonus-text.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { scrollIcon } from '@kapao/ui/icons/more-icons.ts'
import type { Preview } from '#shared/bonus/queries.ts'
import { LongRead } from '../long-read.tsx'
import { Figures, useMoney } from '#shared/bonus/figures.tsx'
import { LoadFailed } from '#ui/feedback/load-failed.tsx'
import { usePlaceName } from '../place-name.ts'
import { useEndRefusal } from './use-end-refusal.ts'
import styles from './loss.module.css'

type LossProps = Pick<QueryResult<Preview>, 'data' | 'isError' | 'refetch'> & { wallet: Wallet }

/** What ending would take now and what would stay, game by game; or only why it cannot be ended now. */
export function Loss({ data, isError, refetch, wallet }: LossProps) {
  const text = useBonusText().end
  if (!data && isError)
    return (
      <LoadFailed icon={scrollIcon} onAgain={() => void refetch()}>
        {text.failed}
      </LoadFailed>
    )
  if (!data)
    return (
      <div aria-busy="true">
        <p role="status">{text.loading}</p>
        <Skeleton shape="card" />
      </div>
    )
  return <Reckoned preview={data} wallet={wallet} />
}

function Reckoned({ preview, wallet }: { preview: Preview; wallet: Wallet }) {
  const text = useBonusText().end
  const money = useMoney(wallet.currency)
  const nameOf = usePlaceName(wallet)
  const { allowed, why, lost, total, kept } = preview
  const refusal = useEndRefusal(why, wallet.currency)
  if (!allowed)
    return (
      <p className={styles.why} role="status">
        {refusal}
      </p>
    )
  return (
    <LongRead label={text.title}>
      {why === 'denied' && <p role="alert">{text.denied}</p>}
      <p>{text.move}</p>
      {lost.length === 0 ? (
        <p className={styles.nothing}>{text.nothing}</p>
      ) : (
        <section className={styles.lost}>
          <h3>{why === 'denied' ? text.taken : text.lost}</h3>
          <Figures
            figures={[
              ...lost.map(({ place, amount }) => ({ name: nameOf(place), figure: money(amount) })),
              { name: text.total, figure: money(total), weight: 'loss' },
            ]}
          />
        </section>
      )}
      <Figures figures={[{ name: text.kept, figure: money(kept) }]} />
    </LongRead>
  )
}
