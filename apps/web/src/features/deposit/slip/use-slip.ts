import { useCallback, useEffect, useRef, useState } from 'react'
import { useFaultText } from '#core/calls/fault-text.ts'
import { useQueries } from '#core/queries/use-query.tsx'
import { showToast } from '#ui/feedback/toast.ts'
import { readSlip, type SlipLook } from './read-slip.ts'
import { codesSent, sendSlip } from './send-slip.ts'

type Readable = Extract<SlipLook, { picture: Blob }>
export type Unreadable = Exclude<SlipLook, Readable>

export type SlipStage =
  | { stage: 'empty'; problem: Unreadable['look'] | null }
  | { stage: 'reading' }
  | { stage: 'chosen'; look: Readable; preview: string }
  | { stage: 'sending'; look: Readable; preview: string; percent: number }
  | { stage: 'sent'; reference: string; preview: string | null }

const nothing: SlipStage = { stage: 'empty', problem: null }

export type SlipUpload = {
  now: SlipStage
  choose: (file: Blob) => void
  send: () => void
  /** Stops an upload and returns to the picture. */
  cancel: () => void
  reset: () => void
  /** Shows the outcome of a slip that was sent before, unless the member is busy with another one. */
  follow: (reference: string) => void
}

/** A slip, from choosing a picture to the reference under which it is checked. */
export function useSlip(): SlipUpload {
  const [now, setNow] = useState<SlipStage>(nothing)
  const previews = usePreviews()
  const queries = useQueries()
  const faultText = useFaultText()
  /** Of two pictures chosen quickly the later one counts. */
  const round = useRef(0)
  const upload = useRef<AbortController | null>(null)
  useEffect(() => () => upload.current?.abort(), [])

  async function choose(file: Blob): Promise<void> {
    const mine = (round.current += 1)
    setNow({ stage: 'reading' })
    const look = await readSlip(file, codesSent())
    if (mine !== round.current) return
    setNow(
      'picture' in look
        ? { stage: 'chosen', look, preview: previews.show(look.picture) }
        : { stage: 'empty', problem: look.look },
    )
  }

  async function send(): Promise<void> {
    if (now.stage !== 'chosen') return
    const { look, preview } = now
    const stop = new AbortController()
    upload.current = stop
    const onProgress = (share: number): void =>
      setNow({ stage: 'sending', look, preview, percent: Math.floor(share * 100) })
    onProgress(0)
    try {
      const { reference } = await sendSlip(look, { onProgress, signal: stop.signal })
      setNow({ stage: 'sent', reference, preview })
      void queries.invalidateQueries({ queryKey: ['deposits'] })
    } catch (fault) {
      setNow({ stage: 'chosen', look, preview })
      const sentence = faultText(fault)
      if (sentence !== null) showToast('danger', sentence)
    }
  }

  const follow = useCallback(
    (reference: string) =>
      setNow((at) => (at === nothing ? { stage: 'sent', reference, preview: null } : at)),
    [],
  )

  return {
    now,
    choose: (file) => void choose(file),
    send: () => void send(),
    cancel: () => upload.current?.abort(),
    reset: () => {
      round.current += 1
      setNow(nothing)
    },
    follow,
  }
}

/** One object URL at a time for a picture of this device, revoked when it is no longer shown. */
function usePreviews(): { show: (picture: Blob) => string } {
  const shown = useRef<string | null>(null)
  const drop = (): void => {
    if (shown.current !== null) URL.revokeObjectURL(shown.current)
    shown.current = null
  }
  useEffect(() => drop, [])
  return {
    show: (picture) => {
      drop()
      shown.current = URL.createObjectURL(picture)
      return shown.current
    },
  }
}
