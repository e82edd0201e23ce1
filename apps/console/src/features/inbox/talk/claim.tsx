import type { TalkRow } from '@kapao/contract/console/inbox'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#core/i18n.tsx'
import { isRefused } from '#core/calls/fault.ts'
import { readAgain } from '#core/queries.ts'
import { call } from '#core/send.ts'
import { FaultNote, WaitNote } from '#ui/feedback/notes.tsx'
import { Button } from '#ui/form/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { useFaultText } from '#shared/faults/fault-text.ts'
import { Brief } from './brief.tsx'

/** Whom a guest says to be, found by the phone that they have named. */
export function Claim({ talk: { talk, claims } }: { talk: TalkRow }) {
  const { claim } = useText().inbox
  const faultText = useFaultText()
  const [phone, setPhone] = useState('')
  const join = useMutation({
    mutationFn: (named: string | null) =>
      call('POST /api/console/talks/join', { talk, phone: named }),
    onSuccess: () => {
      setPhone('')
      void readAgain('GET /api/console/talks/{talk}', 'GET /api/console/inbox/{box}')
    },
  })
  const fault = join.error && (
    <FaultNote>{isRefused(join.error, 'NOT_FOUND') ? claim.none : faultText(join.error)}</FaultNote>
  )
  if (claims)
    return (
      <>
        <WaitNote>{claim.unproven}</WaitNote>
        <Brief memberId={claims.memberId} />
        {fault}
        <Button isBusy={join.isPending} onPress={() => join.mutate(null)}>
          {claim.end}
        </Button>
      </>
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (phone.trim() !== '') join.mutate(phone.trim())
      }}
    >
      <Field label={claim.phone} value={phone} onChange={setPhone} inputMode="tel" />
      {fault}
      <Button type="submit" isBusy={join.isPending} isDisabled={phone.trim() === ''}>
        {claim.find}
      </Button>
    </form>
  )
}
