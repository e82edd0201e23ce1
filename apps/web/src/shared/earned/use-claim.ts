import type { Progress } from '#shared/wallet/use-money-call.ts'
import { useMoneyCall } from '#shared/wallet/use-money-call.ts'
import { useRefusalText } from '#core/calls/fault-text.ts'
import { useEffect, useRef } from 'react'
import { showToast } from '#ui/feedback/toast.ts'

type Claim = {
  send: () => Promise<{ message: string }>
  /** The code of a success, which the catalog translates. */
  done: 'INVITE_BONUS_SUCCESS' | 'REFUND_SUCCESS'
  stale: readonly string[]
  onEnd: (isDone: boolean) => void
}

/** Claims once, follows the call to its outcome, and shows that in a toast. */
export function useClaim({ send, done, stale, onEnd }: Claim): {
  isBusy: boolean
  claim: () => void
} {
  const doneText = useRefusalText()(done)
  const { progress, start, reset } = useMoneyCall<true>({ send, push: 'reward', stale, doneText })
  const reported = useRef<Progress<true> | null>(null)
  useEffect(() => {
    if (progress === null || progress === reported.current) return
    if (progress.stage === 'sending' || progress.stage === 'open') return
    reported.current = progress
    if (progress.stage === 'failed') showToast('danger', progress.sentence)
    else showToast('success', doneText)
    reset()
    onEnd(progress.stage === 'done')
  }, [progress, doneText, reset, onEnd])
  return { isBusy: progress !== null, claim: () => start(true) }
}
