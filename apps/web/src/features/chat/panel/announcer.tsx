import { useEffect, useRef, useState } from 'react'
import { useChatText } from '../text/chat-text.ts'
import type { ChatText } from '../text/en.ts'
import type { ChatLine } from '../story/line.ts'
import styles from './history.module.css'

/** Announces new messages to screen readers, but neither those already there nor older ones that are loaded. */
export function Announcer({ lines, isReady }: { lines: readonly ChatLine[]; isReady: boolean }) {
  const text = useChatText()
  const newest = useRef<number | null>(null)
  const [announced, setAnnounced] = useState('')

  useEffect(() => {
    if (!isReady) return
    const last = lines.findLast(({ seq }) => seq !== null)?.seq ?? 0
    const from = newest.current
    newest.current = Math.max(last, from ?? 0)
    if (from === null) return
    const fresh = lines.filter(({ sender, seq }) => sender === 'other' && (seq ?? 0) > from)
    if (fresh.length > 0) setAnnounced(fresh.map((line) => announcementOf(line, text)).join(' '))
  }, [lines, text, isReady])

  return (
    <p className={styles.hidden} aria-live="polite">
      {announced}
    </p>
  )
}

function announcementOf({ message }: ChatLine, text: ChatText): string {
  return `${text.from.us}: ${contentOf(message, text)}`
}

function contentOf(message: ChatLine['message'], text: ChatText): string {
  switch (message.message_type) {
    case 'text':
    case 'buttons':
    case 'quick_replies':
      return message.payload.message
    case 'media':
      return text.media[
        message.payload.fileType === 'image' ? 'picture' : message.payload.fileType
      ](message.payload.name)
    case 'generic':
      return message.payloads.map(({ title }) => title).join(', ')
    case 'postback':
      return message.payload.title
    default:
      return text.unknown
  }
}
