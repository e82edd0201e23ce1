import type { ComponentProps, MouseEvent } from 'react'

type Props = Omit<ComponentProps<'a'>, 'onClick'> & { href: string; onGo: () => void }

/**
 * For long lists of links: the router's own link computes its target again on every navigation, which in a list is a
 * hundred times for one key press.
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
