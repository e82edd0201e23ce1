import { useChatText } from '../../text/chat-text.ts'
import { ErrorBoundary } from '#ui/feedback/error-boundary.tsx'
import { timeOf } from '../../story/entries.ts'
import type { ChatLine } from '../../story/line.ts'
import { ButtonList } from './chat-button.tsx'
import { DeliveryNote } from './delivery-note.tsx'
import { MessageBody, UnknownBody } from './message-body.tsx'
import styles from './lines.module.css'

type LineRowProps = {
  line: ChatLine
  isFirstOfGroup: boolean
  isLast: boolean
  isTimed: boolean
  isSeen: boolean
}

/** One line of the history: sender, message, time, and the delivery state of our own. */
export function LineRow({ line, isFirstOfGroup, isLast, isTimed, isSeen }: LineRowProps) {
  const text = useChatText()
  const { sender, message, createdAt, own } = line
  const isOurs = sender === 'customer'
  const isWide = message.message_type === 'generic'
  return (
    <li
      className={`${styles.line} ${isOurs ? styles.mine : styles.theirs}`}
      data-kind={message.message_type}
      data-status={own?.status}
    >
      {isFirstOfGroup && !isOurs && (
        <span className={styles.name} aria-hidden="true">
          {text.from.us}
        </span>
      )}
      <div className={isWide ? styles.wide : styles.bubble}>
        <span className={styles.hidden}>{isOurs ? text.from.you : text.from.us}: </span>
        <ErrorBoundary renderFallback={() => <UnknownBody />}>
          <MessageBody line={line} />
        </ErrorBoundary>
      </div>
      <p className={styles.foot}>
        {createdAt !== null && (isOurs || isTimed) && (
          <time dateTime={createdAt}>{timeOf(createdAt)}</time>
        )}
        {isOurs && createdAt !== null && <span>{isSeen ? text.seen : text.delivery.sent}</span>}
        {own && createdAt === null && (
          <DeliveryNote own={own} isFile={message.message_type === 'media'} />
        )}
      </p>
      {message.message_type === 'quick_replies' && isLast && (
        <ButtonList buttons={message.payload.buttons} row />
      )}
    </li>
  )
}
