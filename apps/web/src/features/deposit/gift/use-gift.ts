import type { GiftLinkKey } from '@kapao/contract/lookup'
import { useEffect, useRef, useState } from 'react'
import { CallFault } from '#core/calls/fault.ts'
import { useFaultText, useRefusalText } from '#core/calls/fault-text.ts'
import { waitForOutcome, type FinalOutcome } from '#core/calls/pending/outcome.ts'
import { holdPending, releasePending } from '#core/calls/pending/pending-book.ts'
import { useMemberText } from '#core/i18n.tsx'
import { onPush } from '#core/live/pushes.ts'
import { useQueries } from '#core/queries/use-query.tsx'
import { showToast } from '#ui/feedback/toast.ts'
import { endingOf } from './gift-link.ts'
import { sendGiftLink } from './seal-link.ts'

export type GiftRefusal = { code: string | null; sentence: string }

export type GiftStage =
  | { stage: 'empty'; refused: GiftRefusal | null }
  /** `lost`: unknown whether the link has reached us. */
  | { stage: 'sending' | 'pending' | 'lost' | 'held'; ending: string }
  /** Null if the call's answer was lost, and only its success is known. */
  | { stage: 'done'; ending: string; amount: number | null }

const empty: GiftStage = { stage: 'empty', refused: null }

/** ERR-08: shown as a red toast, and beside the link, where it stays readable. */
function refusedWith(code: string | null, sentence: string): GiftStage {
  showToast('danger', sentence)
  return { stage: 'empty', refused: { code, sentence } }
}

type GiftInput = { link: string; walletAccountName: string }

/** Sends one gift link at a time and claims nothing that is not known. */
export function useGift(key: GiftLinkKey): {
  now: GiftStage
  send: (gift: GiftInput) => Promise<void>
  reset: () => void
} {
  const [now, setNow] = useState<GiftStage>(empty)
  const isUnderWay = useRef(false)
  const queries = useQueries()
  const faultText = useFaultText()
  const follow = useFollow()

  async function run(gift: GiftInput): Promise<GiftStage> {
    const ending = endingOf(gift.link)
    setNow({ stage: 'sending', ending })
    try {
      const { amount } = await sendGiftLink(key, gift)
      return { stage: 'done', ending, amount }
    } catch (fault) {
      const open = fault instanceof CallFault ? fault.key : null
      if (open !== null) {
        const isLost = fault instanceof CallFault && fault.kind !== 'pending'
        setNow({ stage: isLost ? 'lost' : 'pending', ending })
        return follow(open, ending)
      }
      const sentence = faultText(fault)
      const code = fault instanceof CallFault ? fault.code : null
      return sentence === null ? empty : refusedWith(code, sentence)
    }
  }

  async function send(gift: GiftInput): Promise<void> {
    if (isUnderWay.current) return
    isUnderWay.current = true
    try {
      setNow(await run(gift))
    } finally {
      isUnderWay.current = false
      for (const word of ['wallet', 'statement'])
        void queries.invalidateQueries({ queryKey: [word] })
    }
  }

  return { now, send, reset: () => setNow(empty) }
}

/** Polls the outcome of a link until it is known; after the member leaves, the notes of open calls report it. */
function useFollow(): (key: string, ending: string) => Promise<GiftStage> {
  const { pending } = useMemberText()
  const refusalText = useRefusalText()
  const stop = useRef(new AbortController())
  useEffect(() => {
    if (stop.current.signal.aborted) stop.current = new AbortController()
    return () => stop.current.abort()
  }, [])

  return async (key, ending) => {
    holdPending(key)
    const wake = (ask: () => void) => onPush(({ name }) => name === 'deposit' && ask())
    const ended = await waitForOutcome(key, { stop: stop.current.signal, wake })
    if (ended === null) {
      releasePending(key)
      return { stage: 'pending', ending }
    }
    const stage = stageOf(ended)
    if (stage !== 'refused') return { stage, ending, amount: null }
    if (ended.state === 'never') return refusedWith(null, pending.never)
    return refusedWith(ended.code ?? null, refusalText(ended.code ?? ''))
  }
}

function stageOf({ state, code }: FinalOutcome): 'done' | 'held' | 'refused' {
  if (state === 'never') return 'refused'
  if (code === undefined || code === 'SUCCESS') return 'done'
  return code === 'TRANSFER_PENDING' ? 'held' : 'refused'
}
