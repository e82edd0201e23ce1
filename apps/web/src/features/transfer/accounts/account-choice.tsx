import { useId, useRef } from 'react'
import { formatAmount } from '#core/format.ts'
import { useMemberText } from '#core/i18n.tsx'
import { useTransferText } from '../text/transfer-text.ts'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { nextIcon } from '@kapao/ui/icons/more-icons.ts'
import { Picker, type PickerOption } from '#ui/picker/picker.tsx'
import styles from './account-choice.module.css'
import { AccountMark } from './account-mark.tsx'
import type { Account } from './accounts.ts'

type AccountChoiceProps = {
  label: string
  accounts: readonly Account[]
  chosen: Account | null
  /** The source, where a destination is chosen: selecting it is reported as a mistake. */
  source: string | null
  isOpen: boolean
  onToggle: () => void
  onChange: (code: string) => void
  /** The member has chosen, and the slider closes. */
  onSettle: (code: string) => void
  /** The balance afterwards, if known. */
  after: number | null
}

/** An account with its mark, name and balance; a tap opens the slider of all accounts below it. */
export function AccountChoice(props: AccountChoiceProps) {
  const { label, accounts, chosen, source, isOpen, onToggle, onChange, onSettle, after } = props
  const text = useTransferText()
  const listId = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const options = useOptions(accounts, source)
  return (
    <div className={styles.choice}>
      <button
        ref={opener}
        type="button"
        className={styles.row}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={onToggle}
      >
        {chosen ? <AccountMark account={chosen} /> : <span className={styles.nobody} />}
        <span className={styles.words}>
          <span className={styles.label}>{label} </span>
          <span className={styles.name}>{chosen?.name ?? text.choose} </span>
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
      {isOpen && (
        <Picker
          id={listId}
          label={label}
          options={options}
          value={chosen?.code ?? ''}
          onChange={onChange}
          onSettle={(code) => {
            onSettle(code)
            // The option that was tapped is removed with the slider, so the focus returns to the button.
            opener.current?.focus()
          }}
        />
      )}
    </div>
  )
}

function useOptions(accounts: readonly Account[], source: string | null): PickerOption[] {
  const text = useTransferText()
  const { groups } = useMemberText().games
  const optionOf = (account: Account): PickerOption => ({
    value: account.code,
    label: account.name,
    mark: <AccountMark account={account} />,
    note: formatAmount(account.amount),
    ...(account.group === null ? {} : { group: groups[account.group] }),
  })
  const own = accounts.filter(({ code }) => code === source)
  return [
    { value: '', label: text.choose, mark: <span className={styles.nobody} /> },
    ...accounts.filter((account) => !own.includes(account)).map(optionOf),
    // Last, and in no group: what can be chosen is in sight first.
    ...own.map((account) => {
      const { group: _, ...option } = optionOf(account)
      return { ...option, note: text.source, isQuiet: true }
    }),
  ]
}
