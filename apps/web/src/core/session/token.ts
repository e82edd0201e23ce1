import { readStored, removeStored, writeStored } from '#core/storage.ts'

export const tokenKey = 'token'

/** If no storage accepts the token, it lasts as long as the page: the member can still log in. */
let unstored: string | null = null

/** The tab's own token takes precedence over the one that all tabs share. */
export function readToken(): string | null {
  return readStored(tokenKey, 'session') ?? readStored(tokenKey, 'local') ?? unstored
}

/** Keeps the token in one place only; a token of an earlier login must not reappear from the other. */
export function keepToken(token: string, remember: boolean): void {
  const place = remember ? 'local' : 'session'
  clearToken()
  if (!writeStored(tokenKey, token, place)) unstored = token
}

export function clearToken(): void {
  removeStored(tokenKey, 'session')
  removeStored(tokenKey, 'local')
  unstored = null
}

/** Removes this token from every storage of this tab, and leaves any other token in place. */
export function clearOnly(token: string): void {
  for (const place of ['session', 'local'] as const)
    if (readStored(tokenKey, place) === token) removeStored(tokenKey, place)
  if (unstored === token) unstored = null
}
