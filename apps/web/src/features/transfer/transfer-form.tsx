import { transferMin } from '@kapao/contract/limits'
import { useState } from 'react'
import { formatMoney } from '#core/format.ts'
import { useVisitorText } from '#core/i18n.tsx'
import type { Account } from './accounts/accounts.ts'
import { problemWith, quickAmounts, readAmount } from '#shared/wallet/amounts.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { useTransferText } from './text/transfer-text.ts'
import { AmountField } from '#ui/amount/amount-field.tsx'
import { Form } from '#ui/layout/form.tsx'
import { checkMove, type Draft, type Problem } from './check.ts'
import { MoveEverything } from './move-everything.tsx'
import { afterMove } from './places.ts'
import { TwoAccounts } from './two-accounts.tsx'
import type { Job } from './use-transfer.ts'

type TransferFormProps = {
  /** The form's id: its submit button is in the sheet's footer. */
  id: string
  accounts: readonly Account[]
  currency: Wallet['currency']
  draft: Draft
  /** A part of the draft that changes; two changes may come before the next render. */
  onDraft: (part: Partial<Draft>) => void
  onStart: (job: Job) => void
}

/** From, to, the amount, and both balances afterwards. */
export function TransferForm(props: TransferFormProps) {
  const { id, accounts, currency, draft, onDraft, onStart } = props
  const text = useTransferText()
  const units = useVisitorText().currency
  const [problem, setProblem] = useState<Problem | null>(null)
  const change = (part: Partial<Draft>): void => {
    setProblem(null)
    onDraft(part)
  }
  const source = accounts.find(({ code }) => code === draft.from)
  const available = source?.amount ?? 0
  const bounds = { least: transferMin, available }
  const all = String(available)
  const isAboutPlaces = problem === 'choose' || problem === 'same'
  const errorText = useProblemText(currency)
  const isShort = problemWith(draft.amount, currency, bounds) === 'short'

  function submit(): void {
    const checked = checkMove(draft, currency)
    if (typeof checked === 'string') setProblem(checked)
    else onStart(checked)
  }

  return (
    <>
      <Form id={id} onSubmit={submit} label={text.title}>
        <TwoAccounts
          accounts={accounts}
          from={draft.from}
          to={draft.to}
          onChange={change}
          after={isShort ? null : afterOf(accounts, draft, currency)}
          error={isAboutPlaces ? errorText(problem) : null}
        />
        <AmountField
          label={text.amount}
          value={draft.amount}
          onChange={(amount) => change({ amount })}
          unit={units[currency]}
          whole={currency === 'LAK'}
          presets={quickAmounts(currency, bounds)}
          all={{
            label: text.all,
            isChosen: available > 0 && draft.amount === all,
            choose: () => change({ amount: all }),
          }}
          reason={isShort ? text.short : null}
          error={problem !== null && !isAboutPlaces ? errorText(problem) : null}
        />
      </Form>
      <MoveEverything places={accounts} currency={currency} to={draft.to} onStart={onStart} />
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

/** Null while nothing would be moved. */
function afterOf(accounts: readonly Account[], draft: Draft, currency: Wallet['currency']) {
  const from = accounts.find(({ code }) => code === draft.from)
  const to = accounts.find(({ code }) => code === draft.to)
  const amount = readAmount(draft.amount, currency)
  if (!from || !to || from === to || amount === null || amount <= 0) return null
  return afterMove({ from, to }, amount)
}
