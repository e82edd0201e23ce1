import type { Member } from '@kapao/contract/console/members'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#core/i18n.tsx'
import { useDraft } from '#core/page/draft.ts'
import { readAgain } from '#core/queries.ts'
import { Dialog, DialogActions } from '#ui/dialog/dialog.tsx'
import { FaultNote } from '#ui/feedback/notes.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { Button } from '#ui/form/button.tsx'
import { Check } from '#ui/form/choice.tsx'
import { Field } from '#ui/form/field.tsx'
import { useFaultText } from '#shared/faults/fault-text.ts'
import { useWaitsText } from '#shared/waits.ts'
import { doAct, fieldsOfAct, noFields, type ActName } from './acts.ts'

type Props = { name: ActName; member: Member; onClose: () => void }

export function ActDialog({ name, member, onClose }: Props) {
  const text = useText()
  const faultText = useFaultText()
  const waitsText = useWaitsText()
  const { members, desk, work } = text
  const { memberId } = member
  const [why, setWhy] = useDraft(`act ${name} ${memberId}`)
  const [typed, setTyped] = useState(noFields)
  const fields = fieldsOfAct[name]
  const labels = {
    bankCode: members.bankCode,
    accountNo: members.account,
    accountName: members.accountName,
    deposit: members.deposit,
  }
  const sending = useMutation({
    mutationFn: () => doAct(name, memberId, { ...typed, why }),
    onSuccess: ({ state, ...waits }) => {
      setWhy('')
      showToast(state === 'done' ? members.done : waitsText(waits, work.nowWaits))
      void readAgain(
        'GET /api/console/members/one/{memberId}',
        'GET /api/console/members/timeline/{memberId}',
      )
      onClose()
    },
  })
  const isWhole = why.trim() !== '' && fields.every((field) => typed[field].trim() !== '')
  return (
    <Dialog title={members[name]} onClose={onClose}>
      <p>{members[`${name}Note`]}</p>
      {fields.map((field) => (
        <Field
          key={field}
          label={labels[field]}
          value={typed[field]}
          onChange={(value) => setTyped({ ...typed, [field]: value })}
        />
      ))}
      {name === 'takeback' && (
        <Check isOn={typed.isGone} onChange={(isGone) => setTyped({ ...typed, isGone })}>
          {members.isGone}
        </Check>
      )}
      <Field label={members.why} value={why} onChange={setWhy} isLong maxLength={500} />
      {sending.error && <FaultNote>{faultText(sending.error)}</FaultNote>}
      <DialogActions>
        <Button onPress={onClose}>{desk.cancel}</Button>
        <Button
          look="primary"
          isDisabled={!isWhole}
          isBusy={sending.isPending}
          onPress={() => sending.mutate()}
        >
          {members[name]}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
