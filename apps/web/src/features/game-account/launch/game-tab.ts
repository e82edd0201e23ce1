import { randomKey } from '#core/calls/random-key.ts'

/** How a game is entered: an address, or a form that is posted to one. */
export type Entrance = { address: string; fields: Readonly<Record<string, string>> | null }

export type GameTab = {
  /** False if the browser has blocked the tab. */
  enter: (entrance: Entrance) => boolean
  close: () => void
}

/** The game replaces this page; the back button returns to home. */
export function thisTab(): GameTab {
  return {
    enter: ({ address, fields }) => {
      if (fields) postForm(address, fields, '_self')
      else location.assign(address)
      return true
    },
    close: () => undefined,
  }
}

/**
 * Opened inside the tap, the only time that browsers allow it, and cut off from this page before it loads anything of
 * the provider.
 */
export function openTab(): GameTab {
  const name = `game-${randomKey()}`
  const tab = window.open('about:blank', name)
  if (tab) tab.opener = null
  return {
    enter: ({ address, fields }) => {
      if (!tab || tab.closed) return false
      if (fields) postForm(address, fields, name)
      else tab.location.replace(address)
      return true
    },
    close: () => tab?.close(),
  }
}

/** Credentials are sent in the body of a form, never in an address. */
export function postForm(
  address: string,
  fields: Readonly<Record<string, string>>,
  target: string,
): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = address
  form.target = target
  form.rel = target === '_blank' ? 'noopener noreferrer' : ''
  form.hidden = true
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
  form.remove()
}
