import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { readAgain } from '#core/queries.ts'
import { call } from '#core/send.ts'
import { FaultNote } from '#ui/feedback/notes.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { Button } from '#ui/form/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { useFaultText } from '#shared/faults/fault-text.ts'
import type { MemberRewardsText } from './en.ts'

type Props = { coupon: string; text: MemberRewardsText }

/** Ends a coupon that was given by mistake, with the reason. */
export function VoidCoupon({ coupon, text }: Props) {
  const [why, setWhy] = useState<string | null>(null)
  const faultText = useFaultText()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (reason: string) => call('POST /api/console/rewards/void', { coupon, why: reason }),
    onSuccess: () => showToast(text.voided),
    onSettled: () => readAgain('GET /api/console/members/rewards/{memberId}'),
  })
  if (why === null)
    return (
      <Button look="quiet" onPress={() => setWhy('')}>
        {text.void}
      </Button>
    )
  return (
    <>
      <Field label={text.why} value={why} onChange={setWhy} />
      {error && <FaultNote>{faultText(error)}</FaultNote>}
      <Button
        look="danger"
        isBusy={isPending}
        isDisabled={why.trim() === ''}
        onPress={() => mutate(why)}
      >
        {text.void}
      </Button>
    </>
  )
}
