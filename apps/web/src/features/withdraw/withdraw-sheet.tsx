import { useId, useState } from 'react'
import { formatMoney } from '#core/format.ts'
import { useMemberText, useVisitorText } from '#core/i18n.tsx'
import { useMoneyCall, type Progress } from '#shared/wallet/use-money-call.ts'
import { useWallet, type Wallet } from '#shared/wallet/wallet.ts'
import { useWithdrawText } from './text/withdraw-text.ts'
import { LoadFailed } from '#ui/feedback/load-failed.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { walletIcon } from '@kapao/ui/icons/more-icons.ts'
import { FailedDialog } from '#ui/sheet/notice-dialog.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { sendWithdrawal, type Current, type Limits } from './queries.ts'
import { Review } from './review/review.tsx'
import { CloseButton, SentSheet } from './sent-sheet.tsx'
import { TrackedPart } from './tracked-part.tsx'
import { StageSteps } from './tracker.tsx'
import { useAsked } from './use-asked.ts'
import { ClosedForm, isClosed, WithdrawForm } from './withdraw-form.tsx'
import styles from './withdraw-sheet.module.css'

type WithdrawSheetProps = {
  wallet: Wallet
  onClose: (isChanged: boolean) => void
}

const stale = ['wallet', 'statement', 'withdrawals'] as const

/** Requests a withdrawal; while one is open, shows its state instead. */
export function WithdrawSheet({ wallet: given, onClose }: WithdrawSheetProps) {
  const text = useWithdrawText()
  const wallet = useWallet().data ?? given
  const { tracked, latest, current, lock, limits, ...asked } = useAsked()
  const { progress, isChanged, typed, ...request } = useRequest()
  const formId = useId()
  const close = (): void => onClose(isChanged)
  const { bank } = wallet.bankAccount
  const shown = { current, bank, onAgain: asked.putAway }

  if (progress?.stage === 'done')
    return (
      <SentSheet
        amount={progress.job}
        wallet={wallet}
        latest={latest ?? tracked}
        current={current}
        onAgain={() => {
          asked.putAway()
          request.reset()
        }}
        onClose={close}
      />
    )
  const isLost = progress?.stage === 'open' && progress.isLost
  const isUnderWay = progress?.stage === 'sending' || progress?.stage === 'open'
  const isShown = tracked !== null || isUnderWay
  const form = { wallet, lock }
  const ready = !isShown && limits && current ? { limits, current } : null
  const isShut = ready !== null && isClosed(ready.current.withdrawable, ready.limits)
  return (
    <Sheet
      title={isShown ? text.tracker.title : text.title}
      onClose={close}
      footer={ready && !isShut && <Review form={formId} wallet={wallet} typed={typed} {...ready} />}
    >
      {tracked && <TrackedPart {...shown} withdrawal={tracked} />}
      {!tracked && isUnderWay && <Sending wallet={wallet} isLost={isLost} />}
      {!isShown && !ready && <Loading {...asked} />}
      {ready && isShut && <ClosedForm {...form} {...ready} />}
      {ready && !isShut && (
        <WithdrawForm
          {...form}
          {...ready}
          id={formId}
          typed={typed}
          onTyped={request.type}
          onStart={request.begin}
        />
      )}
      {(isShown || isShut) && <CloseButton onClose={close} />}
      <Failed
        progress={progress}
        limits={limits}
        current={current}
        currency={wallet.currency}
        onClose={request.reset}
      />
    </Sheet>
  )
}

/** The input, and the progress of the request. */
function useRequest() {
  const { done: doneText, tracker } = useWithdrawText()
  const [typed, setTyped] = useState('')
  // Even a refusal may have changed balances: the games may have been emptied before it.
  const [isChanged, setChanged] = useState(false)
  const { progress, start, reset } = useMoneyCall<number>({
    send: sendWithdrawal,
    push: 'withdrawal',
    stale,
    doneText,
    // The games have given too little: what they kept is no more in the wallet than before.
    wordsOf: (code) => (code === 'TRANSFER_FAIL' ? tracker.stages.FAILED : null),
  })
  return {
    typed,
    isChanged,
    progress,
    reset,
    type: setTyped,
    begin: (amount: number) => {
      setChanged(true)
      start(amount)
    },
  }
}

function Loading({ hasFailed, again }: Pick<ReturnType<typeof useAsked>, 'hasFailed' | 'again'>) {
  const text = useWithdrawText()
  if (!hasFailed)
    return (
      <div className={styles.loading} aria-busy="true">
        <Skeleton shape="title" />
        <Skeleton />
        <Skeleton shape="title" />
        <Skeleton />
      </div>
    )
  return (
    <LoadFailed icon={walletIcon} onAgain={again}>
      {text.failed}
    </LoadFailed>
  )
}

/** Until the server has answered, it says no more than what was requested. */
function Sending({ wallet: { slots }, isLost }: { wallet: Wallet; isLost: boolean }) {
  const text = useWithdrawText().tracker
  const { pending } = useMemberText()
  const collects = slots.some(({ isActive, amount }) => isActive && amount > 0)
  return (
    <div className={styles.sending}>
      {collects && <StageSteps stage="COLLECTING" />}
      {!collects && <Skeleton shape="title" />}
      <p role="status" className={styles.quiet}>
        {isLost ? pending.running : text.mayLeave}
      </p>
    </div>
  )
}

type FailedProps = {
  progress: Progress<number> | null
  limits: Limits | undefined
  current: Current | undefined
  currency: Wallet['currency']
  onClose: () => void
}

/** The title says that it failed, the sentence why, once, and what can be withdrawn; an open one is shown instead. */
function Failed({ progress, limits, current, currency, onClose }: FailedProps) {
  const { refusals } = useMemberText()
  const text = useWithdrawText()
  const units = useVisitorText().currency
  if (progress?.stage !== 'failed' || progress.code === 'WITHDRAW_PENDING') return null
  const money = (amount: number): string => formatMoney(amount, currency, units)
  const { code, sentence } = progress
  const most = current?.withdrawable
  const why = (): string => {
    if (code === 'WITHDRAW_MINIMUM' && limits) return refusals[code](money(limits.withdrawMin))
    if (code === 'WITHDRAW_MAXIMUM' && limits)
      return most?.why === 'BONUS_MAXIMUM'
        ? text.notYets.maximum(money(most.amount))
        : refusals[code](money(limits.withdrawMax))
    // No bonus is held that could be ended: these are prizes to be played.
    if (code === 'BONUS_REMAINING' && most?.why === 'REWARDS' && current?.kept)
      return text.kept(money(current.kept.amount), money(current.kept.toPlay))
    return sentence
  }
  const isShort = code === 'MONEY_NOT_ENOUGH' || code === 'BONUS_REMAINING'
  return (
    <FailedDialog
      sentence={why()}
      note={isShort && most ? text.refused.most(money(most.amount)) : null}
      onClose={onClose}
    />
  )
}
