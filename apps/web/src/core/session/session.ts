import { clearTabStorage, clearMemberStorage } from './member-storage.ts'
import { clearOnly, clearToken, keepToken, readToken, tokenKey } from './token.ts'

const listeners = new Set<() => void>()
const channelName = 'session'

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens the session that a login has answered. */
export function openSession(token: string, remember: boolean): void {
  // The last member on this device may have been another one.
  clearMemberStorage()
  clearTabStorage()
  keepToken(token, remember)
  tellListeners()
}

/**
 * Forgets the token here and in every tab that holds the same one, and answers it, so that the caller can tell the
 * server; null when nobody was logged in.
 */
export function dropSession(): string | null {
  const token = readToken()
  clearToken()
  clearMemberStorage()
  if (token === null) return null
  clearTabStorage()
  // Tabs that share the stored token hear of it by themselves; copies in session storage have to be told.
  openChannel()?.postMessage(token)
  tellListeners()
  return token
}

/** Hears of what other tabs do, and looks again when the browser shows a page that it had put away whole. */
export function followOtherTabs(): void {
  let token = readToken()
  subscribeToSession(() => void (token = readToken()))
  addEventListener('storage', (event) => {
    // A null key means that everything was cleared.
    if (event.key !== tokenKey && event.key !== null) return
    // The other tab has forgotten what they share, and this one may hear of it when somebody else has logged in since.
    if (readToken() !== token) clearTabStorage()
    tellListeners()
  })
  addEventListener('pageshow', (event) => {
    if (event.persisted) tellListeners()
  })
  openChannel()?.addEventListener('message', (event) => {
    const ended = readToken()
    if (ended === null || event.data !== ended) return
    clearOnly(ended)
    clearTabStorage()
    tellListeners()
  })
}

function tellListeners(): void {
  for (const listener of listeners) listener()
}

let channel: BroadcastChannel | null = null

/** Made once: a channel that is closed right after sending may lose its message. */
function openChannel(): BroadcastChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null
  channel ??= new BroadcastChannel(channelName)
  return channel
}
