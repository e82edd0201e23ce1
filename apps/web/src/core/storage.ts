/** How long the language cookie lives. */
const cookieSeconds = 365 * 24 * 60 * 60

/** `local` outlives the browser, `session` ends with the tab. */
export type StoragePlace = 'local' | 'session'

/** Null when nothing is stored, or when the browser forbids storage (private mode, embedded views, full disk). */
export function readStored(key: string, place: StoragePlace = 'local'): string | null {
  try {
    return storageAt(place).getItem(key)
  } catch {
    return null
  }
}

/** False when the browser did not keep it: the page goes on without, it is only forgotten on reload. */
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
    // What could not be stored need not be removed.
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
    // A sandboxed frame has no cookies at all; the language then lasts as long as the page.
  }
}

// Even naming a blocked storage throws, so it is named inside the callers' try.
function storageAt(place: StoragePlace): Storage {
  return place === 'local' ? localStorage : sessionStorage
}
