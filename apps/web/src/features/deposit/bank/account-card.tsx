import { nameEditCopyDelayMs } from '@kapao/contract/limits'
import type { DepositAccount } from '@kapao/contract/lookup'
import { useEffect, useRef, useState } from 'react'
import { copyText } from '#core/browser/copy.ts'
import { formatAccountNumber } from '#core/format.ts'
import { useVisitorText } from '#core/i18n.tsx'
import { useBankName } from '#shared/banks/bank-name.ts'
import { BankRow } from '#shared/banks/bank-row.tsx'
import { useDepositText } from '../text/deposit-text.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { showToast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/button.tsx'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { copyIcon } from '@kapao/ui/icons/more-icons.ts'
import styles from './account-card.module.css'
import { useWindow } from '../slip-window.ts'
import { needsNameFirst } from './english-name.ts'
import { NameStep } from './name-step.tsx'

type AccountCardProps = { account: DepositAccount; own: Wallet['bankAccount'] }

/** An account to transfer to: its holder, its number to copy, and what happens after a transfer. */
export function AccountCard({ account, own }: AccountCardProps) {
  const text = useDepositText().bank
  const nameOf = useBankName()
  const { bank, bankCode, bankAccountName, bankAccountNo, mode } = account
  const manner = mode === 'manual' ? 'manual' : 'automatic'
  const { isNamed, copy, nameSaved } = useCopying(bankAccountNo)
  const asksForName = !isNamed && needsNameFirst(account, own)
  return (
    <li className={styles.card}>
      <BankRow code={bankCode} bank={bank} holder={bankAccountName} />
      {asksForName ? (
        <>
          <p className={styles.number}>{formatAccountNumber(bankAccountNo)}</p>
          <NameStep bankCode={own.bank.code} onSaved={nameSaved} />
        </>
      ) : (
        <div className={styles.copying}>
          <p className={styles.number}>{formatAccountNumber(bankAccountNo)}</p>
          <Button
            kind="secondary"
            onClick={() => void copy()}
            aria-label={`${text.copy} ${nameOf(bank)}`}
          >
            <Icon path={copyIcon} />
            {text.copy}
          </Button>
        </div>
      )}
      <p className={styles.lead}>
        <span className={styles.mode} data-mode={manner}>
          {text.mode[manner]}
        </span>{' '}
        {manner === 'manual' ? <ManualLead /> : text.lead.automatic}
      </p>
    </li>
  )
}

/** A transfer that is made while slips are refused would be too old for one when they are taken again. */
function ManualLead() {
  const { lead } = useDepositText().bank
  const { data: time } = useWindow()
  return time?.isOpen === false ? lead.closed(time.closeTo) : lead.manual
}

/** DEP-B07: saving the name also copies the number, because that is what the member came for. */
function useCopying(number: string) {
  const words = useVisitorText().copied
  const [isNamed, setNamed] = useState(false)
  const copy = async (): Promise<void> => {
    if (await copyText(number)) showToast('success', words.done(number))
    else showToast('danger', words.failed)
  }
  const latest = useRef(copy)
  useEffect(() => {
    latest.current = copy
  })
  useEffect(() => {
    if (!isNamed) return
    const timer = setTimeout(() => void latest.current(), nameEditCopyDelayMs)
    return () => clearTimeout(timer)
  }, [isNamed])
  return { isNamed, copy, nameSaved: () => setNamed(true) }
}
