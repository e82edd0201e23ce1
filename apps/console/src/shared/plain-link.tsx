import type { ComponentProps, MouseEvent } from 'react'

type Props = Omit<ComponentProps<'a'>, 'onClick'> & { href: string; onGo: () => void }

/**
 * For where many links stand at once: one of the router's own works out at every step of the page where it leads, and
 * of a list that is a hundred times for one key.
 */
export function PlainLink({ href, onGo, children, ...rest }: Props) {
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        if (!isPlain(event)) return
        event.preventDefault()
        onGo()
      }}
    >
      {children}
    </a>
  )
}

/** A new tab or window is left to the browser. */
function isPlain({ button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented }: MouseEvent) {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey && !defaultPrevented
}
