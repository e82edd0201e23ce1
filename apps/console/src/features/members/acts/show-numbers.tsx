import { useMutation } from '@tanstack/react-query'
import { useText } from '#core/i18n.tsx'
import { call } from '#core/send.ts'
import { FaultNote, WaitNote } from '#ui/feedback/notes.tsx'
import { Button } from '#ui/form/button.tsx'
import { useFaultText } from '#shared/faults/fault-text.ts'
import { useRight } from '#shared/me.ts'

/** Numbers are masked until an operator asks for them, which is audited; they are never cached. */
export function ShowNumbers({ memberId }: { memberId: string }) {
  const text = useText()
  const faultText = useFaultText()
  const mayShow = useRight('members.show')
  const shown = useMutation({
    mutationFn: () => call('POST /api/console/members/show', { memberId }),
    gcTime: 0,
  })
  if (!mayShow) return null
  if (shown.data) {
    const { name, phone, account } = shown.data
    return (
      <WaitNote>
        {name} · {phone} · {account} — {text.members.shown}
      </WaitNote>
    )
  }
  return (
    <>
      {shown.error && <FaultNote>{faultText(shown.error)}</FaultNote>}
      <Button isBusy={shown.isPending} onPress={() => shown.mutate()}>
        {text.members.show}
      </Button>
    </>
  )
}
