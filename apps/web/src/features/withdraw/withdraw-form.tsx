import { useState } from 'react'
import { formatMoney } from '#core/format.ts'
import { useVisitorText } from '#core/i18n.tsx'
import { BankRow, maskAccountNo } from '#shared/banks/bank-row.tsx'
import { presetsWithin, readAmount } from '#shared/wallet/amounts.ts'
import { sumAmounts, withdrawableOf, type Wallet } from '#shared/wallet/wallet.ts'
import { useWithdrawText } from '#shared/withdraw/withdraw-text.ts'
import { AmountField } from '#ui/amount/amount-field.tsx'
import { Button } from '#ui/form/button.tsx'
import { Form } from '#ui/layout/form.tsx'
import { checkAmount, type Problem } from './check.ts'
import type { Kept, Limits } from './data.ts'
import { TotalSlider } from './total-slider.tsx'
import styles from './withdraw-form.module.css'

type WithdrawFormProps = {
  wallet: Wallet
  limits: Limits
  /** What came from rewards and is not played for yet; the server judges it again. */
  kept: Kept
  typed: string
  onTyped: (typed: string) => void
  onStart: (amount: number) => void
}

/** How much there is, how much of it, where it goes, and what is left then. */
export function WithdrawForm({ wallet, limits, kept, typed, onTyped, onStart }: WithdrawFormProps) {
  const text = useWithdrawText()
  const { amountForm } = useVisitorText()
  const [problem, setProblem] = useState<Problem | null>(null)
  const { currency } = wallet
  const money = useMoney(currency)
  const available = withdrawableOf(wallet)
  const { withdrawMin, withdrawMax } = limits
  const all = Math.min(Math.max(sumAmounts([available, -(kept?.amount ?? 0)]), 0), withdrawMax)
  const sentences: Record<Problem, string> = {
    form: amountForm[currency],
    minimum: text.errors.minimum(money(withdrawMin)),
    maximum: text.errors.maximum(money(withdrawMax)),
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

  return (
    <Form onSubmit={submit} label={text.title}>
      <TotalSlider wallet={wallet} />
      <AmountField
        label={text.amount}
        value={typed}
        onChange={change}
        presets={presetsWithin(all, currency).filter((amount) => amount >= withdrawMin)}
        all={{
          label: text.all,
          isChosen: all > 0 && typed === String(all),
          choose: () => change(String(all)),
        }}
        hint={text.limits(money(withdrawMin), money(withdrawMax))}
        error={problem && sentences[problem]}
      />
      {kept && <p className={styles.kept}>{text.kept(money(kept.amount), money(kept.toPlay))}</p>}
      <Left wallet={wallet} typed={typed} />
      <Target account={wallet.bankAccount} />
      <Button submit>{text.submit}</Button>
    </Form>
  )
}

/** The place is kept, so that nothing jumps while a member types. */
function Left({ wallet, typed }: { wallet: Wallet; typed: string }) {
  const text = useWithdrawText()
  const money = useMoney(wallet.currency)
  const amount = readAmount(typed, wallet.currency)
  const left = amount === null || amount <= 0 ? null : sumAmounts([withdrawableOf(wallet), -amount])
  return (
    <p className={styles.left} role="status">
      {left !== null && left >= 0 && text.left(money(left))}
      {left !== null && left < 0 && <span className={styles.short}>{text.short}</span>}
    </p>
  )
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
