import type { DepositAccount } from '@kapao/contract/lookup'
import { useEffect } from 'react'
import { useQuery } from '#core/queries/use-query.tsx'
import { BankMark } from '#shared/banks/bank-mark.tsx'
import { useBankName } from '#shared/banks/bank-name.ts'
import { useDepositText } from '../text/deposit-text.ts'
import { qrQuery } from './queries.ts'
import styles from './qr-panel.module.css'

type ProviderChipsProps = {
  accounts: readonly DepositAccount[]
  chosen: string
  /** A code is shown already: the chips are small, and below it. */
  isAside: boolean
  /** The provider whose code was replaced by the one shown. */
  replaced: string | null
  onChoose: (provider: string) => void
  /** Called when a provider is found to have a code that can be paid. */
  onOpen: (provider: string) => void
}

/** The payment providers; each chip shows whether the member has a code there. */
export function ProviderChips(props: ProviderChipsProps) {
  const { accounts, chosen, isAside, replaced, onChoose, onOpen } = props
  const text = useDepositText().qr
  return (
    <fieldset className={styles.providers} data-aside={isAside || undefined}>
      <legend className={styles.legend}>{isAside ? text.elsewhere : text.provider}</legend>
      {accounts.map((account) => (
        <Chip
          key={account.bankCode}
          account={account}
          isChosen={account.bankCode === chosen}
          isReplaced={account.bankCode === replaced}
          onChoose={onChoose}
          onOpen={onOpen}
        />
      ))}
    </fieldset>
  )
}

type ChipProps = Pick<ProviderChipsProps, 'onChoose' | 'onOpen'> & {
  account: DepositAccount
  isChosen: boolean
  isReplaced: boolean
}

function Chip({ account, isChosen, isReplaced, onChoose, onOpen }: ChipProps) {
  const { bankCode, bank } = account
  const text = useDepositText().qr
  const nameOf = useBankName()
  const { data } = useQuery(qrQuery(bankCode))
  const isOpen = data?.hasQrcode === true
  useEffect(() => {
    if (isOpen) onOpen(bankCode)
  }, [isOpen, bankCode, onOpen])
  return (
    <label className={styles.provider}>
      <input
        className={styles.radio}
        type="radio"
        name="provider"
        value={bankCode}
        checked={isChosen}
        onChange={() => onChoose(bankCode)}
      />
      <BankMark code={bankCode} isSmall />
      <span className={styles.providerName}>{nameOf(bank)}</span>
      {isOpen && <span className={styles.open}>{text.open}</span>}
      {!isOpen && isReplaced && <span className={styles.gone}>{text.gone}</span>}
    </label>
  )
}
