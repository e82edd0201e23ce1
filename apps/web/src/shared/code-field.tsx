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
import type { Proof, PuzzleSubject } from './puzzle/solve.ts'
import styles from './code-field.module.css'

/** A code that was sent to a phone. */
export type SentCode = { phone: string; reference: string; token: string; resendAt: number }

type CodeFieldProps = {
  purpose: PuzzleSubject['purpose']
  entry: CodeEntry
  sent: SentCode
  resend: (phone: string, proof: Proof | undefined) => Promise<SentCode | null>
  onSent: (sent: SentCode) => void
}

export type CodeEntry = ReturnType<typeof useCode>

/** The code as typed: a refused one is cleared from its field, one whose call failed is kept. */
export function useCode() {
  const [code, setCode] = useState('')
  const [refusals, setRefusals] = useState(0)
  const [isExpired, setExpired] = useState(false)

  function refuse(error: unknown): void {
    const why = error instanceof CallFault ? error.code : null
    if (why !== 'OTP_CODE_INVALID' && why !== 'OTP_EXPIRED') return
    setCode('')
    setRefusals(refusals + 1)
    setExpired(why === 'OTP_EXPIRED')
  }

  /** Messages about the old code do not apply to a new one. */
  function begin(): void {
    setCode('')
    setRefusals(0)
  }

  return { code, setCode, refusals, isExpired, refuse, begin }
}

/** The code from the SMS with its reference; another one can be requested after a while. */
export function CodeField(props: CodeFieldProps) {
  const { purpose, entry, sent, resend, onSent } = props
  const { code, refusals } = entry
  const { form, refusals: sentences } = useVisitorText()
  const text = form.code
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
      entry.begin()
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
        key={sent.token}
        label={text.label}
        length={otpLength}
        value={code}
        onChange={entry.setCode}
        refusals={refusals}
        error={
          refusals > 0 && code === ''
            ? entry.isExpired
              ? sentences.OTP_EXPIRED
              : text.wrong
            : null
        }
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
