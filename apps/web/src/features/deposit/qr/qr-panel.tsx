import type { DepositAccount } from '@kapao/contract/lookup'
import { useState, type ReactNode } from 'react'
import { useQuery } from '#core/queries/use-query.tsx'
import { useBankName } from '#shared/banks/bank-name.ts'
import { useDepositText } from '../text/deposit-text.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { LoadFailed } from '#ui/feedback/load-failed.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { waitIcon } from '@kapao/ui/icons/more-icons.ts'
import { CancelCode } from './live/cancel-code.tsx'
import { LiveCode } from './live/live-code.tsx'
import { NotCreated } from './not-created.tsx'
import { ProviderChips } from './provider-chips.tsx'
import { qrQuery, type LiveQr, type ShownQr } from './queries.ts'
import { QrForm } from './qr-form.tsx'
import styles from './qr-panel.module.css'
import { useCreating } from './use-creating.ts'

export type QrPanelProps = {
  accounts: readonly DepositAccount[]
  wallet: Wallet
  /** No new code is given; an open one can still be paid. */
  isClosed?: boolean
  /** The member says that it is paid. */
  onDone: () => void
}

export function QrPanel({ accounts, wallet, isClosed = false, onDone }: QrPanelProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [open, setOpen] = useState<string | null>(null)
  const [replaced, setReplaced] = useState<string | null>(null)
  // The provider with an open code is shown first, unless the member has chosen another.
  const provider = chosen ?? open ?? accounts[0]!.bankCode
  const live = liveOf(useQuery(qrQuery(provider)).data)
  const openCode = liveOf(useQuery(qrQuery(open ?? provider)).data)
  const isReplaced = useQuery(qrQuery(replaced ?? provider)).data?.hasQrcode === false
  const [typed, setTyped] = useState('')
  const { failure, forget, create, isSending } = useCreating(accounts, setChosen)
  const elsewhere = open !== provider && openCode ? accounts.find(isOf(open)) : undefined
  const gone = isReplaced ? accounts.find(isOf(replaced)) : undefined
  const chips = accounts.length > 1 && !isClosed && (
    <ProviderChips
      accounts={accounts}
      chosen={provider}
      isAside={live !== null}
      replaced={live === null ? null : replaced}
      onChoose={(next) => {
        forget()
        setChosen(next)
      }}
      onOpen={setOpen}
    />
  )
  const form = !isClosed && (
    <QrForm
      provider={provider}
      replaced={elsewhere?.bank ?? null}
      wallet={wallet}
      typed={typed}
      onTyped={(next) => {
        forget()
        setTyped(next)
      }}
      isSending={isSending}
      onCreate={(amount) => {
        setReplaced(elsewhere?.bankCode ?? null)
        create(provider, amount)
      }}
    />
  )
  return (
    <>
      {live === null && chips}
      {live === null && failure && (
        <NotCreated key={failure.attempt} failure={failure} accounts={accounts} />
      )}
      <Code
        key={provider}
        account={accounts.find(isOf(provider)) ?? accounts[0]!}
        wallet={wallet}
        onDone={onDone}
        form={form}
      />
      {/* Nothing may be between the member and a code to be paid. */}
      {live !== null && (
        <div className={styles.aside}>
          {gone && <Replaced account={gone} />}
          {chips}
          <CancelCode code={live} />
        </div>
      )}
    </>
  )
}

/** A member may have two saved codes by now, and only one of them is to be paid. */
function Replaced({ account: { bank } }: { account: DepositAccount }) {
  const text = useDepositText().qr
  const nameOf = useBankName()
  return (
    <p className={styles.replaced}>
      <Icon path={waitIcon} />
      {text.insteadOf(nameOf(bank))}
    </p>
  )
}

function isOf(code: string | null): (account: DepositAccount) => boolean {
  return ({ bankCode }) => bankCode === code
}

function liveOf(state: ShownQr | undefined): LiveQr | null {
  return state?.hasQrcode === true ? state : null
}

type CodeProps = { account: DepositAccount; wallet: Wallet; onDone: () => void; form: ReactNode }

/** The code as the server has it, or the form to create one. */
function Code({ account, wallet, onDone, form }: CodeProps) {
  const text = useDepositText().qr
  const { data: state, isError, isFetching, refetch } = useQuery(qrQuery(account.bankCode))
  if (!state && isError)
    return <LoadFailed onAgain={() => void refetch()}>{text.failed}</LoadFailed>
  if (!state)
    return (
      <div className={styles.loading} aria-busy="true">
        <Skeleton shape="square" />
        <Skeleton />
      </div>
    )
  if (!state.hasQrcode) return form
  return (
    <LiveCode
      key={state.qrcodeId}
      account={account}
      code={state}
      wallet={wallet}
      isError={isError}
      isFetching={isFetching}
      onDone={onDone}
    />
  )
}
