import { useState } from 'react'
import { formatMoney } from '#core/format.ts'
import { useVisitorText } from '#core/i18n.tsx'
import { BankRow, maskAccountNo } from '#shared/banks/bank-row.tsx'
import { problemWith, quickAmounts, readAmount } from '#shared/wallet/amounts.ts'
import { sumAmounts, withdrawableOf, type Wallet } from '#shared/wallet/wallet.ts'
import { useWithdrawText } from './text/withdraw-text.ts'
import { AmountField } from '#ui/amount/amount-field.tsx'
import { Refusal } from '#ui/feedback/refusal.tsx'
import { Form } from '#ui/layout/form.tsx'
import { checkAmount, type Problem } from './check.ts'
import type { LockedMoney, Limits } from './queries.ts'
import type { RenderLock } from './lock/lock-card.tsx'
import type { Lock } from './lock/use-lock.ts'
import { TotalSlider } from './total-slider.tsx'
import styles from './withdraw-form.module.css'

/** Why the last withdrawal was refused, until the amount changes. */
export type WithdrawalRefusal = { sentence: string; code: string | null }

type WithdrawFormProps = {
  /** The form's id: its submit button is in the sheet's footer. */
  id: string
  wallet: Wallet
  limits: Limits
  /** The amount from rewards whose turnover is not reached; the server checks it again. */
  kept: LockedMoney
  lock: Lock | null
  renderLock: RenderLock
  typed: string
  refused: WithdrawalRefusal | null
  onTyped: (typed: string) => void
  onStart: (amount: number) => void
}

/** The balance, the amount, its destination, and what is left afterwards. */
export function WithdrawForm(props: WithdrawFormProps) {
  const { id, wallet, limits, kept, lock, renderLock, typed, refused, onTyped, onStart } = props
  const text = useWithdrawText()
  const { amountForm, currency: units } = useVisitorText()
  const [problem, setProblem] = useState<Problem | null>(null)
  const { currency } = wallet
  const money = useMoney(currency)
  const { withdrawMin: least, withdrawMax: most } = limits
  const available = withdrawableOf(wallet)
  const free = Math.max(sumAmounts([available, -(kept?.amount ?? 0)]), 0)
  const all = Math.min(free, most)
  const sentences: Record<Problem, string> = {
    form: amountForm[currency],
    minimum: text.errors.minimum(money(least)),
    maximum: text.errors.maximum(money(most)),
  }
  const change = (amount: string): void => {
    setProblem(null)
    onTyped(amount)
  }

  function submit(): void {
    const checked = checkAmount(typed, limits, currency)
    if (typeof checked === 'string') setProblem(checked)
    else onStart(checked)
  }

  const passed = problemWith(typed, currency, { least: 0, most, available })
  const reasons = { short: text.short, most: sentences.maximum, least: null, form: null }
  return (
    <Form id={id} onSubmit={submit} label={text.title}>
      <TotalSlider wallet={wallet} isLocked={lock !== null && lock.missing > 0} />
      {lock && renderLock({ lock, money })}
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
        left={leftText(text.left, { typed, available, currency, money })}
        error={problem && sentences[problem]}
      />
      {refused && <RefusedSum {...refused} most={money(all)} />}
      {kept && <p className={styles.kept}>{text.kept(money(kept.amount), money(kept.toPlay))}</p>}
      <Target account={wallet.bankAccount} />
    </Form>
  )
}

/** If the balance was too low, shows how much can be withdrawn; if a bonus locks it, that the money is still there. */
function RefusedSum({ sentence, code, most }: WithdrawalRefusal & { most: string }) {
  const { refused } = useWithdrawText()
  const isShort = code === 'MONEY_NOT_ENOUGH'
  const isHeld = code === 'BONUS_REMAINING'
  return (
    <Refusal
      title={sentence}
      money={isShort ? refused.most(most) : isHeld ? refused.unmoved : undefined}
      next={isShort ? refused.all : isHeld ? refused.play : undefined}
    />
  )
}

type RemainderProps = {
  typed: string
  available: number
  currency: Wallet['currency']
  money: (amount: number) => string
}

/** Null while nothing would be taken. */
function leftText(
  words: (amount: string) => string,
  { typed, available, currency, money }: RemainderProps,
): string | null {
  const amount = readAmount(typed, currency)
  if (amount === null || amount <= 0 || amount > available) return null
  return words(money(sumAmounts([available, -amount])))
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
