import { readStored, removeStored, writeStored } from '#core/storage.ts'

export const tokenKey = 'token'

/** Where no storage takes the token, it lives as long as the page: the member can log in all the same. */
let unstored: string | null = null

/** The tab's own token goes before the one that all tabs share. */
export function readToken(): string | null {
  return readStored(tokenKey, 'session') ?? readStored(tokenKey, 'local') ?? unstored
}

/** Keeps the token in one place only; a token of an earlier login must not come back from the other. */
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

/** Clears this one wherever it is kept here, and leaves another one where it is. */
export function clearOnly(token: string): void {
  for (const place of ['session', 'local'] as const)
    if (readStored(tokenKey, place) === token) removeStored(tokenKey, place)
  if (unstored === token) unstored = null
}
