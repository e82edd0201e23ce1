import type { Button } from '@kapao/contract/chat'
import { chatTextLengthMax } from '@kapao/contract/limits'
import { phoneAddress, safeWebAddress } from '../../story/addresses.ts'
import { useChat } from '../../chat-context.tsx'
import styles from './lines.module.css'

const titleMax = 255

/** Opens, dials or answers, by its type; one without a safe target is plain text. */
function ChatButton({ button: { title, type, payload } }: { button: Button }) {
  const chat = useChat()
  if (type === 'web' || type === 'call') {
    const address = type === 'web' ? safeWebAddress(payload) : phoneAddress(payload)
    if (address === null) return <span className={styles.inert}>{title}</span>
    const opens = type === 'web' ? { target: '_blank', rel: 'noopener noreferrer nofollow' } : {}
    return (
      <a className={styles.button} href={address} {...opens}>
        {title}
      </a>
    )
  }
  const answer = (): void => {
    if (type === 'postback') {
      const message = (payload ?? '').slice(0, chatTextLengthMax)
      chat.add({
        message_type: 'postback',
        payload: { title: title.slice(0, titleMax), message },
      })
    } else if (title.trim() !== '') {
      chat.add({ message_type: 'text', payload: { message: title.slice(0, chatTextLengthMax) } })
    }
  }
  return (
    <button type="button" className={styles.button} onClick={answer}>
      {title}
    </button>
  )
}

export function ButtonList({
  buttons,
  row = false,
}: {
  buttons: readonly Button[]
  row?: boolean
}) {
  if (buttons.length === 0) return null
  return (
    <div className={row ? styles.row : styles.stack}>
      {buttons.map((button, place) => (
        <ChatButton key={place} button={button} />
      ))}
    </div>
  )
}
