import { qrAmountMin } from '@kapao/contract/limits'
import type { DepositAccount } from '@kapao/contract/lookup'
import { formatMoney } from '#core/format.ts'
import { useVisitorText } from '#core/i18n.tsx'
import { useBankName, useShortAccount } from '#shared/banks/bank-name.ts'
import { useDepositText } from '../text/deposit-text.ts'
import { problemWith, quickAmounts, readAmount } from '#shared/wallet/amounts.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { AmountField } from '#ui/amount/amount-field.tsx'
import { Button } from '#ui/form/button.tsx'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { waitIcon } from '@kapao/ui/icons/more-icons.ts'
import { Form } from '#ui/layout/form.tsx'
import { qrAmountIsEnough, qrLeastNamed, qrRulesOf, readPageSettings } from './queries.ts'
import styles from './qr-panel.module.css'

type QrFormProps = {
  provider: string
  /** The provider of an open code that this one would replace. */
  replaced: DepositAccount['bank'] | null
  wallet: Wallet
  /** Kept by the panel: it survives a change of provider, and a refusal. */
  typed: string
  onTyped: (typed: string) => void
  isSending: boolean
  onCreate: (amount: number) => void
}

/** The amount of a new code; below the minimum the button is disabled, and the field says so. */
export function QrForm(props: QrFormProps) {
  const { provider, replaced, wallet, typed, onTyped, isSending, onCreate } = props
  const { qr: text, ownAccount } = useDepositText()
  const { amountForm, currency: units } = useVisitorText()
  const nameOf = useBankName()
  const shortOf = useShortAccount()
  const { currency } = wallet
  const money = (amount: number): string => formatMoney(amount, currency, units)
  const set = readPageSettings()
  const rules = qrRulesOf(provider, set)
  const least = Math.max(rules.minimum, qrAmountMin)
  const named = qrLeastNamed(set, currency, rules)
  const amount = readAmount(typed, currency)
  const problem = problemWith(typed, currency, { least })
  return (
    <>
      <Form onSubmit={() => onCreate(amount ?? 0)} label={text.create}>
        <AmountField
          label={text.amount}
          value={typed}
          onChange={onTyped}
          unit={units[currency]}
          whole={currency === 'LAK'}
          presets={quickAmounts(currency, { least: Math.max(least, named) }, rules.presets)}
          error={problem === 'form' ? amountForm[currency] : null}
          hint={text.minimum(money(named))}
          reason={problem === 'least' ? text.tooLittle(money(least)) : null}
        />
        {replaced && (
          <p className={styles.replaced}>
            <Icon path={waitIcon} />
            {text.replaces(nameOf(replaced))}
          </p>
        )}
        <Button
          submit
          busy={isSending}
          disabled={amount === null || !qrAmountIsEnough(amount, rules)}
        >
          {text.create}
        </Button>
      </Form>
      <ul className={styles.rules}>
        <li>{ownAccount(shortOf(wallet.bankAccount))}</li>
        <li>{text.minutes(rules.minutes)}</li>
        <li>{text.once}</li>
      </ul>
    </>
  )
}
