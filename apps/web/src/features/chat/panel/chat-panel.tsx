import { useEffect, useId, useLayoutEffect, useMemo, useRef } from 'react'
import { useOnline } from '@kapao/ui/online.ts'
import { useChatText } from '../text/chat-text.ts'
import type { ChatDraft } from '#shared/chat-draft.ts'
import { IconButton } from '#ui/form/icon-button.tsx'
import { closeIcon, refreshIcon } from '@kapao/ui/icons/more-icons.ts'
import { useBackButton } from '#ui/sheet/use-back-button.ts'
import { useChat, useChatState } from '../chat-context.tsx'
import type { ChatState } from '../engine/store.ts'
import { linesOf } from '../story/merge.ts'
import styles from './chat-panel.module.css'
import { Composer } from './composer.tsx'
import { History } from './history.tsx'

/** From this width the panel is beside the page; on a phone it covers it. */
const wide = '(min-width: 48rem)'

type ChatPanelProps = {
  /** What the field begins with. */
  draft: ChatDraft | null
  isClosing: boolean
  onClose: () => void
  onGone: () => void
}

export function ChatPanel({ draft, isClosing, onClose, onGone }: ChatPanelProps) {
  const text = useChatText()
  const chat = useChat()
  const state = useChatState(chat)
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const lines = useMemo(() => linesOf(state.story), [state.story])
  useBackButton(onClose)
  useOpen(dialog)

  useEffect(() => {
    chat.setShown(true)
    return () => chat.setShown(false)
  }, [chat])
  useEffect(() => {
    if (!isClosing) return
    const moving = dialog.current?.getAnimations() ?? []
    void Promise.allSettled(moving.map(({ finished }) => finished)).then(onGone)
  }, [isClosing, onGone])
  // React has no cancel event that can be prevented before the browser closes the dialog.
  useEffect(() => {
    const element = dialog.current
    const cancel = (event: Event): void => {
      event.preventDefault()
      onClose()
    }
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') onClose()
    }
    element?.addEventListener('cancel', cancel)
    element?.addEventListener('keydown', press)
    return () => {
      element?.removeEventListener('cancel', cancel)
      element?.removeEventListener('keydown', press)
    }
  }, [onClose])

  return (
    <dialog
      ref={dialog}
      id="chat-panel"
      className={`${styles.panel} ${isClosing ? styles.closing : ''}`}
      aria-labelledby={titleId}
    >
      <header className={styles.head}>
        <div className={styles.words}>
          <h2 id={titleId} className={styles.title} tabIndex={-1}>
            {text.title}
          </h2>
          <Status state={state} />
        </div>
        <IconButton label={text.refresh} path={refreshIcon} onClick={() => void chat.refresh()} />
        <IconButton label={text.close} path={closeIcon} onClick={onClose} />
      </header>
      <History state={state} lines={lines} />
      <Composer draft={draft} />
    </dialog>
  )
}

function Status({ state: { link, isCatchingUp, phase } }: { state: ChatState }) {
  const { status } = useChatText()
  const isOnline = useOnline()
  const words = !isOnline
    ? status.offline
    : isCatchingUp && phase === 'ready'
      ? status.catchingUp
      : link === 'up'
        ? status.up
        : link === 'none' || phase === 'resting'
          ? status.quiet
          : status.connecting
  return (
    <p className={styles.status} data-link={isOnline ? link : 'off'} role="status">
      {words}
    </p>
  )
}

/** On a phone it makes the page behind it inert; on wide screens both can be used. */
function useOpen(dialog: React.RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    if (matchMedia(wide).matches) element?.show()
    else element?.showModal()
    // On a touch screen the keyboard would cover the history.
    const wanted = matchMedia('(pointer: fine)').matches ? 'textarea' : 'h2'
    element?.querySelector<HTMLElement>(wanted)?.focus()
    return () => {
      element?.close()
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [dialog])
}
