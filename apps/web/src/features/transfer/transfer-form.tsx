import { transferMin } from '@kapao/contract/limits'
import { useState } from 'react'
import { formatMoney } from '#core/format.ts'
import { useVisitorText } from '#core/i18n.tsx'
import { presetsWithin, readAmount } from '#shared/wallet/amounts.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { useTransferText } from '#shared/transfer/transfer-text.ts'
import { AmountField } from '#ui/amount/amount-field.tsx'
import { Button } from '#ui/form/button.tsx'
import { Form } from '#ui/layout/form.tsx'
import { checkMove, type Draft, type Problem } from './check.ts'
import { MoveEverything } from './move-everything.tsx'
import { afterMove, type Place } from './places.ts'
import styles from './transfer-form.module.css'
import { TwoPickers } from './two-pickers.tsx'
import type { Job } from './use-transfer.ts'

type TransferFormProps = {
  places: readonly Place[]
  currency: Wallet['currency']
  draft: Draft
  /** What changes of the draft; two changes may come before the page is drawn again. */
  onDraft: (part: Partial<Draft>) => void
  onStart: (job: Job) => void
}

/** Where from, where to, how much, and what both hold then. */
export function TransferForm({ places, currency, draft, onDraft, onStart }: TransferFormProps) {
  const text = useTransferText()
  const [problem, setProblem] = useState<Problem | null>(null)
  const change = (part: Partial<Draft>): void => {
    setProblem(null)
    onDraft(part)
  }
  const available = places.find(({ code }) => code === draft.from)?.amount ?? 0
  const all = String(available)
  const isAboutPlaces = problem === 'choose' || problem === 'same'
  const errorText = useProblemText(currency)

  function submit(): void {
    const checked = checkMove(draft, currency)
    if (typeof checked === 'string') setProblem(checked)
    else onStart(checked)
  }

  return (
    <>
      <Form onSubmit={submit} label={text.title}>
        <TwoPickers
          places={places}
          currency={currency}
          from={draft.from}
          to={draft.to}
          onChange={change}
          error={isAboutPlaces ? errorText(problem) : null}
        />
        <AmountField
          label={text.amount}
          value={draft.amount}
          onChange={(amount) => change({ amount })}
          presets={presetsWithin(available, currency)}
          all={{
            label: text.all,
            isChosen: available > 0 && draft.amount === all,
            choose: () => change({ amount: all }),
          }}
          error={problem !== null && !isAboutPlaces ? errorText(problem) : null}
        />
        <Afterwards places={places} currency={currency} draft={draft} />
        <Button submit>{text.submit}</Button>
      </Form>
      <MoveEverything places={places} currency={currency} to={draft.to} onStart={onStart} />
    </>
  )
}

function useProblemText(currency: Wallet['currency']): (problem: Problem) => string {
  const { errors } = useTransferText()
  const { amountForm, currency: units } = useVisitorText()
  return (problem) => {
    if (problem === 'form') return amountForm[currency]
    return problem === 'minimum'
      ? errors.minimum(formatMoney(transferMin, currency, units))
      : errors[problem]
  }
}

type AfterwardsProps = Pick<TransferFormProps, 'places' | 'currency' | 'draft'>

/** The place is kept, so that nothing jumps while a member types. */
function Afterwards({ places, currency, draft }: AfterwardsProps) {
  const text = useTransferText()
  const units = useVisitorText().currency
  const from = places.find(({ code }) => code === draft.from)
  const to = places.find(({ code }) => code === draft.to)
  const amount = readAmount(draft.amount, currency)
  const isKnown = from && to && from !== to && amount !== null && amount > 0
  const left = isKnown ? afterMove({ from, to }, amount) : null
  const isShort = left !== null && left.from < 0
  return (
    <div className={styles.after} role="status">
      {left && (
        <>
          <p className={styles.title}>{text.after}</p>
          {isShort ? (
            <p className={styles.short}>{text.short}</p>
          ) : (
            <dl className={styles.sides}>
              <dt>{from?.name}</dt>
              <dd>{formatMoney(left.from, currency, units)}</dd>
              <dt>{to?.name}</dt>
              <dd>{formatMoney(left.to, currency, units)}</dd>
            </dl>
          )}
        </>
      )}
    </div>
  )
}
