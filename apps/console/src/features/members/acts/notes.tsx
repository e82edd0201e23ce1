import { noteLengthMax } from '@kapao/contract/console/limits'
import type { Member } from '@kapao/contract/console/members'
import { useMutation } from '@tanstack/react-query'
import { useText } from '#core/i18n.tsx'
import { useDraft } from '#core/page/draft.ts'
import { readAgain } from '#core/queries.ts'
import { act } from '#core/send.ts'
import { FaultNote } from '#ui/feedback/notes.tsx'
import { Button } from '#ui/form/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Time } from '#ui/show/time.tsx'
import { Quote } from '#shared/facts/as-written.tsx'
import { useFaultText } from '#shared/faults/fault-text.ts'
import { useRight } from '#shared/me.ts'
import { Card } from '../one/cards.tsx'
import shared from '#shared/shared.module.css'

/** Notes about a member, from operators for operators. */
export function Notes({ member }: { member: Member }) {
  const text = useText()
  const faultText = useFaultText()
  const mayWrite = useRight('members.note')
  const { memberId } = member
  const [words, write] = useDraft(`note ${memberId}`)
  const note = useMutation({
    mutationFn: () => act('POST /api/console/members/note', memberId, { memberId, text: words }),
    onSuccess: () => {
      write('')
      void readAgain(
        'GET /api/console/members/one/{memberId}',
        'GET /api/console/members/timeline/{memberId}',
      )
    },
  })
  return (
    <Card title={text.members.notes}>
      {member.notes.length === 0 && <p className={shared.dim}>{text.members.noNotes}</p>}
      {member.notes.map(({ at, by, text: words }) => (
        <div key={`${at} ${by}`}>
          <p>
            <Quote words={words} />
          </p>
          <p className={shared.dim}>
            {by} · <Time at={at} />
          </p>
        </div>
      ))}
      {mayWrite && (
        <>
          <Field
            label={text.members.noteLabel}
            value={words}
            onChange={write}
            isLong
            maxLength={noteLengthMax}
          />
          {note.error && <FaultNote>{faultText(note.error)}</FaultNote>}
          <Button
            isDisabled={words.trim() === ''}
            isBusy={note.isPending}
            onPress={() => note.mutate()}
          >
            {text.members.addNote}
          </Button>
        </>
      )}
    </Card>
  )
}
