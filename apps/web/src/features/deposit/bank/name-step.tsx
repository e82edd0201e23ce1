import { isEnglishName } from '@kapao/contract/limits'
import { hasInitials } from '@kapao/contract/names'
import { useState } from 'react'
import { call } from '#core/api.ts'
import { useFaultText } from '#core/calls/fault-text.ts'
import { useSending } from '#core/calls/use-sending.ts'
import { useQueries } from '#core/queries/use-query.tsx'
import { useDepositText } from '../text/deposit-text.ts'
import { showToast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/button.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Form } from '#ui/layout/form.tsx'

type NameStepProps = {
  /** The member's own bank. */
  bankCode: string
  onSaved: () => void
}

/** Replaces the copy button: asks for the member's name as the bank will write it. */
export function NameStep({ bankCode, onSaved }: NameStepProps) {
  const text = useDepositText().bank.name
  const faultText = useFaultText()
  const queries = useQueries()
  const [name, setName] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [isSending, once] = useSending()

  function save(): void {
    if (!isEnglishName(name)) return setWrong(text.error)
    if (hasInitials(name)) return setWrong(text.initials)
    void once(async () => {
      try {
        const bankAccountName = name.trim().replaceAll(/\s+/g, ' ')
        await call('PUT /api/account/bankAccountName', { bankCode, bankAccountName })
        showToast('success', text.saved)
        onSaved()
        void queries.invalidateQueries({ queryKey: ['wallet'] })
      } catch (fault) {
        const sentence = faultText(fault)
        if (sentence !== null) showToast('danger', sentence)
      }
    })
  }

  return (
    <Form onSubmit={save} label={text.label}>
      <p>{text.lead}</p>
      <TextField
        label={text.label}
        hint={text.hint}
        value={name}
        onChange={(typed) => {
          setName(typed)
          setWrong(typed !== '' && !isEnglishName(typed) ? text.error : null)
        }}
        error={wrong}
        uppercase
        autoComplete="name"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={120}
        required
      />
      <Button submit kind="secondary" busy={isSending}>
        {text.save}
      </Button>
    </Form>
  )
}
