import { useEffect, useState } from 'react'
import { call } from '#core/api.ts'
import { CallFault } from '#core/calls/fault.ts'
import { namedField } from '#core/calls/named-field.ts'
import { useFaultText } from '#core/calls/fault-text.ts'
import { useSending } from '#core/calls/use-sending.ts'
import { useText, useVisitorText } from '#core/i18n.tsx'
import { NewPasswordFields } from '#shared/new-password-fields.tsx'
import { Button } from '#ui/form/button.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { Form } from '#ui/layout/form.tsx'
import { NoticeDialog } from '#ui/sheet/notice-dialog.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'

type ChangeState = { state: 'open' } | { state: 'changed' } | { state: 'failed'; fault: unknown }

/** The result dialog is above the sheet, which keeps the input after a failure. */
export function ChangeSheet({ onClose }: { onClose: () => void }) {
  const text = useVisitorText().changePassword
  const close = useText().action.close
  const faultText = useFaultText()
  const [ending, setEnding] = useState<ChangeState>({ state: 'open' })
  useEffect(() => {
    // When the dialog is closed, focuses the field that it was about.
    if (ending.state === 'open')
      document.querySelector<HTMLElement>('dialog form [aria-invalid]')?.focus()
  }, [ending])

  if (ending.state === 'changed')
    return (
      <NoticeDialog
        kind="success"
        title={text.done}
        sentence={text.doneLead}
        close={close}
        onClose={onClose}
      />
    )
  return (
    <Sheet title={text.title} onClose={onClose}>
      <ChangeForm isBehindNotice={ending.state === 'failed'} onEnding={setEnding} />
      {ending.state === 'failed' && (
        <NoticeDialog
          kind="danger"
          title={text.failed}
          sentence={faultText(ending.fault) ?? ''}
          close={close}
          onClose={() => setEnding({ state: 'open' })}
        />
      )}
    </Sheet>
  )
}

type FormProps = { isBehindNotice: boolean; onEnding: (ending: ChangeState) => void }

function ChangeForm({ isBehindNotice, onEnding }: FormProps) {
  const text = useVisitorText().changePassword
  const { form, refusals } = useVisitorText()
  const [current, setCurrent] = useState('')
  const [fresh, setFresh] = useState('')
  const [again, setAgain] = useState('')
  const [differ, setDiffer] = useState(false)
  const [refused, setRefused] = useState(false)
  const [wrong, setWrong] = useState(false)
  const [sending, once] = useSending()

  async function change(): Promise<void> {
    if (current === '' || fresh === '' || again === '') return
    setDiffer(fresh !== again)
    if (fresh !== again) return
    try {
      await call('PUT /api/account/changepwd', { oldPassword: current, newPassword: fresh })
      onEnding({ state: 'changed' })
    } catch (fault) {
      setRefused(namedField(fault) === 'password')
      setWrong(fault instanceof CallFault && fault.code === 'WRONG_PASSWORD')
      onEnding({ state: 'failed', fault })
    }
  }

  return (
    <Form onSubmit={() => void once(change)}>
      <PasswordField
        label={text.current}
        purpose="current-password"
        name="old-password"
        // The dialog shows it first; the same sentence must not be shown twice.
        error={wrong && !isBehindNotice ? refusals.WRONG_PASSWORD : null}
        value={current}
        onChange={(value) => {
          setCurrent(value)
          setWrong(false)
        }}
      />
      <NewPasswordFields
        labels={[text.fresh, text.freshAgain]}
        fresh={fresh}
        again={again}
        differ={differ ? form.newPasswordsDiffer : null}
        refused={refused}
        onFresh={(value) => {
          setFresh(value)
          setRefused(false)
        }}
        onAgain={setAgain}
      />
      <Button submit busy={sending}>
        {text.save}
      </Button>
    </Form>
  )
}
