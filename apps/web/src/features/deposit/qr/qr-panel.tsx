import type { DepositAccount } from '@kapao/contract/lookup'
import { useCallback, useState } from 'react'
import { useText } from '#core/i18n.tsx'
import { useQuery } from '#core/queries/use-query.tsx'
import { useDepositText } from '#shared/deposit/deposit-text.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Button } from '#ui/form/button.tsx'
import { alertIcon } from '#ui/icons/public-icons.ts'
import { LiveCode } from './live-code.tsx'
import { ProviderChips } from './provider-chips.tsx'
import { qrQuery } from './qr-calls.ts'
import { QrForm } from './qr-form.tsx'
import styles from './qr-panel.module.css'

export type QrPanelProps = {
  accounts: readonly DepositAccount[]
  wallet: Wallet
  /** The member says that it is paid. */
  onDone: () => void
}

export function QrPanel({ accounts, wallet, onDone }: QrPanelProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [open, setOpen] = useState<string | null>(null)
  // Where a code can be paid is what a member looks for, unless they have looked elsewhere.
  const provider = chosen ?? open ?? accounts[0]!.bankCode
  const noteOpen = useCallback((code: string) => setOpen((before) => before ?? code), [])
  const isLive = useQuery(qrQuery(provider)).data?.hasQrcode === true
  const chips = accounts.length > 1 && (
    <ProviderChips accounts={accounts} chosen={provider} onChoose={setChosen} onOpen={noteOpen} />
  )
  return (
    <>
      {!isLive && chips}
      <Code key={provider} provider={provider} wallet={wallet} onDone={onDone} />
      {/* Whoever is to scan a code should not have to look for it. */}
      {isLive && chips}
    </>
  )
}

type CodeProps = { provider: string; wallet: Wallet; onDone: () => void }

/** The code as the server has it, or the form to make one. */
function Code({ provider, wallet, onDone }: CodeProps) {
  const text = useDepositText().qr
  const { again } = useText().action
  const { data: state, isError, refetch } = useQuery(qrQuery(provider))
  if (!state && isError)
    return (
      <EmptyState
        path={alertIcon}
        failed
        action={
          <Button kind="secondary" onClick={() => void refetch()}>
            {again}
          </Button>
        }
      >
        {text.failed}
      </EmptyState>
    )
  if (!state)
    return (
      <div className={styles.loading} aria-busy="true">
        <Skeleton shape="square" />
        <Skeleton />
      </div>
    )
  if (!state.hasQrcode) return <QrForm provider={provider} currency={wallet.currency} />
  return (
    <LiveCode
      key={state.qrcodeId}
      provider={provider}
      code={state}
      wallet={wallet}
      onDone={onDone}
    />
  )
}
