import type { DepositAccount } from '@kapao/contract/lookup'
import type { ReactNode } from 'react'
import { useDepositText } from '#shared/deposit/deposit-text.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { AccountCard } from './account-card.tsx'
import styles from './account-card.module.css'

type BankPanelProps = {
  accounts: readonly DepositAccount[]
  own: Wallet['bankAccount']
  /** Where slips are sent. */
  slip: ReactNode
}

export function BankPanel({ accounts, own, slip }: BankPanelProps) {
  const text = useDepositText()
  return (
    <>
      <p>{text.ownAccount}</p>
      <ul className={styles.list} aria-label={text.bank.choose}>
        {accounts.map((account) => (
          <AccountCard
            key={`${account.bankCode} ${account.bankAccountNo}`}
            account={account}
            own={own}
          />
        ))}
      </ul>
      {slip}
    </>
  )
}
