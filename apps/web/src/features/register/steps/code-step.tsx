import { otpLength } from '@kapao/contract/limits'
import { useEffect, useRef, type RefObject } from 'react'
import { useFaultText } from '#core/calls/fault-text.ts'
import { useSending } from '#core/calls/use-sending.ts'
import { useVisitorText } from '#core/i18n.tsx'
import { CodeField, useCode, type SentCode } from '#shared/code-field.tsx'
import type { Proof } from '#shared/puzzle/solve.ts'
import { showToast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/button.tsx'
import { Form, FormActions } from '#ui/layout/form.tsx'
import { endDangerToasts } from '#ui/sheet/standing-toasts.ts'
import { sendCode, verifyCode } from './queries.ts'

type CodeStepProps = {
  sent: SentCode
  onSent: (sent: SentCode) => void
  onVerified: (token: string) => void
  onBack: () => void
}

export function CodeStep({ sent, onSent, onVerified, onBack }: CodeStepProps) {
  const text = useVisitorText().form
  const faultText = useFaultText()
  const entry = useCode()
  const { code, refuse } = entry
  const [sending, once] = useSending()
  const tried = useSendingWhenFull(code, () => void once(verify))

  async function verify(): Promise<void> {
    if (code.length < otpLength) return
    tried.current = code
    endDangerToasts()
    try {
      await verifyCode(sent.token, code)
      onVerified(sent.token)
    } catch (error) {
      refuse(error)
      const sentence = faultText(error)
      if (sentence !== null) showToast('danger', sentence)
    }
  }

  /** A phone that this code has verified in a call whose answer was lost needs no other code. */
  async function resend(phone: string, proof: Proof | undefined): Promise<SentCode | null> {
    const fresh = await sendCode(phone, { otpToken: sent.token, proof })
    if (fresh === null) onVerified(sent.token)
    return fresh
  }

  return (
    <Form onSubmit={() => void once(verify)}>
      <CodeField purpose="register" entry={entry} sent={sent} resend={resend} onSent={onSent} />
      <FormActions>
        <Button kind="secondary" onClick={onBack}>
          {text.back}
        </Button>
        <Button submit busy={sending}>
          {text.confirm}
        </Button>
      </FormActions>
    </Form>
  )
}

/**
 * A member who types the last digit has seen all of them; a code filled in at once, from the SMS, is shown for a
 * moment.
 */
const [typedDelayMs, wholeDelayMs] = [300, 1_000]

/** A complete code is submitted automatically, once. Returns the code tried last, for a member who submits sooner. */
function useSendingWhenFull(code: string, send: () => void): RefObject<string> {
  const latest = useRef(send)
  const tried = useRef('')
  const lengthBefore = useRef(0)
  useEffect(() => {
    latest.current = send
  }, [send])

  useEffect(() => {
    const isTyped = lengthBefore.current === otpLength - 1
    lengthBefore.current = code.length
    if (code.length < otpLength) return
    const goOn = (): void => {
      if (tried.current !== code) latest.current()
    }
    const timer = setTimeout(goOn, isTyped ? typedDelayMs : wholeDelayMs)
    return () => clearTimeout(timer)
  }, [code])

  return tried
}
