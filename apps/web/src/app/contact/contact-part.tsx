import { Suspense, useState, type ReactNode } from 'react'
import { useI18n, type I18n } from '#core/i18n.tsx'
import { chatTexts } from '../../features/chat/text/chat-text.ts'
import { ErrorBoundary } from '#ui/feedback/error-boundary.tsx'
import { ContactScreen } from '../../features/contact/contact-screen.tsx'
import { lazyScreen } from '../lazy/lazy-screen.tsx'

/** The contact page and, if the operator has enabled it, the chat on top, which is a file of its own. */
export function ContactPart() {
  const i18n = useI18n()
  const [chat] = useState(() => createChatScreen(i18n))
  // If the chat cannot be fetched or breaks, the contact link stays, so that members can still reach us.
  const renderChat = (link: ReactNode): ReactNode => (
    <ErrorBoundary renderFallback={() => link}>
      <Suspense>
        <chat.Screen />
      </Suspense>
    </ErrorBoundary>
  )
  return <ContactScreen renderChat={renderChat} />
}

function createChatScreen(i18n: I18n) {
  return lazyScreen(
    async () => (await import('../../features/chat/chat-widget.tsx')).ChatWidget,
    () => chatTexts.load(i18n.read().language),
  )
}
