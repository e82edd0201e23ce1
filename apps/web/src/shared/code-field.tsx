import { otpLength } from '@kapao/contract/limits'
import { useState } from 'react'
import { useCountdown } from '#core/browser/countdown.ts'
import { CallFault } from '#core/calls/fault.ts'
import { useFaultText } from '#core/calls/fault-text.ts'
import { useSending } from '#core/calls/use-sending.ts'
import { useVisitorText } from '#core/i18n.tsx'
import { showToast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/button.tsx'
import { OtpField } from '#ui/form/otp-field.tsx'
import { endDangerToasts } from '#ui/sheet/standing-toasts.ts'
import { PuzzleNote } from './puzzle/puzzle-note.tsx'
import { usePuzzle } from './puzzle/use-puzzle.ts'
import type { Proof, PuzzleFor } from './puzzle/solve.ts'
import styles from './code-field.module.css'

/** A code that is on its way to a phone. */
export type SentCode = { phone: string; reference: string; token: string; resendAt: number }

type CodeFieldProps = {
  purpose: PuzzleFor['purpose']
  code: string
  onCode: (code: string) => void
  sent: SentCode
  resend: (phone: string, proof: Proof | undefined) => Promise<SentCode | null>
  onSent: (sent: SentCode) => void
  /** How many codes were refused so far. */
  refusals: number
}

/** A code as it is typed: one that was refused is of no use in its field any more, one that has not got through is. */
export function useCode() {
  const [code, setCode] = useState('')
  const [refusals, setRefusals] = useState(0)

  function refuse(error: unknown): void {
    if (!(error instanceof CallFault && /^OTP_(?:CODE_INVALID|EXPIRED)$/.test(error.code ?? '')))
      return
    setCode('')
    setRefusals(refusals + 1)
  }

  return { code, setCode, refusals, refuse }
}

/** The code from the SMS with its reference; another one can be asked for after a while. */
export function CodeField(props: CodeFieldProps) {
  const { purpose, code, onCode, sent, resend, onSent, refusals } = props
  const text = useVisitorText().form.code
  const faultText = useFaultText()
  const secondsLeft = Math.ceil(useCountdown(sent.resendAt) / 1000)
  const [sending, once] = useSending()
  const puzzle = usePuzzle()

  async function sendAgain(): Promise<void> {
    endDangerToasts()
    try {
      const { phone } = sent
      const fresh = await puzzle.ask({ phone, purpose }, (proof) => resend(phone, proof))
      if (fresh === null) return
      onCode('')
      onSent(fresh)
      showToast('success', text.sent)
    } catch (error) {
      const sentence = faultText(error)
      if (sentence !== null) showToast('danger', sentence)
    }
  }

  return (
    <div className={styles.block}>
      <p>{text.sentTo(sent.phone)}</p>
      <p className={styles.reference}>
        {text.reference} <strong>{sent.reference}</strong>
      </p>
      <OtpField
        label={text.label}
        length={otpLength}
        value={code}
        onChange={onCode}
        refusals={refusals}
        hint={refusals > 0 && code === '' ? text.wrong : null}
      />
      <Button
        kind="quiet"
        disabled={secondsLeft > 0}
        busy={sending}
        onClick={() => void once(sendAgain)}
      >
        {secondsLeft > 0 ? text.resendIn(secondsLeft) : text.resend}
      </Button>
      <PuzzleNote cancel={puzzle.cancel} />
    </div>
  )
}
