import type { ConsoleCallInput, ConsoleCallOutput } from '@kapao/contract/console/calls'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'

export const previewCall = 'POST /api/console/preview'
export type PreviewWish = ConsoleCallInput<typeof previewCall>
export type PreviewAnswers = ConsoleCallOutput<typeof previewCall>

/** What a frame is given to draw; another number is another drawing. */
export type FrameOrder = Pick<PreviewAnswers, 'page' | 'answers' | 'code'> &
  Pick<PreviewWish, 'screen' | 'language'> & { number: number }

/** A frame that says nothing for so long is not there. */
const patienceMs = 5_000

export type FrameState = 'drawing' | 'drawn' | 'silent'

type Frame = {
  state: FrameState
  /** Set on the frame's element; another key loads it again. */
  element: RefObject<HTMLIFrameElement | null>
  round: number
  again: () => void
}

/** Gives a frame what to draw once it is ready, and knows whether it has. */
export function useFrame(order: FrameOrder | null, onCut: (cut: readonly string[]) => void): Frame {
  const element = useRef<HTMLIFrameElement>(null)
  const [round, setRound] = useState(0)
  const [isReady, setReady] = useState(false)
  const [drawn, setDrawn] = useState<number | null>(null)
  const [late, setLate] = useState<string | null>(null)
  const number = order?.number ?? null
  // Of each drawing, and of the frame itself, which may not be built.
  const awaited = `${round} ${isReady} ${number}`
  const isDrawn = isReady && number !== null && drawn === number
  const isAwaited = !isReady || (number !== null && !isDrawn)

  const receive = useEffectEvent((event: MessageEvent<unknown>) => {
    // It has no origin; any other window may say what it likes.
    if (event.source !== element.current?.contentWindow || event.origin !== 'null') return
    const said = reportIn(event.data)
    if (said?.kind === 'ready') setReady(true)
    if (said?.kind !== 'drawn') return
    setDrawn(said.number)
    if (said.number === number) onCut(said.cut)
  })
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => receive(event)
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])

  useEffect(() => {
    // A frame without origin cannot be named; nothing in it is a secret.
    if (isReady && order)
      element.current?.contentWindow?.postMessage({ kind: 'show', ...order }, '*')
  }, [isReady, order])

  useEffect(() => {
    if (!isAwaited) return
    const timer = setTimeout(() => setLate(awaited), patienceMs)
    return () => clearTimeout(timer)
  }, [isAwaited, awaited])

  const isLate = isAwaited && late === awaited
  return {
    state: isDrawn ? 'drawn' : isLate ? 'silent' : 'drawing',
    element,
    round,
    again: () => {
      setReady(false)
      setDrawn(null)
      setRound(round + 1)
    },
  }
}

type Report = { kind: 'ready' } | { kind: 'drawn'; number: number; cut: string[] }

function reportIn(data: unknown): Report | null {
  const said = data as Partial<Extract<Report, { kind: 'drawn' }>> | null
  if ((said as Report | null)?.kind === 'ready') return { kind: 'ready' }
  if (said?.kind !== 'drawn' || typeof said.number !== 'number') return null
  const cut = Array.isArray(said.cut) ? said.cut.filter((text) => typeof text === 'string') : []
  return { kind: 'drawn', number: said.number, cut }
}
