import { useState } from 'react'
import { call } from '#core/api.ts'
import { CallFault } from '#core/calls/fault.ts'
import { useFaultText } from '#core/calls/fault-text.ts'
import { useSending } from '#core/calls/use-sending.ts'
import { showPasskey } from '#core/session/passkey.ts'
import { Button } from '#ui/form/button.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { Form } from '#ui/layout/form.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useProfileText } from '../text/profile-text.ts'

type IdentifySheetProps = { onClose: () => void; onShown: () => void }

/** Asks once more who one is, by the password or a passkey; afterwards what was refused is done. */
export function IdentifySheet({ onClose, onShown }: IdentifySheetProps) {
  const text = useProfileText().identify
  const faultText = useFaultText()
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<unknown>(null)
  const [sending, once] = useSending()

  async function show(given: { password: string } | { passkey: Record<string, unknown> }) {
    setFault(null)
    await call('POST /api/session/identify', given).then(onShown, setFault)
  }

  async function showByPassword(): Promise<void> {
    if (password !== '') await show({ password })
  }

  async function showByPasskey(): Promise<void> {
    // A member who closes the browser's dialog has the password.
    const passkey = await showPasskey().catch((error: unknown) => {
      if (error instanceof CallFault) setFault(error)
      return null
    })
    if (passkey) await show({ passkey })
  }

  return (
    <Sheet title={text.title} onClose={onClose}>
      <Form onSubmit={() => void once(showByPassword)}>
        <p>{text.lead}</p>
        <PasswordField
          label={text.password}
          purpose="current-password"
          error={fault === null ? null : faultText(fault)}
          value={password}
          onChange={(value) => {
            setPassword(value)
            setFault(null)
          }}
        />
        <Button submit busy={sending}>
          {text.confirm}
        </Button>
        {'PublicKeyCredential' in globalThis && (
          <Button kind="secondary" disabled={sending} onClick={() => void once(showByPasskey)}>
            {text.byPasskey}
          </Button>
        )}
      </Form>
    </Sheet>
  )
}
