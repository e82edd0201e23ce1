import { chatTextLengthMax } from '@kapao/contract/limits'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useText } from '#core/i18n.tsx'
import { isOpen } from '#core/calls/fault.ts'
import { nowMs } from '#core/page/now.ts'
import { useDraft } from '#core/page/draft.ts'
import { readAgain } from '#core/queries.ts'
import { act, call } from '#core/send.ts'
import { FaultNote } from '#ui/feedback/notes.tsx'
import { Button } from '#ui/form/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { useFaultText } from '#shared/fault-text.ts'
import { CannedDialog } from './canned-dialog.tsx'
import styles from './talk.module.css'

const typingEveryMs = 3_000

function useAnswer(talk: string, onSent: () => void) {
  return useMutation({
    mutationFn: (told: string) => act('POST /api/console/talks/answer', talk, { talk, text: told }),
    onSuccess: () => {
      onSent()
      void readAgain(
        'GET /api/console/talks/{talk}',
        'GET /api/console/inbox/{box}',
        'GET /api/console/work/counts',
      )
    },
  })
}

/** Words stay in the field until the house has them. */
export function Composer({ talk }: { talk: string }) {
  const text = useText()
  const faultText = useFaultText()
  const [words, write] = useDraft(`answer ${talk}`)
  const [isChoosing, setChoosing] = useState(false)
  const toldTyping = useRef(0)
  const answer = useAnswer(talk, () => write(''))
  const send = (): void => {
    if (words.trim() !== '' && !answer.isPending) answer.mutate(words.trim())
  }
  const type = (next: string): void => {
    write(next)
    if (nowMs() - toldTyping.current < typingEveryMs || next === '') return
    toldTyping.current = nowMs()
    call('POST /api/console/talks/typing', { talk }).catch(() => undefined)
  }
  return (
    <form
      className={styles.composer}
      data-answer=""
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Field
        label={text.inbox.answer}
        hint={text.inbox.sendKeys}
        value={words}
        onChange={type}
        onEnter={send}
        isLong
        maxLength={chatTextLengthMax}
      />
      {answer.error && (
        <FaultNote>{isOpen(answer.error) ? text.inbox.notSent : faultText(answer.error)}</FaultNote>
      )}
      <div className={styles.actions}>
        <Button onPress={() => setChoosing(true)}>{text.inbox.canned}</Button>
        <Button
          type="submit"
          look="primary"
          isBusy={answer.isPending}
          isDisabled={words.trim() === ''}
        >
          {text.inbox.send}
        </Button>
      </div>
      {isChoosing && (
        <CannedDialog talk={talk} onChoose={write} onClose={() => setChoosing(false)} />
      )}
    </form>
  )
}
