import { useRef, type ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps } from 'react-aria-components'
import { classes } from '#ui/classes.ts'
import { Kbd } from '#ui/show/kbd.tsx'
import styles from './button.module.css'
import { useFirstFocus } from './first-focus.ts'

type Look = 'primary' | 'secondary' | 'quiet' | 'danger'

type Props = Pick<ButtonProps, 'onPress' | 'isDisabled' | 'type' | 'aria-label'> & {
  look?: Look
  /** The hotkey that does the same. */
  letter?: string
  isBusy?: boolean
  isChosen?: boolean
  isSquare?: boolean
  takesFocus?: boolean
  /** The id of an element that explains the button, such as why it is disabled. */
  describedBy?: string
  children: ReactNode
}

export function Button({
  look = 'secondary',
  letter,
  isBusy = false,
  isChosen = false,
  isSquare = false,
  takesFocus = false,
  describedBy,
  children,
  ...rest
}: Props) {
  const place = useRef<HTMLButtonElement>(null)
  useFirstFocus(place, takesFocus)
  return (
    <AriaButton
      {...rest}
      ref={place}
      isPending={isBusy}
      {...(describedBy ? { 'aria-describedby': describedBy } : {})}
      {...(letter ? { 'aria-keyshortcuts': letter } : {})}
      className={classes(
        styles.button,
        styles[look],
        isChosen && styles.chosen,
        isSquare && styles.square,
      )}
    >
      {children}
      {letter && <Kbd>{letter}</Kbd>}
    </AriaButton>
  )
}
