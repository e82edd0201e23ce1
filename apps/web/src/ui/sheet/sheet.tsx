import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { useText } from '#core/i18n.tsx'
import { IconButton } from '#ui/form/icon-button.tsx'
import { closeIcon } from '@kapao/ui/icons/more-icons.ts'
import { rescueToasts } from './standing-toasts.ts'
import styles from './sheet.module.css'
import { useBackButton } from './use-back-button.ts'
import { useSwipeDown } from './use-swipe-down.ts'

export type SheetProps = {
  title: string
  /** Asked by the button, Esc, the backdrop, a swipe or the back button; whoever shows the sheet then removes it. */
  onClose: () => void
  children: ReactNode
  /** Stays in sight under what scrolls. */
  footer?: ReactNode
}

/** Whether one was closed in the moment in which another opens: React does both before anything is painted. */
let isReplacing = false

function isWide(): boolean {
  return matchMedia('(min-width: 64rem)').matches
}

/** Slides up on phones and is a card on wide screens, or stands in the column that it was put into. It is open as long as it is on the page. */
export function Sheet({ title, onClose, children, footer }: SheetProps) {
  const text = useText().action
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const swipe = useSwipeDown(dialog, onClose)
  useBackButton(onClose)

  useLayoutEffect(() => {
    const element = dialog.current
    // Nothing rises again, and the page does not light up between the two.
    element?.toggleAttribute('data-replaces', isReplacing)
    // Beside what it is about it covers nothing, so nothing has to be kept out of reach.
    const isBeside = element?.parentElement?.matches('[data-column]') && isWide()
    if (isBeside) element?.show()
    else element?.showModal()
    return () => {
      isReplacing = true
      queueMicrotask(() => (isReplacing = false))
      rescueToasts(element)
      // Closing before it is removed gives the focus back to what had opened the sheet.
      element?.close()
    }
  }, [])

  // React has no cancel event that can be refused before the browser closes the dialog by itself.
  useEffect(() => {
    const element = dialog.current
    const cancel = (event: Event): void => {
      event.preventDefault()
      onClose()
    }
    // What is inside covers the whole sheet, so a press on the dialog itself is one on its backdrop.
    const press = (event: MouseEvent): void => {
      if (event.target === element) onClose()
    }
    // Only over the page does the browser hear Esc for a dialog.
    const escape = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape' && !document.querySelector('dialog:modal')) onClose()
    }
    addEventListener('keydown', escape)
    element?.addEventListener('cancel', cancel)
    element?.addEventListener('mousedown', press)
    return () => {
      removeEventListener('keydown', escape)
      element?.removeEventListener('cancel', cancel)
      element?.removeEventListener('mousedown', press)
    }
  }, [onClose])

  return (
    <dialog ref={dialog} className={styles.sheet} aria-labelledby={titleId}>
      <div className={styles.inside}>
        <header className={styles.head} {...swipe}>
          <span className={styles.grip} aria-hidden="true" />
          <h2 className={styles.title} id={titleId}>
            {title}
          </h2>
          <IconButton label={text.close} path={closeIcon} onClick={onClose} />
        </header>
        <div className={styles.body}>{children}</div>
        {footer && <footer className={styles.footer}>{footer}</footer>}
      </div>
    </dialog>
  )
}
