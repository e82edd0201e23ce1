import { formatAmount } from '#core/format.ts'
import { useBonusText } from '../text/bonus-text.ts'
import { sumAmounts, type Wallet } from '#shared/wallet/wallet.ts'
import { Button } from '#ui/form/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { BonusName } from '#shared/bonus/held/bonus-name.tsx'
import type { HeldBonus } from '#shared/bonus/held/queries.ts'
import { useMoney } from '#shared/bonus/figures.tsx'
import { Meter } from '#ui/figures/meter.tsx'
import { useEndRefusal } from './use-end-refusal.ts'
import styles from './held-card.module.css'

type HeldCardProps = { held: HeldBonus; wallet: Wallet; isEnding: boolean; onEnd: () => void }

/** The active bonus, the progress of its condition, and the button to end it. */
export function HeldCard({ held, wallet, isEnding, onEnd }: HeldCardProps) {
  const text = useBonusText()
  const type = typeOf(held.type, text.types)
  return (
    <Card title={text.held.title}>
      <p className={styles.head}>
        {held.progress && (
          <strong className={styles.name}>
            <BonusName code={held.progress.code} />
          </strong>
        )}
        <span className={styles.type}>{type}</span>
      </p>
      {held.progress && (
        <ProgressPart progress={held.progress} currency={wallet.currency} isEnding={isEnding} />
      )}
      {isEnding ? (
        <p role="status">{text.held.ending}</p>
      ) : (
        <EndPart held={held} currency={wallet.currency} onEnd={onEnd} />
      )}
    </Card>
  )
}

type EndPartProps = Pick<HeldCardProps, 'held' | 'onEnd'> & { currency: Wallet['currency'] }

/** An end that would be refused is not offered: only what stands in the way. */
function EndPart({ held, currency, onEnd }: EndPartProps) {
  const text = useBonusText().held
  const refusal = useEndRefusal(held.progress?.end ?? 'met', currency)
  if (refusal !== null) return <p className={styles.refusal}>{refusal}</p>
  return (
    <Button kind="secondary" onClick={onEnd}>
      {text.cancel}
    </Button>
  )
}

function typeOf(type: string | null, types: Record<string, string>): string {
  return types[type ?? 'limit'] ?? types['limit']!
}

type ProgressPartProps = {
  progress: NonNullable<HeldBonus['progress']>
  currency: Wallet['currency']
  isEnding: boolean
}

function ProgressPart({ progress, currency, isEnding }: ProgressPartProps) {
  const { held: text, end: ending } = useBonusText()
  const money = useMoney(currency)
  const { kind, code, total, target, endAmount, end } = progress
  const missing = sumAmounts([target, -total])
  // While it is checked, is taken back or ends, a withdrawal would be refused.
  const mayWithdraw = !isEnding && end !== 'held' && end !== 'denied'
  return (
    <>
      <div className={styles.progress}>
        <Meter label={text.progress} max={target} value={total} />
        <p className={missing > 0 ? styles.missing : styles.met}>
          {missing > 0 ? text.missing(money(missing)) : mayWithdraw ? text.met : text.metOnly}
        </p>
        <p className={styles.reached}>{text.reached(formatAmount(total), money(target))}</p>
      </div>
      {!isEnding && (
        <ul className={styles.rules}>
          {end === 'denied' && <li>{ending.denied}</li>}
          {missing > 0 && end !== 'denied' && <li>{text[kind]}</li>}
          {missing <= 0 && mayWithdraw && end !== 'cap' && <li>{text.deduct}</li>}
          {missing > 0 && (end === 'below' || end === 'transfers') && (
            <li>{text.end(money(endAmount))}</li>
          )}
          <li>{text.deposit}</li>
          {/* What a member may quote. */}
          <li>{text.code(code)}</li>
        </ul>
      )}
    </>
  )
}
