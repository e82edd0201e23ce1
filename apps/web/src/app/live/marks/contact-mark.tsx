import { call } from '#core/api.ts'
import { useQuery } from '#core/queries/use-query.tsx'
import { paths } from '#shared/paths.ts'
import { useChatText } from '../../../features/chat/text/chat-text.ts'
import { MenuMark } from './menu-mark.tsx'

const isOnQuery = {
  queryKey: ['chat', 'is-on'],
  queryFn: () => call('GET /api/lookup/enableChatWidget'),
} as const

/**
 * The number of unread answers, at the menu's entry for contact: answers find the member on every screen. Where the
 * operator has switched the chat off, what is unread there cannot be read, and is not counted.
 */
export function ContactMark({ unread }: { unread: number }) {
  const text = useChatText()
  const { data } = useQuery(isOnQuery)
  if (!data?.enableChatWidget) return null
  return <MenuMark at={paths.userContact} count={unread} label={text.unread(unread)} />
}
