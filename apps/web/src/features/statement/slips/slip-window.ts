export type SlipWindow = {
  /** False if the browser has blocked the window. */
  show: (address: string) => boolean
  close: () => void
}

/** Opened inside the tap, the only time that browsers allow it, and cut off from this page. */
export function openWindow(): SlipWindow {
  const opened = window.open('about:blank')
  if (opened) opened.opener = null
  return {
    show: (address) => {
      if (!opened || opened.closed) return false
      opened.location.replace(address)
      return true
    },
    close: () => opened?.close(),
  }
}

/** The absolute address; null if it is no page or picture, such as a script. */
export function pictureAddress(text: string, base: string): string | null {
  try {
    const { protocol, href } = new URL(text, base)
    return protocol === 'https:' || protocol === 'http:' ? href : null
  } catch {
    return null
  }
}
