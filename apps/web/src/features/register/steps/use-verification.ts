import { otpLifetimeMs, otpResendDelayMs } from '@kapao/contract/limits'
import { useState } from 'react'
import { momentAfter } from '#core/browser/countdown.ts'
import { readStored, removeStored, writeStored } from '#core/storage.ts'
import type { SentCode } from '#shared/code-field.tsx'
import { usePuzzle } from '#shared/puzzle/use-puzzle.ts'
import type { Proof } from '#shared/puzzle/solve.ts'
import { sendCode } from './queries.ts'

const proofKey = 'otp-proof'
const sentKey = 'otp-sent'

/**
 * The code sent to the phone, and afterwards the token that proves the phone: the server accepts it for this phone
 * only. The token is kept as long as this tab: a phone may discard the page while its owner looks up their bank
 * account, and no second code must be needed then. The sent code is kept as well, while it is valid, because it is read
 * in another app.
 */
export function useVerification() {
  const puzzle = usePuzzle()
  const [sent, showSent] = useState(readSent)
  const [proof, setProof] = useState(() => readStored(proofKey, 'session'))

  function setSent(fresh: SentCode | null): void {
    if (fresh === null) removeStored(sentKey, 'session')
    else writeStored(sentKey, JSON.stringify(fresh), 'session')
    showSent(fresh)
  }

  /**
   * Resolves with whether a code must be typed. Going back and forth with the same phone must not send a second
   * message.
   */
  async function ask(phone: string): Promise<boolean> {
    const send = (solved: Proof | undefined) => sendCode(phone, { otpToken: proof, proof: solved })
    const about = { phone, purpose: 'register' } as const
    const fresh = sent?.phone === phone ? sent : await puzzle.ask(about, send)
    setSent(fresh)
    return fresh !== null
  }

  /** The code is used up: returning with this phone asks the server, which knows that it is verified. */
  function keep(token: string): void {
    setSent(null)
    writeStored(proofKey, token, 'session')
    setProof(token)
  }

  function drop(): void {
    setSent(null)
    removeStored(proofKey, 'session')
    setProof(null)
  }

  return { sent, setSent, proof, ask, keep, drop, cancelPuzzle: puzzle.cancel }
}

/** Null if no code was sent, or if it has expired. */
function readSent(): SentCode | null {
  try {
    const sent = JSON.parse(readStored(sentKey, 'session') ?? 'null') as SentCode | null
    const age = otpResendDelayMs - (sent?.resendAt ?? 0)
    return momentAfter(age) < otpLifetimeMs ? sent : null
  } catch {
    return null
  }
}
