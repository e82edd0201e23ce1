import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { call } from '#core/api.ts'
import { onPush } from '#core/live/pushes.ts'
import { useQueries, useQuery } from '#core/queries/use-query.tsx'
import { paths } from '#shared/paths.ts'
import { useChatText } from '../../../features/chat/text/chat-text.ts'
import styles from './contact-mark.module.css'

const unreadKey = ['chat', 'unread'] as const
const unreadMax = 9

/** The number of unread answers, at the menu's entry for contact: answers find the member on every screen. */
export function ContactMark() {
  const queries = useQueries()
  const { data: unread = 0 } = useQuery({ queryKey: unreadKey, queryFn: loadUnread })
  useEffect(
    () =>
      onPush((pushed) => {
        // Also pushed while somebody types, which changes no number.
        if (pushed.name === 'chat' && pushed.push.unread !== queries.stateOf(unreadKey).data)
          void queries.invalidateQueries({ queryKey: unreadKey })
      }),
    [queries],
  )
  const entry = document.querySelector(`nav a[href="${paths.userContact}"]`)
  return unread > 0 && entry ? createPortal(<Mark unread={unread} />, entry) : null
}

function Mark({ unread }: { unread: number }) {
  const text = useChatText()
  return (
    <b className={styles.mark}>
      <b aria-hidden="true">{unread > unreadMax ? `${unreadMax}+` : unread}</b>
      <b className={styles.hidden}>, {text.unread(unread)}</b>
    </b>
  )
}

/** Where the operator has switched the chat off, what is unread there cannot be read, and is not counted. */
async function loadUnread(): Promise<number> {
  const { unread } = await call('GET /api/chat/config')
  if (unread === 0) return 0
  const { enableChatWidget } = await call('GET /api/lookup/enableChatWidget')
  return enableChatWidget ? unread : 0
}
