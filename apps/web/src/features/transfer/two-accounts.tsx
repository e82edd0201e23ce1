import { useEffect, useRef } from 'react'
import { formatAmount } from '#core/format.ts'
import { useMemberText } from '#core/i18n.tsx'
import { AccountChoice } from './accounts/account-choice.tsx'
import type { Account } from './accounts/accounts.ts'
import { useTransferText } from './text/transfer-text.ts'
import { IconButton } from '#ui/form/icon-button.tsx'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { moveIcon } from '@kapao/ui/icons/more-icons.ts'
import { alertIcon } from '@kapao/ui/icons/public-icons.ts'
import { Picker, type PickerOption } from '#ui/picker/picker.tsx'
import styles from './two-accounts.module.css'

type TwoAccountsProps = {
  accounts: readonly Account[]
  from: string
  to: string
  onChange: (chosen: { from?: string; to?: string }) => void
  /** Both balances afterwards, if known. */
  after: { from: number; to: number } | null
  error: string | null
}

/** From and to: as rows that open the list of accounts, and as wheels; the arrows between the rows swap them. */
export function TwoAccounts({ accounts, from, to, onChange, after, error }: TwoAccountsProps) {
  const text = useTransferText()
  const find = (code: string) => accounts.find((account) => account.code === code) ?? null
  const mistake = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The button that was pressed is below, and this part may be out of view.
    if (error !== null) mistake.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  return (
    <div className={styles.both}>
      <div className={styles.rows}>
        <AccountChoice
          label={text.from}
          accounts={accounts}
          chosen={find(from)}
          // Choosing the target as the source swaps the two.
          onChoose={(code) => onChange(code === to ? { from: code, to: from } : { from: code })}
          prompt={text.choose}
          after={after?.from ?? null}
        />
        <div className={styles.between}>
          <IconButton
            label={text.swap}
            path={moveIcon}
            onClick={() => onChange({ from: to, to: from })}
          />
        </div>
        <AccountChoice
          label={text.to}
          accounts={accounts.filter(({ code }) => code !== from)}
          chosen={find(to)}
          onChoose={(code) => onChange({ to: code })}
          prompt={text.choose}
          after={after?.to ?? null}
        />
      </div>
      <Wheels accounts={accounts} from={from} to={to} onChange={onChange} />
      <div role="alert" className={styles.error} ref={mistake}>
        {error !== null && (
          <>
            <Icon path={alertIcon} />
            {error}
          </>
        )}
      </div>
    </div>
  )
}

type WheelsProps = Pick<TwoAccountsProps, 'accounts' | 'from' | 'to' | 'onChange'>

/** The source stays on the wheel of targets, labeled so: choosing it is reported as a mistake. */
function Wheels({ accounts, from, to, onChange }: WheelsProps) {
  const text = useTransferText()
  const { games } = useMemberText()
  const optionsBut = (source: string | null): PickerOption[] => [
    { value: '', label: text.choose },
    ...accounts.map(({ code, name, amount, group }) => ({
      value: code,
      label: name,
      ...(code === source ? { note: text.source, isQuiet: true } : { note: formatAmount(amount) }),
      ...(group === null ? {} : { group: games.groups[group] }),
    })),
  ]
  return (
    <div className={styles.pair}>
      <Picker
        label={text.from}
        options={optionsBut(null)}
        value={from}
        onChange={(code) => onChange({ from: code })}
      />
      <Picker
        label={text.to}
        options={optionsBut(from)}
        value={to}
        onChange={(code) => onChange({ to: code })}
      />
    </div>
  )
}
