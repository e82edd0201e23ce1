import { useId, useRef, useState } from 'react'
import { formatAmount } from '#core/format.ts'
import { useMemberText } from '#core/i18n.tsx'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { nextIcon } from '@kapao/ui/icons/more-icons.ts'
import styles from './account-choice.module.css'
import { AccountMark } from './account-mark.tsx'
import type { Account } from './accounts.ts'

type AccountChoiceProps = {
  label: string
  /** The accounts to choose from. */
  accounts: readonly Account[]
  chosen: Account | null
  onChoose: (code: string) => void
  /** Shown before one is chosen. */
  prompt: string
  /** The balance afterwards, if known. */
  after?: number | null
}

/** An account with its mark, name and balance; a tap opens the list of all accounts below it. */
export function AccountChoice(props: AccountChoiceProps) {
  const { label, accounts, chosen, onChoose, prompt, after = null } = props
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)

  function choose(code: string): void {
    onChoose(code)
    setOpen(false)
    // The option that was tapped is removed with the list, so the focus returns to the button.
    opener.current?.focus()
  }

  return (
    <div className={styles.choice}>
      <button
        ref={opener}
        type="button"
        className={styles.row}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {chosen ? <AccountMark account={chosen} /> : <span className={styles.nobody} />}
        <span className={styles.words}>
          <span className={styles.label}>{label} </span>
          <span className={styles.name}>{chosen?.name ?? prompt} </span>
        </span>
        {chosen && (
          <span className={styles.figures}>
            <span className={styles.amount}>{formatAmount(chosen.amount)}</span>
            <span className={styles.after}>{after !== null && ` → ${formatAmount(after)}`}</span>
          </span>
        )}
        <span className={styles.sign}>
          <Icon path={nextIcon} />
        </span>
      </button>
      {isOpen && <AccountList id={listId} accounts={accounts} chosen={chosen} onChoose={choose} />}
    </div>
  )
}

type AccountListProps = Pick<AccountChoiceProps, 'accounts' | 'chosen' | 'onChoose'> & {
  id: string
}

function AccountList({ id, accounts, chosen, onChoose }: AccountListProps) {
  const { groups } = useMemberText().games
  return (
    <ul id={id} className={styles.list}>
      {accounts.map((account, index) => (
        <li key={account.code}>
          {account.group !== null && account.group !== accounts[index - 1]?.group && (
            <p className={styles.group}>{groups[account.group]}</p>
          )}
          <button
            type="button"
            className={styles.row}
            aria-pressed={account.code === chosen?.code}
            onClick={() => onChoose(account.code)}
          >
            <AccountMark account={account} />
            <span className={styles.name}>{account.name} </span>
            <span className={styles.amount}>{formatAmount(account.amount)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
