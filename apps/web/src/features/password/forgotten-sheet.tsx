import { otpLength, otpResendDelayMs } from '@kapao/contract/limits'
import { useState } from 'react'
import { call } from '#core/api.ts'
import { momentAfter } from '#core/browser/countdown.ts'
import { namedField } from '#core/calls/named-field.ts'
import { useFaultText } from '#core/calls/fault-text.ts'
import { useSending } from '#core/calls/use-sending.ts'
import { useText, useVisitorText } from '#core/i18n.tsx'
import { CodeField, useCode, type SentCode } from '#shared/code-field.tsx'
import { NewPasswordFields } from '#shared/new-password-fields.tsx'
import { PuzzleNote } from '#shared/puzzle/puzzle-note.tsx'
import { usePuzzle } from '#shared/puzzle/use-puzzle.ts'
import type { Proof } from '#shared/puzzle/solve.ts'
import { showToast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/button.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Form } from '#ui/layout/form.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { endDangerToasts } from '#ui/sheet/standing-toasts.ts'

type ForgottenSheetProps = { phone: string; onClose: () => void }

/** A new password for a member who proves the registered phone. */
export function ForgottenSheet({ phone: typedPhone, onClose }: ForgottenSheetProps) {
  const text = useVisitorText().password
  const [sent, setSent] = useState<SentCode | null>(null)
  return (
    <Sheet title={text.forgotten} onClose={onClose}>
      {sent === null ? (
        <PhoneForm typedPhone={typedPhone} onSent={setSent} />
      ) : (
        <ResetForm sent={sent} onSent={setSent} onDone={onClose} />
      )}
    </Sheet>
  )
}

async function sendCode(phone: string, proof: Proof | undefined): Promise<SentCode> {
  const answer = await call('POST /api/account/password/forgot', { phoneNumber: phone, proof })
  const { otpRef: reference, otpToken: token } = answer
  return { phone, reference, token, resendAt: momentAfter(otpResendDelayMs) }
}

function PhoneForm({
  typedPhone,
  onSent,
}: {
  typedPhone: string
  onSent: (sent: SentCode) => void
}) {
  const text = useVisitorText()
  const login = useText().login
  const faultText = useFaultText()
  const [phone, setPhone] = useState(typedPhone)
  const [fault, setFault] = useState<unknown>(null)
  const puzzle = usePuzzle()
  const [sending, once] = useSending()

  async function send(): Promise<void> {
    if (phone === '') return
    setFault(null)
    const about = { phone, purpose: 'password' } as const
    await puzzle.ask(about, (proof) => sendCode(phone, proof)).then(onSent, setFault)
  }

  return (
    <Form onSubmit={() => void once(send)}>
      <TextField
        label={login.phone}
        hint={text.password.phoneHint}
        error={fault === null ? null : faultText(fault)}
        type="tel"
        name="username"
        autoComplete="username"
        value={phone}
        onChange={(value) => {
          setPhone(value)
          setFault(null)
        }}
      />
      <Button submit busy={sending}>
        {text.password.sendCode}
      </Button>
      <PuzzleNote cancel={puzzle.cancel} />
    </Form>
  )
}

type ResetFormProps = { sent: SentCode; onSent: (sent: SentCode) => void; onDone: () => void }

function ResetForm({ sent, onSent, onDone }: ResetFormProps) {
  const text = useVisitorText()
  const faultText = useFaultText()
  const entry = useCode()
  const { code, refuse } = entry
  const [fresh, setFresh] = useState('')
  const [again, setAgain] = useState('')
  const [differ, setDiffer] = useState(false)
  const [refused, setRefused] = useState(false)
  const [sending, once] = useSending()

  async function save(): Promise<void> {
    endDangerToasts()
    if (code.length < otpLength || fresh === '' || again === '') return
    setDiffer(fresh !== again)
    if (fresh !== again) return
    const input = { otpToken: sent.token, otpCode: code, newPassword: fresh }
    try {
      await call('POST /api/account/password/reset', input)
      onDone()
      showToast('success', text.password.changed)
    } catch (error) {
      setRefused(namedField(error) === 'password')
      refuse(error)
      const sentence = faultText(error)
      if (sentence !== null) showToast('danger', sentence)
    }
  }

  return (
    <Form onSubmit={() => void once(save)}>
      <CodeField purpose="password" entry={entry} sent={sent} resend={sendCode} onSent={onSent} />
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={sent.phone}
        readOnly
        hidden
      />
      <NewPasswordFields
        labels={[text.password.fresh, text.password.freshAgain]}
        fresh={fresh}
        again={again}
        differ={differ ? text.form.newPasswordsDiffer : null}
        refused={refused}
        onFresh={(value) => {
          setFresh(value)
          setDiffer(false)
          setRefused(false)
        }}
        onAgain={(value) => {
          setAgain(value)
          setDiffer(false)
        }}
      />
      <Button submit busy={sending}>
        {text.password.save}
      </Button>
    </Form>
  )
}
