import { wasUsedByOthers } from '@kapao/contract/fair/draw'
import type { Language } from '@kapao/contract/limits'
import { wheelPauseMs } from '@kapao/contract/limits-of-wheel'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { callOnce } from '#core/calls/call-once.ts'
import { CallFault } from '#core/calls/fault.ts'
import { useFaultText, useRefusalText } from '#core/calls/fault-text.ts'
import { randomKey } from '#core/calls/random-key.ts'
import { useLanguage } from '#core/i18n.tsx'
import type { QueryStore } from '#core/queries/query-store.ts'
import { useQueries } from '#core/queries/use-query.tsx'
import {
  couponsQuery,
  keepSpun,
  readReveal,
  settledSetup,
  type Setup,
  type ActiveWheel,
} from './queries.ts'
import { useSpinText } from './text/spin-text.ts'
import type { WheelHandle } from './wheel/wheel.tsx'

/** `known` are the prizes from before the tap; null if they could not be loaded. */
export type PrizeWin = { place: number; label: string; known: ReadonlySet<string> | null }

export type SpinState =
  | { stage: 'still' | 'asking' }
  /** The wheel is turning, or has stopped and is shown for a moment. */
  | { stage: 'turning' | 'stopped' | 'won'; won: PrizeWin; coins: number }
  | { stage: 'failed'; sentence: string }

/** A tap before the list of prizes has loaded waits for it, but not for long: it only serves to name the prize. */
const listWaitMs = 1_000

/** One spin at a time: requested from the server, shown by the wheel, left standing for two seconds; then the wheel is reset and the prize announced. */
export function useSpin(setup: Setup | undefined, wheel: RefObject<WheelHandle | null>) {
  const [state, setState] = useState<SpinState>({ stage: 'still' })
  const faultText = useFaultText()
  const refusalText = useRefusalText()
  const text = useSpinText()
  // A ref, because two taps can arrive before the next render.
  const isBusy = useRef(false)
  const isShown = useIsShown()
  const queries = useQueries()
  const language = useLanguage()

  function fail(sentence: string | null): void {
    isBusy.current = false
    if (isShown.current)
      setState(sentence === null ? { stage: 'still' } : { stage: 'failed', sentence })
  }

  async function show(won: PrizeWin, coins: number): Promise<void> {
    setState({ stage: 'turning', won, coins })
    await wheel.current?.turnTo(won.place)
    if (!isShown.current) return
    setState({ stage: 'stopped', won, coins })
    await pause(wheelPauseMs)
    if (!isShown.current) return
    wheel.current?.reset()
    setState({ stage: 'won', won, coins })
  }

  async function spin(): Promise<void> {
    const shown = setup?.activeSpinwheel
    if (!shown || isBusy.current || setup.userCoin <= 0) return
    isBusy.current = true
    setState({ stage: 'asking' })
    // Read before the call: while the wheel turns the list may be refetched for another reason, and contain the new
    // prize already.
    const known = await knownPrizes(queries, language)
    try {
      const drawn = await draw({ queries, language, isShown, shown })
      if (drawn === null) return settle()
      if (drawn === 'thrown-away') return fail(text.thrownAway)
      const { answer, commitment, clientSeed } = drawn
      if (!answer.success) return fail(refusalText(answer.error))
      const { code, label, remainingCoin } = answer.result
      if (commitment) keepSpun({ commitment, clientSeed, code, label })
      if (!isShown.current) return
      const place = shown.slice.findIndex((slice) => slice.code === code)
      await show({ place: Math.max(place, 0), label, known }, remainingCoin)
    } catch (fault) {
      fail(faultText(fault))
    }
  }

  function settle(): void {
    isBusy.current = false
    setState({ stage: 'still' })
  }

  return { state, spin, settle }
}

type SpinInput = { commitment: string; clientSeed: string }
type SpinDeps = {
  queries: QueryStore
  language: Language
  isShown: RefObject<boolean>
  shown: ActiveWheel
}

/** Null if the member has left in the meantime, or has not seen these odds yet: nothing is spent. */
async function draw({ queries, language, isShown, shown }: SpinDeps) {
  let refused: SpinInput | null = null
  for (;;) {
    const isAgain = refused !== null
    const { activeSpinwheel, commitment } = await settledSetup(queries, language, { isAgain })
    if (!isShown.current || JSON.stringify(activeSpinwheel) !== JSON.stringify(shown)) return null
    if (refused && !(await wasUsedUp(refused))) return 'thrown-away'
    // The server knows a seed once it was sent, but has to commit before it knows the seed, so each attempt adds a new
    // one.
    const clientSeed = randomKey()
    const answer = await callOnce('POST /api/spinwheel/spin', {
      clientSeed,
      ...(commitment && { commitment }),
    })
    // Another tab may have closed this commitment; the next one is read and spun under, once.
    if (isAgain || answer.error !== 'KEY_INVALID' || !commitment)
      return { answer, commitment, clientSeed }
    refused = { commitment, clientSeed }
  }
}

/** A draw must not be repeated after it was seen: a refused commitment must show the spins that it was used for. */
async function wasUsedUp(sent: SpinInput): Promise<boolean> {
  try {
    return wasUsedByOthers(await readReveal(sent.commitment), sent)
  } catch (fault) {
    if (fault instanceof CallFault && fault.code === 'NO_DATA') return false
    throw fault
  }
}

function useIsShown(): RefObject<boolean> {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => void (isShown.current = false)
  }, [])
  return isShown
}

async function knownPrizes(queries: QueryStore, language: Language): Promise<PrizeWin['known']> {
  const listed = queries.ensureQueryData(couponsQuery(language)).catch(() => undefined)
  const prizes = await Promise.race([listed, pause(listWaitMs)])
  return prizes ? new Set(prizes.map(({ _id }) => _id)) : null
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
