import { useState } from 'react'
import { readStored, removeStored, writeStored } from '#core/storage.ts'
import type { SentCode } from '#shared/code-field.tsx'
import { sendCode } from './data.ts'

const proofKey = 'otp-proof'

/**
 * The code that is on its way to the phone, and afterwards the token that proves the phone: the server registers it for nobody
 * else. The token lives as long as this tab: a phone may put the page away while its owner looks up their bank account, and
 * no second code shall be needed then.
 */
export function useVerification() {
  const [sent, setSent] = useState<SentCode | null>(null)
  const [proof, setProof] = useState(() => readStored(proofKey, 'session'))

  /** Whether a code must be typed. Going back and forth with the same phone must not send a second message. */
  async function ask(phone: string): Promise<boolean> {
    const fresh = sent?.phone === phone ? sent : await sendCode(phone, proof)
    setSent(fresh)
    return fresh !== null
  }

  /** The code is used up: coming back with this phone asks the server, which knows it is verified. */
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

  return { sent, setSent, proof, ask, keep, drop }
}
