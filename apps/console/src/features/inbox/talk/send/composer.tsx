import { chatTextLengthMax, type Language } from '@kapao/contract/limits'
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
import { useFaultText } from '#shared/faults/fault-text.ts'
import styles from '../talk.module.css'
import { AttachButton } from './attach-button.tsx'
import { CannedDialog } from './canned-dialog.tsx'
import { FileTray } from './file-tray.tsx'
import send from './send.module.css'
import { useFiles } from './use-files.ts'

const typingEveryMs = 3_000

function readTalks(): void {
  void readAgain(
    'GET /api/console/talks/{talk}',
    'GET /api/console/inbox/{box}',
    'GET /api/console/work/counts',
  )
}

/** Text and files stay here until the server has them; files are sent first. */
function useSending(talk: string) {
  const [words, write] = useDraft(`answer ${talk}`)
  const files = useFiles(talk)
  const answer = useMutation({
    mutationFn: (words: string) =>
      act('POST /api/console/talks/answer', talk, { talk, text: words }),
    onSuccess: () => {
      write('')
      readTalks()
    },
  })
  const isBusy = answer.isPending || files.sending.isPending
  const isEmpty = words.trim() === '' && files.chosen.length === 0
  const sendWords = (): void => {
    if (words.trim() !== '') answer.mutate(words.trim())
  }
  const sendAll = (): void => {
    if (isBusy || isEmpty) return
    if (files.chosen.length === 0) return sendWords()
    files.send(files.chosen, (isLast) => {
      readTalks()
      if (isLast) sendWords()
    })
  }
  return { words, write, files, answer, isBusy, isEmpty, sendAll }
}

type Props = {
  talk: string
  /** In which the customer writes. */
  language: Language
}

export function Composer({ talk, language }: Props) {
  const text = useText()
  const faultText = useFaultText()
  const { words, write, files, answer, isBusy, isEmpty, sendAll } = useSending(talk)
  const [isChoosing, setChoosing] = useState(false)
  const type = useTyping(talk, write)
  return (
    <form
      className={styles.composer}
      data-answer=""
      onSubmit={(event) => {
        event.preventDefault()
        sendAll()
      }}
    >
      <FileTray {...files} />
      <Field
        label={text.inbox.answer}
        hint={text.inbox.sendKeys}
        value={words}
        onChange={type}
        onEnter={sendAll}
        isLong
        maxLength={chatTextLengthMax}
      />
      {answer.error && (
        <FaultNote>{isOpen(answer.error) ? text.inbox.notSent : faultText(answer.error)}</FaultNote>
      )}
      <div className={styles.actions}>
        <div className={send.tools}>
          <AttachButton onChoose={files.add} />
          <Button onPress={() => setChoosing(true)}>{text.inbox.canned}</Button>
        </div>
        <Button type="submit" look="primary" isBusy={isBusy} isDisabled={isEmpty}>
          {files.sending.error ? text.inbox.files.again : text.inbox.send}
        </Button>
      </div>
      {isChoosing && (
        <CannedDialog
          talk={talk}
          usual={language}
          onChoose={write}
          onClose={() => setChoosing(false)}
        />
      )}
    </form>
  )
}

function useTyping(talk: string, write: (words: string) => void): (next: string) => void {
  const reportedAt = useRef(0)
  return (next) => {
    write(next)
    if (nowMs() - reportedAt.current < typingEveryMs || next === '') return
    reportedAt.current = nowMs()
    call('POST /api/console/talks/typing', { talk }).catch(() => undefined)
  }
}
