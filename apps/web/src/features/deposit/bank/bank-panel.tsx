import type { DepositAccount } from '@kapao/contract/lookup'
import { useRef, type ReactNode } from 'react'
import { useShortAccount } from '#shared/banks/bank-name.ts'
import { useDepositText } from '../text/deposit-text.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { Button } from '#ui/form/button.tsx'
import { AccountCard } from './account-card.tsx'
import styles from './account-card.module.css'

type BankPanelProps = {
  accounts: readonly DepositAccount[]
  own: Wallet['bankAccount']
  /** The upload of slips; false while none are taken. */
  slip: ReactNode
  /** Where staff credit transfers, the slip is the next step. */
  isManual: boolean
}

export function BankPanel({ accounts, own, slip, isManual }: BankPanelProps) {
  const text = useDepositText()
  const shortOf = useShortAccount()
  const place = useRef<HTMLDivElement>(null)
  const goToSlip = (): void => {
    place.current?.scrollIntoView({ block: 'start' })
    place.current?.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true })
  }
  return (
    <>
      <p>{text.ownAccount(shortOf(own))}</p>
      {isManual && slip && (
        <Button kind="quiet" onClick={goToSlip}>
          {text.slip.jump}
        </Button>
      )}
      <ul className={styles.list} aria-label={text.bank.choose}>
        {accounts.map((account) => (
          <AccountCard
            key={`${account.bankCode} ${account.bankAccountNo}`}
            account={account}
            own={own}
          />
        ))}
      </ul>
      <div className={styles.slip} ref={place}>
        {slip}
      </div>
    </>
  )
}
