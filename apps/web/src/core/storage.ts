/** The lifetime of the language cookie. */
const cookieSeconds = 365 * 24 * 60 * 60

/** `local` persists in the browser, `session` ends with the tab. */
export type StoragePlace = 'local' | 'session'

/** Null if nothing is stored, or if the browser forbids storage (private mode, embedded views, full disk). */
export function readStored(key: string, place: StoragePlace = 'local'): string | null {
  try {
    return storageAt(place).getItem(key)
  } catch {
    return null
  }
}

/** False if the browser did not store it: the page works without it, but forgets it on reload. */
export function writeStored(key: string, value: string, place: StoragePlace = 'local'): boolean {
  try {
    storageAt(place).setItem(key, value)
    return true
  } catch {
    return false
  }
}

export function removeStored(key: string, place: StoragePlace = 'local'): void {
  try {
    storageAt(place).removeItem(key)
  } catch {
    // Storage that cannot be written holds nothing to remove.
  }
}

export function readCookie(name: string): string | null {
  try {
    const pairs = document.cookie.split('; ').map((pair) => pair.split('='))
    return pairs.find(([key]) => key === name)?.[1] ?? null
  } catch {
    return null
  }
}

/** For values that need no escaping; the server reads the cookie to answer in the right language. */
export function writeCookie(name: string, value: string): void {
  try {
    document.cookie = `${name}=${value}; Path=/; Max-Age=${cookieSeconds}; SameSite=Lax`
  } catch {
    // A sandboxed frame has no cookies; the language then lasts as long as the page.
  }
}

// Even naming a blocked storage throws, so it is named inside the callers' try blocks.
function storageAt(place: StoragePlace): Storage {
  return place === 'local' ? localStorage : sessionStorage
}
