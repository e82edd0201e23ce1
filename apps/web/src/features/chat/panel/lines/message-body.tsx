import { useChatText } from '../../text/chat-text.ts'
import { useChat } from '../../chat-context.tsx'
import type { ChatLine } from '../../story/line.ts'
import { CardRow } from './card-row.tsx'
import { ButtonList } from './chat-button.tsx'
import { LinkedText } from './linked-text.tsx'
import { MediaBody } from './media-body.tsx'
import styles from './lines.module.css'

/** The content of a message, by its kind; a kind added by a later server is shown as unknown. */
export function MessageBody({ line: { message, key } }: { line: ChatLine }) {
  const chat = useChat()
  switch (message.message_type) {
    case 'text':
      return <LinkedText text={message.payload.message} />
    case 'buttons':
      return (
        <>
          <LinkedText text={message.payload.message} />
          <ButtonList buttons={message.payload.buttons} />
        </>
      )
    case 'quick_replies':
      return <LinkedText text={message.payload.message} />
    case 'media':
      return <MediaBody media={message.payload} preview={chat.previewOf(key)} />
    case 'generic':
      return <CardRow cards={message.payloads} />
    case 'postback':
      return <LinkedText text={message.payload.title} />
    default:
      return <UnknownBody />
  }
}

export function UnknownBody() {
  return <p className={styles.quiet}>{useChatText().unknown}</p>
}
