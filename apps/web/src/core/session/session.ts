import { clearTabStorage, clearMemberStorage } from './member-storage.ts'
import { clearOnly, clearToken, keepToken, readToken, tokenKey } from './token.ts'

const listeners = new Set<() => void>()
const channelName = 'session'

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens the session of a successful login. */
export function openSession(token: string, remember: boolean): void {
  // The last member on this device may have been somebody else.
  clearMemberStorage()
  clearTabStorage()
  keepToken(token, remember)
  notifyListeners()
}

/**
 * Removes the token here and in every tab that holds the same one, and returns it, so that the caller can notify the
 * server; null if nobody was logged in.
 */
export function dropSession(): string | null {
  const token = readToken()
  clearToken()
  clearMemberStorage()
  if (token === null) return null
  clearTabStorage()
  // Tabs that share the stored token get a storage event; those with a copy in session storage need a message.
  openChannel()?.postMessage(token)
  notifyListeners()
  return token
}

/**
 * Follows the sessions of other tabs, and checks again when the browser restores a page from its back-forward cache.
 */
export function followOtherTabs(): void {
  let token = readToken()
  subscribeToSession(() => void (token = readToken()))
  addEventListener('storage', (event) => {
    // A null key means that everything was cleared.
    if (event.key !== tokenKey && event.key !== null) return
    // The other tab has cleared the shared storage, and by the time this one is notified somebody else may have logged
    // in.
    if (readToken() !== token) clearTabStorage()
    notifyListeners()
  })
  addEventListener('pageshow', (event) => {
    if (event.persisted) notifyListeners()
  })
  openChannel()?.addEventListener('message', (event) => {
    const ended = readToken()
    if (ended === null || event.data !== ended) return
    clearOnly(ended)
    clearTabStorage()
    notifyListeners()
  })
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}

let channel: BroadcastChannel | null = null

/** Created once: a channel that is closed right after sending may lose its message. */
function openChannel(): BroadcastChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null
  channel ??= new BroadcastChannel(channelName)
  return channel
}
