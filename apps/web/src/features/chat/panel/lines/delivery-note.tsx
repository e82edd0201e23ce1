import { CallFault } from '#core/calls/fault.ts'
import { useFaultText } from '#core/calls/fault-text.ts'
import { useChatText } from '../../text/chat-text.ts'
import { useChat } from '../../chat-context.tsx'
import type { OwnMessage } from '../../story/line.ts'
import styles from './lines.module.css'

/** The state of a message that is not on the server yet, and the actions for it. */
export function DeliveryNote({ own, isFile }: { own: OwnMessage; isFile: boolean }) {
  const { id, status, isWaiting, progress, fault } = own
  const text = useChatText()
  const faultText = useFaultText()
  const chat = useChat()
  // The server checks nothing of a file but its content.
  const isUnusable = isFile && fault instanceof CallFault && fault.code === 'KEY_INVALID'
  const isBlocked = fault instanceof CallFault && fault.code === 'CHAT_BLOCKED'
  const why = isUnusable
    ? text.attachment.unsupported
    : isBlocked
      ? text.refusals.CHAT_BLOCKED(fault.againAtMs)
      : faultText(fault)
  const isStuck = status === 'failed' || isWaiting

  return (
    <>
      <span className={status === 'failed' ? styles.failed : undefined}>
        {status === 'uploading_file' && text.delivery.uploading(progress)}
        {status === 'sending' && (isWaiting ? text.delivery.waiting : text.delivery.sending)}
        {status === 'failed' && (
          <>
            {text.delivery.failed}
            {fault !== null && `: ${why ?? ''}`}
          </>
        )}
      </span>
      {status === 'uploading_file' && (
        <>
          <progress className={styles.progress} max={100} value={progress} />
          <button type="button" className={styles.act} onClick={() => chat.remove(id)}>
            {text.cancel}
          </button>
        </>
      )}
      {isStuck && (
        <>
          <button type="button" className={styles.act} onClick={() => chat.retry(id)}>
            {text.again}
          </button>
          <button type="button" className={styles.act} onClick={() => chat.remove(id)}>
            {text.remove}
          </button>
        </>
      )}
    </>
  )
}
