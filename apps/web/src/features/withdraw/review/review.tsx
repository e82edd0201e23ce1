import { formatMoney } from '#core/format.ts'
import { useVisitorText } from '#core/i18n.tsx'
import { useShortAccount } from '#shared/banks/bank-name.ts'
import { readAmount } from '#shared/wallet/amounts.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import type { Current, Limits } from '../queries.ts'
import { useWithdrawText } from '../text/withdraw-text.ts'
import { Button } from '#ui/form/button.tsx'
import styles from './review.module.css'
import { Typical } from './typical.tsx'

type ReviewProps = {
  /** The id of the form that it submits. */
  form: string
  wallet: Wallet
  typed: string
  limits: Limits
  current: Pick<Current, 'typicalMinutes' | 'reviewedMinutes' | 'withdrawable'>
}

/** The amount, its destination and the usual duration, to be read before the button below is pressed. */
export function Review({ form, wallet, typed, limits, current }: ReviewProps) {
  const text = useWithdrawText()
  const units = useVisitorText().currency
  const shortOf = useShortAccount()
  const { currency, bankAccount } = wallet
  const amount = readAmount(typed, currency)
  const { withdrawMin: least, withdrawMax } = limits
  const most = Math.min(withdrawMax, current.withdrawable.amount)
  const isSound = amount !== null && amount >= least && amount <= most
  return (
    <>
      <div role="status" className={styles.review}>
        {isSound && (
          <p className={styles.sum}>
            {text.review(formatMoney(amount, currency, units), shortOf(bankAccount))}
          </p>
        )}
        {isSound && <Typical minutes={current.typicalMinutes} reviewed={current.reviewedMinutes} />}
      </div>
      <Button submit form={form}>
        {text.submit}
      </Button>
    </>
  )
}
