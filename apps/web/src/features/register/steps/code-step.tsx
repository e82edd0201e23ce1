import { otpLength } from '@kapao/contract/limits'
import { useState } from 'react'
import { useFaultText } from '#core/calls/fault-text.ts'
import { useSending } from '#core/calls/use-sending.ts'
import { useVisitorText } from '#core/i18n.tsx'
import { CodeField, type SentCode } from '#shared/code-field.tsx'
import type { Proof } from '#shared/puzzle/use-puzzle.ts'
import { showToast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/button.tsx'
import { Form, FormActions } from '#ui/layout/form.tsx'
import { sendCode, verifyCode } from './data.ts'

type CodeStepProps = {
  sent: SentCode
  onSent: (sent: SentCode) => void
  onVerified: (token: string) => void
  onBack: () => void
}

export function CodeStep({ sent, onSent, onVerified, onBack }: CodeStepProps) {
  const text = useVisitorText().form
  const faultText = useFaultText()
  const [code, setCode] = useState('')
  const [sending, once] = useSending()

  async function verify(): Promise<void> {
    if (code.length < otpLength) return
    try {
      await verifyCode(sent.token, code)
      onVerified(sent.token)
    } catch (error) {
      const sentence = faultText(error)
      if (sentence !== null) showToast('danger', sentence)
    }
  }

  /** A phone that this code has verified, with an answer that was lost, needs no other one. */
  async function resend(phone: string, proof: Proof | undefined): Promise<SentCode | null> {
    const fresh = await sendCode(phone, { otpToken: sent.token, proof })
    if (fresh === null) onVerified(sent.token)
    return fresh
  }

  return (
    <Form onSubmit={() => void once(verify)}>
      <CodeField
        purpose="register"
        code={code}
        onCode={setCode}
        sent={sent}
        resend={resend}
        onSent={onSent}
      />
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
