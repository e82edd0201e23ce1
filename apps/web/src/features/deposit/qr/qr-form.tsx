import { useState } from 'react'
import { useFaultText, useRefusalText } from '#core/calls/fault-text.ts'
import { useSending } from '#core/calls/use-sending.ts'
import { formatMoney } from '#core/format.ts'
import { useVisitorText } from '#core/i18n.tsx'
import { useQueries } from '#core/queries/use-query.tsx'
import { useDepositText } from '#shared/deposit/deposit-text.ts'
import { readAmount } from '#shared/wallet/amounts.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { AmountField } from '#ui/amount/amount-field.tsx'
import { showToast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/button.tsx'
import { Form } from '#ui/layout/form.tsx'
import { createQr, qrAmountIsEnough, qrLeastNamed, qrRulesOf, readQrSettings } from './qr-calls.ts'
import styles from './qr-panel.module.css'

type QrFormProps = { provider: string; currency: Wallet['currency'] }

export function QrForm({ provider, currency }: QrFormProps) {
  const { qr: text, ownAccount } = useDepositText()
  const { amountForm, currency: units } = useVisitorText()
  const [typed, setTyped] = useState('')
  const set = readQrSettings(document.getElementById('settings')?.textContent ?? '')
  const rules = qrRulesOf(provider, set)
  const amount = readAmount(typed, currency)
  // With a point at its end it is still being typed.
  const isUnreadable = typed !== '' && readAmount(typed.replace(/\.$/, ''), currency) === null
  const isEnough = amount !== null && qrAmountIsEnough(amount, rules)
  const [isSending, create] = useCreating(provider)
  return (
    <>
      <Form onSubmit={() => create(amount ?? 0)} label={text.create}>
        <AmountField
          label={text.amount}
          value={typed}
          onChange={setTyped}
          presets={rules.presets}
          error={isUnreadable ? amountForm[currency] : null}
          hint={text.minimum(formatMoney(qrLeastNamed(set, currency, rules), currency, units))}
        />
        <Button submit busy={isSending} disabled={!isEnough}>
          {text.create}
        </Button>
      </Form>
      <ul className={styles.rules}>
        <li>{ownAccount}</li>
        <li>{text.minutes(rules.minutes)}</li>
        <li>{text.once}</li>
      </ul>
    </>
  )
}

function useCreating(provider: string): [boolean, (amount: number) => void] {
  const queries = useQueries()
  const faultText = useFaultText()
  const refusalText = useRefusalText()
  const [isSending, once] = useSending()
  const create = (amount: number): void =>
    void once(async () => {
      try {
        const made = await createQr(queries, provider, amount)
        if (made && !made.hasQrcode) showToast('danger', refusalText(made.message ?? 'QR_FAIL'))
      } catch (fault) {
        const sentence = faultText(fault)
        if (sentence !== null) showToast('danger', sentence)
      }
    })
  return [isSending, create]
}
