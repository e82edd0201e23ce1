import { useEffect, useRef, useState } from 'react'
import { AccountChoice } from './accounts/account-choice.tsx'
import type { Account } from './accounts/accounts.ts'
import { useTransferText } from './text/transfer-text.ts'
import { IconButton } from '#ui/form/icon-button.tsx'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { moveIcon } from '@kapao/ui/icons/more-icons.ts'
import { alertIcon } from '@kapao/ui/icons/public-icons.ts'
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

/** From and to: a tap on one opens its slider, one at a time; the arrows between them swap them. */
export function TwoAccounts({ accounts, from, to, onChange, after, error }: TwoAccountsProps) {
  const text = useTransferText()
  // What is missing is asked for at once.
  const [open, setOpen] = useState<'from' | 'to' | null>(to === '' ? 'to' : null)
  const find = (code: string) => accounts.find((account) => account.code === code) ?? null
  const toggle = (side: 'from' | 'to') => () => setOpen(open === side ? null : side)
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
          source={null}
          isOpen={open === 'from'}
          onToggle={toggle('from')}
          onChange={(code) => onChange({ from: code })}
          onSettle={(code) => {
            // Choosing the target as the source swaps the two.
            onChange(code === to ? { from: code, to: from } : { from: code })
            setOpen(to === '' ? 'to' : null)
          }}
          after={after?.from ?? null}
        />
        <div className={styles.between}>
          {/* Below an open slider they would lie on its options. */}
          {open !== 'from' && (
            <IconButton
              label={text.swap}
              path={moveIcon}
              onClick={() => onChange({ from: to, to: from })}
            />
          )}
        </div>
        <AccountChoice
          label={text.to}
          accounts={accounts}
          chosen={find(to)}
          source={from}
          isOpen={open === 'to'}
          onToggle={toggle('to')}
          onChange={(code) => onChange({ to: code })}
          onSettle={(code) => {
            onChange({ to: code })
            setOpen(null)
          }}
          after={after?.to ?? null}
        />
      </div>
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
