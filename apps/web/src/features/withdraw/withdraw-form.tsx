import { useState } from 'react'
import { formatMoney } from '#core/format.ts'
import { useVisitorText } from '#core/i18n.tsx'
import { BankRow, maskAccountNo } from '#shared/banks/bank-row.tsx'
import { problemWith, quickAmounts, readAmount } from '#shared/wallet/amounts.ts'
import { sumAmounts, type Wallet } from '#shared/wallet/wallet.ts'
import { useWithdrawText } from './text/withdraw-text.ts'
import { AmountField } from '#ui/amount/amount-field.tsx'
import { Form } from '#ui/layout/form.tsx'
import { checkAmount, type Problem } from './check.ts'
import { LockNotes } from './lock/lock-notes.tsx'
import type { Current, Limits, Withdrawable } from './queries.ts'
import type { Lock } from './lock/use-lock.ts'
import { TotalSlider } from './total-slider.tsx'
import styles from './withdraw-form.module.css'

type MoneyProps = {
  wallet: Wallet
  /** The server's answer on what can be withdrawn; it decides again. */
  current: Pick<Current, 'kept' | 'withdrawable'>
  lock: Lock | null
}

type WithdrawFormProps = MoneyProps & {
  /** The form's id: its submit button is in the sheet's footer. */
  id: string
  limits: Limits
  typed: string
  onTyped: (typed: string) => void
  onStart: (amount: number) => void
}

/** Whether any amount would be accepted. */
export function isClosed({ amount }: Withdrawable, { withdrawMin }: Limits): boolean {
  return amount <= 0 || amount < withdrawMin
}

/** While nothing can be withdrawn: what there is, and why not; nothing to be typed that would be refused. */
export function ClosedForm({ limits, ...shown }: MoneyProps & { limits: Limits }) {
  const text = useWithdrawText()
  const money = useMoney(shown.wallet.currency)
  const { amount, notYet } = shown.current.withdrawable
  return (
    <div className={styles.closed}>
      <MoneyPart {...shown} />
      {amount > 0 && <p>{text.errors.minimum(money(limits.withdrawMin))}</p>}
      {amount + notYet <= 0 && <p>{text.nothing}</p>}
    </div>
  )
}

/** The balance, the amount, its destination, and what is left afterwards. */
export function WithdrawForm(props: WithdrawFormProps) {
  const { id, limits, typed, onTyped, onStart, ...shown } = props
  const { wallet, current, lock } = shown
  const text = useWithdrawText()
  const { amountForm, currency: units } = useVisitorText()
  const [problem, setProblem] = useState<Problem | null>(null)
  const { currency } = wallet
  const money = useMoney(currency)
  const { withdrawMin: least, withdrawMax: most } = limits
  const { amount: available, why } = current.withdrawable
  const all = Math.min(available, most)
  const sentences: Record<Problem, string> = {
    form: amountForm[currency],
    minimum: text.errors.minimum(money(least)),
    maximum: text.errors.maximum(money(most)),
    short: why === null ? text.short : text.refused.most(money(available)),
  }
  const change = (amount: string): void => {
    setProblem(null)
    onTyped(amount)
  }

  function submit(): void {
    const checked = checkAmount(typed, { ...limits, available }, currency)
    if (typeof checked === 'string') setProblem(checked)
    else onStart(checked)
  }

  const passed = problemWith(typed, currency, { least: 0, most, available })
  const reasons = { short: sentences.short, most: sentences.maximum, least: null, form: null }
  // What a bonus leaves after its one withdrawal is deducted.
  const leftWords = (left: number): string | null =>
    lock === null ? text.left(money(left)) : left > 0 ? text.notYets.deducted(money(left)) : null
  return (
    <Form id={id} onSubmit={submit} label={text.title}>
      <MoneyPart {...shown} />
      <AmountField
        label={text.amount}
        value={typed}
        onChange={change}
        unit={units[currency]}
        whole={currency === 'LAK'}
        presets={quickAmounts(currency, { least, available: all })}
        all={{
          label: text.all,
          isChosen: all > 0 && typed === String(all),
          choose: () => change(String(all)),
        }}
        hint={text.limits(money(least), money(most))}
        reason={passed && reasons[passed]}
        left={leftText(leftWords, { typed, withdrawable: current.withdrawable, currency })}
        error={problem && sentences[problem]}
      />
      <Target account={wallet.bankAccount} />
    </Form>
  )
}

function MoneyPart({ wallet, ...shown }: MoneyProps) {
  const money = useMoney(wallet.currency)
  return (
    <>
      <TotalSlider wallet={wallet} withdrawable={shown.current.withdrawable} />
      <LockNotes {...shown} money={money} />
    </>
  )
}

type RemainderProps = {
  typed: string
  withdrawable: Withdrawable
  currency: Wallet['currency']
}

/** Null while nothing would be taken. What cannot be withdrawn yet stays, too. */
function leftText(
  words: (left: number) => string | null,
  { typed, withdrawable, currency }: RemainderProps,
): string | null {
  const amount = readAmount(typed, currency)
  if (amount === null || amount <= 0 || amount > withdrawable.amount) return null
  return words(sumAmounts([withdrawable.amount, withdrawable.notYet, -amount]))
}

function Target({ account }: { account: Wallet['bankAccount'] }) {
  const text = useWithdrawText()
  const { bank, bankAccountNo, bankAccountName } = account
  return (
    <section className={styles.target} aria-label={text.to}>
      <p className={styles.caption}>{text.to}</p>
      <BankRow
        code={bank.code}
        bank={bank}
        accountNo={maskAccountNo(bankAccountNo)}
        holder={bankAccountName}
      />
      <p className={styles.caption}>{text.onlyThere}</p>
    </section>
  )
}

function useMoney(currency: Wallet['currency']): (amount: number) => string {
  const units = useVisitorText().currency
  return (amount) => formatMoney(amount, currency, units)
}
