import { useId, useState } from 'react'
import { formatMoney } from '#core/format.ts'
import { useMemberText, useText, useVisitorText } from '#core/i18n.tsx'
import { watchedWithdrawalKey } from '#core/session/member-storage.ts'
import { readStored } from '#core/storage.ts'
import { useMoneyCall, type Progress } from '#shared/wallet/use-money-call.ts'
import { useWallet, type Wallet } from '#shared/wallet/wallet.ts'
import { formatReference } from '#shared/wallet/reference.ts'
import { isOpen } from '#shared/withdrawals/current.ts'
import { useWithdrawText } from './text/withdraw-text.ts'
import { LoadFailed } from '#ui/feedback/load-failed.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Button } from '#ui/form/button.tsx'
import { walletIcon } from '@kapao/ui/icons/more-icons.ts'
import { FailedDialog, NoticeDialog } from '#ui/sheet/notice-dialog.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { sendWithdrawal, useCurrentWithdrawal, useLimits, type Limits } from './queries.ts'
import type { RenderLock } from './lock/lock-card.tsx'
import { useLock } from './lock/use-lock.ts'
import { NextPart } from './next-part.tsx'
import { Review } from './review/review.tsx'
import { StageSteps, Tracker } from './tracker.tsx'
import { WithdrawForm, type WithdrawalRefusal } from './withdraw-form.tsx'
import styles from './withdraw-sheet.module.css'

type WithdrawSheetProps = {
  wallet: Wallet
  renderLock: RenderLock
  onClose: (isChanged: boolean) => void
}

const stale = ['wallet', 'statement', 'withdrawals'] as const

/** Requests a withdrawal; while one is open, shows its state instead. */
export function WithdrawSheet({ wallet: given, renderLock, onClose }: WithdrawSheetProps) {
  const text = useWithdrawText()
  const wallet = useWallet().data ?? given
  const { tracked, typicalMinutes, kept, lock, limits, ...asked } = useAsked()
  const { progress, isChanged, refused, typed, ...request } = useRequest()
  const formId = useId()
  const close = (): void => onClose(isChanged)

  if (progress?.stage === 'done')
    return (
      <Done
        amount={progress.job}
        id={tracked?._id ?? readStored(watchedWithdrawalKey)}
        currency={wallet.currency}
        onClose={close}
      />
    )
  const isLost = progress?.stage === 'open' && progress.isLost
  const isUnderWay = progress?.stage === 'sending' || progress?.stage === 'open'
  const isShown = tracked !== null || isUnderWay
  const { bank } = wallet.bankAccount
  const review = { form: formId, wallet, typed, typicalMinutes, isLocked: lock !== null }
  return (
    <Sheet
      title={isShown ? text.tracker.title : text.title}
      onClose={close}
      footer={
        !isShown &&
        limits && <Review {...review} least={limits.withdrawMin} most={limits.withdrawMax} />
      }
    >
      {tracked && <Tracker withdrawal={tracked} typicalMinutes={typicalMinutes} bank={bank} />}
      {!tracked && isUnderWay && <Sending wallet={wallet} isLost={isLost} />}
      {!isShown && limits === undefined && <Loading {...asked} />}
      {!isShown && limits && (
        <WithdrawForm
          id={formId}
          wallet={wallet}
          limits={limits}
          kept={kept}
          lock={lock}
          renderLock={renderLock}
          typed={typed}
          refused={refused}
          onTyped={request.type}
          onStart={request.begin}
        />
      )}
      {tracked && <NextPart withdrawal={tracked} onAgain={asked.putAway} />}
      {isShown && <CloseButton onClose={close} />}
      <Failed
        progress={progress}
        limits={limits}
        currency={wallet.currency}
        onClose={request.goBack}
      />
    </Sheet>
  )
}

/** The input, the progress of the request, and why it was refused, until the input changes. */
function useRequest() {
  const { done: doneText, tracker } = useWithdrawText()
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState<WithdrawalRefusal | null>(null)
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
    refused,
    isChanged,
    progress,
    type: (amount: string) => {
      setRefused(null)
      setTyped(amount)
    },
    begin: (amount: number) => {
      setRefused(null)
      setChanged(true)
      start(amount)
    },
    goBack: (refusal: WithdrawalRefusal) => {
      setRefused(refusal)
      reset()
    },
  }
}

/** A withdrawal seen open here stays when it ends, so that the member sees the outcome. */
function useAsked() {
  const current = useCurrentWithdrawal()
  const limits = useLimits()
  const { lock, isKnown } = useLock()
  const [seen, setSeen] = useState<string | null>(null)
  const [before] = useState(current.data)
  const withdrawal = current.data?.withdrawal ?? null
  // One known before the sheet opened may have ended since, and home has shown how.
  const isSeen = withdrawal !== null && isOpen(withdrawal) && current.data !== before
  if (isSeen && withdrawal._id !== seen) setSeen(withdrawal._id)
  const isTracked = withdrawal !== null && (isOpen(withdrawal) || withdrawal._id === seen)
  return {
    tracked: isTracked ? withdrawal : null,
    typicalMinutes: current.data?.typicalMinutes ?? null,
    kept: current.data?.kept ?? null,
    lock,
    // The form needs to know that no withdrawal is open; and the bonus must not push anything down later.
    limits: current.data && isKnown ? limits.data : undefined,
    hasFailed: (current.isError && !current.data) || (limits.isError && !limits.data),
    putAway: () => setSeen(null),
    again: () => void Promise.all([current.refetch(), limits.refetch()]),
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

function CloseButton({ onClose }: { onClose: () => void }) {
  return (
    <Button kind="secondary" onClick={onClose}>
      {useText().action.close}
    </Button>
  )
}

type EndProps = { currency: Wallet['currency']; onClose: () => void }

function Done({ amount, id, currency, onClose }: EndProps & { amount: number; id: string | null }) {
  const text = useWithdrawText()
  const units = useVisitorText().currency
  return (
    <NoticeDialog
      kind="success"
      title={text.done}
      sentence={text.doneLead(formatMoney(amount, currency, units))}
      note={id === null ? null : text.reference(formatReference(id))}
      close={useText().action.close}
      onClose={onClose}
    />
  )
}

type FailedProps = Pick<EndProps, 'currency'> & {
  progress: Progress<number> | null
  limits: Limits | undefined
  onClose: (refusal: WithdrawalRefusal) => void
}

/** The title says that it failed, the sentence why; an open withdrawal is shown instead. */
function Failed({ progress, limits, currency, onClose }: FailedProps) {
  const { refusals } = useMemberText()
  const units = useVisitorText().currency
  if (progress?.stage !== 'failed' || progress.code === 'WITHDRAW_PENDING') return null
  const { code, sentence } = progress
  const limit = { WITHDRAW_MINIMUM: limits?.withdrawMin, WITHDRAW_MAXIMUM: limits?.withdrawMax }
  const isLimit = code === 'WITHDRAW_MINIMUM' || code === 'WITHDRAW_MAXIMUM'
  const amount = isLimit ? limit[code] : undefined
  const why =
    isLimit && amount !== undefined
      ? refusals[code](formatMoney(amount, currency, units))
      : sentence
  return <FailedDialog sentence={why} onClose={() => onClose({ sentence: why, code })} />
}
