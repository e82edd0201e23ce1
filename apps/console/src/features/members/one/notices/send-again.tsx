import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { readAgain } from '#core/queries.ts'
import { call } from '#core/send.ts'
import { FaultNote } from '#ui/feedback/notes.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { Button } from '#ui/form/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { useFaultText } from '#shared/faults/fault-text.ts'
import type { MemberNoticesText } from './notices-text.ts'

type Props = { delivery: string; text: MemberNoticesText }

/** Has what certainly was not sent tried once more, with the reason. */
export function SendAgain({ delivery, text }: Props) {
  const [why, setWhy] = useState<string | null>(null)
  const faultText = useFaultText()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (reason: string) =>
      call('POST /api/console/notices/again/{delivery}', { delivery, why: reason }),
    onSuccess: () => {
      setWhy(null)
      showToast(text.asked)
    },
    onSettled: () => readAgain('GET /api/console/notices/list'),
  })
  if (why === null)
    return (
      <Button look="quiet" onPress={() => setWhy('')}>
        {text.again}
      </Button>
    )
  return (
    <>
      <Field label={text.why} value={why} onChange={setWhy} maxLength={500} />
      {error && <FaultNote>{faultText(error)}</FaultNote>}
      <Button isBusy={isPending} isDisabled={why.trim() === ''} onPress={() => mutate(why)}>
        {text.again}
      </Button>
    </>
  )
}
