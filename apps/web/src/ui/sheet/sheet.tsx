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
  /** Called by the button, Esc, the backdrop, a swipe or the back button; the owner then removes the sheet. */
  onClose: () => void
  children: ReactNode
  /** Stays visible below the scrolling content. */
  footer?: ReactNode
}

/** True if a sheet was closed at the moment another opens: React does both before the next paint. */
let isReplacing = false

function isWide(): boolean {
  return matchMedia('(min-width: 64rem)').matches
}

/**
 * Slides up on phones and is a card on wide screens, or fills the column that contains it. It is open while it is
 * mounted.
 */
export function Sheet({ title, onClose, children, footer }: SheetProps) {
  const text = useText().action
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const swipe = useSwipeDown(dialog, onClose)
  useBackButton(onClose)

  useLayoutEffect(() => {
    const element = dialog.current
    // The new sheet does not slide in, and the backdrop does not flash between the two.
    element?.toggleAttribute('data-replaces', isReplacing)
    // In a column it covers nothing, so nothing has to be made inert.
    const isBeside = element?.parentElement?.matches('[data-column]') && isWide()
    if (isBeside) element?.show()
    else element?.showModal()
    return () => {
      isReplacing = true
      queueMicrotask(() => (isReplacing = false))
      rescueToasts(element)
      // Closing it before it is removed returns the focus to the element that had it before.
      element?.close()
    }
  }, [])

  // React has no cancel event that can be prevented before the browser closes the dialog.
  useEffect(() => {
    const element = dialog.current
    const cancel = (event: Event): void => {
      event.preventDefault()
      onClose()
    }
    // The content covers the whole sheet, so a press on the dialog itself is on its backdrop.
    const press = (event: MouseEvent): void => {
      if (event.target === element) onClose()
    }
    // The browser handles Esc for modal dialogs only.
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
