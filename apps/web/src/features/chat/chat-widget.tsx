import { chatBubbleDelayMs } from '@kapao/contract/limits'
import { useCallback, useEffect, useState } from 'react'
import { useChatText } from './text/chat-text.ts'
import { Button } from '#ui/form/button.tsx'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { closeIcon } from '@kapao/ui/icons/more-icons.ts'
import { talkIcon } from '@kapao/ui/icons/public-icons.ts'
import { ChatProvider, useChatState } from './chat-context.tsx'
import styles from './chat-widget.module.css'
import { isKnownHere, openChat } from './queries.ts'
import type { Chat } from './engine/chat.ts'
import { ChatPanel } from './panel/chat-panel.tsx'
import { forgetChatDraft, readChatDraft } from '#shared/chat-draft.ts'

/** The chat on top of the page that contains it; it stops completely when that page is left. */
export function ChatWidget() {
  const [chat] = useState(openChat)
  useEffect(() => {
    // A visitor who has written to us before may have an answer waiting.
    if (isKnownHere()) void chat.begin()
    return chat.stop
  }, [chat])

  return (
    <ChatProvider chat={chat}>
      <Opener chat={chat} />
    </ChatProvider>
  )
}

const unreadMax = 9

function Opener({ chat }: { chat: Chat }) {
  const text = useChatText()
  const { unread } = useChatState(chat)
  const [draft, setDraft] = useState(readChatDraft)
  const [panel, setPanel] = useState<'closed' | 'open' | 'closing'>(draft ? 'open' : 'closed')
  const [isInviting, setInviting] = useInvitation()
  const isOpen = panel === 'open'
  const close = useCallback(() => setPanel((now) => (now === 'open' ? 'closing' : now)), [])
  const gone = useCallback(() => {
    setPanel('closed')
    setDraft(null)
  }, [])
  useEffect(forgetChatDraft, [])

  function open(): void {
    setInviting(false)
    setPanel('open')
    void chat.begin()
  }
  const count = unread > unreadMax ? `${unreadMax}+` : unread
  return (
    <>
      <Button onClick={open}>{text.begin}</Button>
      <div className={styles.corner}>
        {isInviting && !isOpen && (
          <div className={styles.invitation}>
            <button type="button" className={styles.invite} onClick={open}>
              {text.invite}
            </button>
            <button
              type="button"
              className={styles.hide}
              aria-label={text.hideInvite}
              onClick={() => setInviting(false)}
            >
              <Icon path={closeIcon} />
            </button>
          </div>
        )}
        <button
          type="button"
          className={styles.button}
          aria-label={isOpen ? text.close : text.open}
          aria-expanded={isOpen}
          aria-describedby={unread > 0 ? 'chat-unread' : undefined}
          onClick={isOpen ? close : open}
        >
          <Icon path={isOpen ? closeIcon : talkIcon} />
          {unread > 0 && !isOpen && (
            <span className={styles.count}>
              <span aria-hidden="true">{count}</span>
              <span className={styles.hidden} id="chat-unread">
                {text.unread(unread)}
              </span>
            </span>
          )}
        </button>
      </div>
      {panel !== 'closed' && (
        <ChatPanel draft={draft} isClosing={panel === 'closing'} onClose={close} onGone={gone} />
      )}
    </>
  )
}

function useInvitation(): [boolean, (isInviting: boolean) => void] {
  const [isInviting, setInviting] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setInviting(true), chatBubbleDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return [isInviting, setInviting]
}
