import { creditedWithinMinutes } from '@kapao/contract/limits'
import { Suspense, useState, type ReactNode } from 'react'
import { useText } from '#core/i18n.tsx'
import { useBankName } from '#shared/banks/bank-name.ts'
import { usePaidInto } from '#shared/banks/paid-into.ts'
import { useHeldBonus, type HeldBonus } from '#shared/bonus/held/queries.ts'
import { useDepositText } from './text/deposit-text.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { useWallet } from '#shared/wallet/wallet.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { showToast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/button.tsx'
import { walletIcon } from '@kapao/ui/icons/more-icons.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { Tabs } from '#ui/tabs/tabs.tsx'
import type { Row } from './arrivals/arrivals.ts'
import { Receipt } from './arrivals/receipt.tsx'
import { ReceiptActions, type NextSheet } from './arrivals/receipt-actions.tsx'
import { useArrivals } from './arrivals/use-arrivals.ts'
import { WaitingMoney } from './arrivals/waiting-money.tsx'
import { BankPanel } from './bank/bank-panel.tsx'
import styles from './deposit-sheet.module.css'
import { HeldNote } from './held-note.tsx'
import { waysOf, withoutSlip, type DepositLookup, type DepositWay } from './ways.ts'
import type { GiftPanelProps } from './gift/gift-panel.tsx'
import type { QrPanelProps } from './qr/qr-panel.tsx'
import { SlipPart } from './slip/slip-part.tsx'

/** Fetched when their tab is opened. */
type Panels = {
  renderQr: (props: QrPanelProps) => ReactNode
  renderGift: (props: GiftPanelProps) => ReactNode
}

type DepositSheetProps = Panels & {
  wallet: Wallet
  onClose: (isChanged: boolean) => void
  /** Opens another sheet of home in its place. */
  open: (next: NextSheet) => void
}

/** Every deposit method, and the receipt as soon as money has arrived. */
export function DepositSheet({ wallet: given, onClose, open, ...panels }: DepositSheetProps) {
  const text = useDepositText()
  const wallet = useWallet().data ?? given
  const { data: lookup, isError, refetch } = usePaidInto()
  const held = useHeldProgress()
  const { arrived, waiting, putAway } = useArrivals()
  const [isChanged, setChanged] = useState(false)
  const close = (): void => onClose(isChanged || arrived !== null)
  const title = arrived && arrived.status !== 'SUCCESS' ? text.receipt.heldTitle : text.title

  return (
    <Sheet
      title={title}
      onClose={close}
      footer={
        arrived && (
          <ReceiptActions
            row={arrived}
            wallet={wallet}
            open={open}
            onClose={close}
            onAgain={() => {
              setChanged(true)
              putAway(arrived)
            }}
          />
        )
      }
    >
      {arrived && <Arrived row={arrived} wallet={wallet} lookup={lookup} />}
      {/* Hidden, not unmounted: an upload continues, and typed input is kept. */}
      <div className={styles.ways} hidden={arrived !== null}>
        <WaitingMoney rows={waiting} />
        {lookup && held.isKnown ? (
          <Ways
            lookup={lookup}
            wallet={wallet}
            held={held.progress}
            {...panels}
            onPaid={() => {
              showToast('success', text.qr.refreshing)
              onClose(true)
            }}
          />
        ) : (
          <NoWays isFailed={isError} again={() => void refetch()} />
        )}
      </div>
    </Sheet>
  )
}

/** Asked together with the ways to deposit, so that the note pushes nothing down later. */
function useHeldProgress(): { progress: HeldBonus['progress']; isKnown: boolean } {
  const { data, isError } = useHeldBonus()
  return {
    progress: data?.status ? data.progress : null,
    isKnown: data !== undefined || isError,
  }
}

type WaysProps = Panels & {
  lookup: DepositLookup
  wallet: Wallet
  /** Of the bonus that is held, under which what comes now waits. */
  held: HeldBonus['progress']
  onPaid: () => void
}

function Ways({ lookup, wallet, held, onPaid, renderQr, renderGift }: WaysProps) {
  const text = useDepositText()
  const { banks, qrs, wallets, offered } = waysOf(lookup)
  const [chosen, setChosen] = useState<DepositWay | null>(null)
  const shown = chosen ?? offered[0]
  const isClosed = held !== null
  const accounts = isClosed ? withoutSlip(banks) : banks
  const isTaken = shown === 'bank' && accounts.length > 0
  if (shown === undefined) return <EmptyState path={walletIcon}>{text.none}</EmptyState>
  return (
    <Tabs
      label={text.ways.label}
      tabs={offered.map((way) => ({ key: way, label: text.ways[way] }))}
      shown={shown}
      onShow={setChosen}
    >
      <div className={styles.panel}>
        {held && <HeldNote progress={held} isTaken={isTaken} currency={wallet.currency} />}
        {isTaken && (
          <BankPanel
            accounts={accounts}
            own={wallet.bankAccount}
            isManual={lookup.isManual}
            slip={!isClosed && <SlipPart isManual={lookup.isManual} />}
          />
        )}
        <Suspense fallback={<Skeleton shape="card" />}>
          {shown === 'qr' && renderQr({ accounts: qrs, wallet, isClosed, onDone: onPaid })}
          {shown === 'gift' &&
            !isClosed &&
            lookup.giftLinkKey &&
            renderGift({
              accounts: wallets,
              giftLinkKey: lookup.giftLinkKey,
              phone: wallet.profile.username,
            })}
        </Suspense>
        <p className={styles.note}>
          {!isClosed && text.credited(creditedWithinMinutes)} {text.bonus}
        </p>
      </div>
    </Tabs>
  )
}

type NoWaysProps = { isFailed: boolean; again: () => void }

/** DEP-03: no alarm for a failure that a retry usually fixes. */
function NoWays({ isFailed, again }: NoWaysProps) {
  const { action } = useText()
  const text = useDepositText()
  if (isFailed)
    return (
      <EmptyState
        path={walletIcon}
        action={
          <Button kind="secondary" onClick={again}>
            {action.again}
          </Button>
        }
      >
        {text.failed}
      </EmptyState>
    )
  return (
    <div className={styles.panel} aria-busy="true">
      <Skeleton shape="title" />
      <Skeleton shape="card" />
      <Skeleton shape="card" />
    </div>
  )
}

type ArrivedProps = { row: Row; wallet: Wallet; lookup: DepositLookup | undefined }

function Arrived({ row, wallet, lookup }: ArrivedProps) {
  const text = useDepositText().receipt
  const nameOf = useBankName()
  const bank = lookup?.banks.find(({ bankCode }) => bankCode === row.from)?.bank
  const isGift = row.from === 'truemoney'
  const from = isGift ? text.giftWallet : bank ? nameOf(bank) : row.from
  return <Receipt row={row} wallet={wallet} from={from ?? ''} />
}
