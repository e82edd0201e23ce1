import { acceptedTypes, findUnfit, type Unfit } from '@kapao/contract/attachment'
import { chatTextLengthMax } from '@kapao/contract/limits'
import {
  useId,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { useChatText } from '../text/chat-text.ts'
import type { ChatDraft } from '#shared/chat-draft.ts'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { useChat } from '../chat-context.tsx'
import { AttachmentTray } from './attachment-tray.tsx'
import styles from './composer.module.css'
import { clipIcon, sendIcon } from './icons.ts'
import { useGrowing } from './use-growing.ts'

/** Writes and sends a message or a file. */
export function Composer({ draft }: { draft: ChatDraft | null }) {
  const text = useChatText()
  const chat = useChat()
  const { words, setWords, file, setFile } = useDraft(draft)
  const [unfit, setUnfit] = useState<Unfit | null>(null)
  const field = useGrowing(words)
  const isEmpty = words.trim() === '' && file === null

  function choose(chosen: File | undefined): void {
    if (!chosen) return
    const found = findUnfit(chosen)
    setUnfit(found)
    setFile(found ? null : chosen)
    field.current?.focus()
  }
  function send(): void {
    if (isEmpty || words.length > chatTextLengthMax) return
    if (file) chat.addFile(file)
    if (words.trim() !== '') chat.add({ message_type: 'text', payload: { message: words.trim() } })
    setFile(null)
    setUnfit(null)
    setWords('')
  }
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {file && (
        <AttachmentTray
          key={`${file.name} ${file.size} ${file.lastModified}`}
          file={file}
          onDrop={() => setFile(null)}
        />
      )}
      <p className={styles.unfit} role="alert">
        {unfit?.kind === 'unsupported' && text.attachment.unsupported}
        {unfit?.kind === 'too-large' && text.attachment.tooLarge(unfit.megabytes)}
      </p>
      <div className={styles.bar}>
        <FileChooser onChoose={choose} />
        <MessageField
          field={field}
          words={words}
          onWords={(next) => {
            setWords(next)
            if (next.trim() !== '') chat.sendTyping()
          }}
          onSend={send}
          onFile={choose}
        />
        <button
          type="submit"
          className={styles.send}
          aria-label={text.composer.send}
          aria-disabled={isEmpty}
        >
          <Icon path={sendIcon} />
        </button>
      </div>
      {words !== '' && (
        <p className={styles.counter}>{text.composer.counter(words.length, chatTextLengthMax)}</p>
      )}
    </form>
  )
}

/** What is being written; it begins with what was handed over, if anything was. */
function useDraft(draft: ChatDraft | null) {
  const [words, setWords] = useState(draft?.words ?? '')
  const [file, setFile] = useState<File | null>(() =>
    draft?.file && findUnfit(draft.file) === null ? draft.file : null,
  )
  return { words, setWords, file, setFile }
}

/** The browser's own file input cannot be styled; a button stands in for it. */
function FileChooser({ onChoose }: { onChoose: (file: File | undefined) => void }) {
  const label = useChatText().composer.attach
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={chooser}
        className={styles.chooser}
        type="file"
        tabIndex={-1}
        aria-label={label}
        accept={acceptedTypes}
        onChange={({ currentTarget }) => {
          onChoose(currentTarget.files?.[0])
          // Allows choosing the same file again.
          currentTarget.value = ''
        }}
      />
      <button
        type="button"
        className={styles.attach}
        aria-label={label}
        onClick={() => chooser.current?.click()}
      >
        <Icon path={clipIcon} />
      </button>
    </>
  )
}

type MessageFieldProps = {
  field: RefObject<HTMLTextAreaElement | null>
  words: string
  onWords: (words: string) => void
  onSend: () => void
  onFile: (file: File) => void
}

function MessageField({ field, words, onWords, onSend, onFile }: MessageFieldProps) {
  const text = useChatText().composer
  const id = useId()

  function press(event: KeyboardEvent): void {
    const { key, shiftKey, ctrlKey, altKey, metaKey, nativeEvent } = event
    // During input composition, Enter belongs to the keyboard.
    if (key !== 'Enter' || nativeEvent.isComposing) return
    if (shiftKey || ctrlKey || altKey || metaKey) return
    event.preventDefault()
    onSend()
  }
  function paste(event: ClipboardEvent): void {
    const [pasted] = event.clipboardData.files
    if (!pasted) return
    event.preventDefault()
    onFile(pasted)
  }
  return (
    <>
      <label className={styles.hidden} htmlFor={id}>
        {text.label}
      </label>
      <textarea
        ref={field}
        id={id}
        className={styles.field}
        rows={1}
        maxLength={chatTextLengthMax}
        placeholder={text.hint}
        enterKeyHint="send"
        autoComplete="off"
        value={words}
        onChange={({ currentTarget }) => onWords(currentTarget.value)}
        onKeyDown={press}
        onPaste={paste}
      />
    </>
  )
}
