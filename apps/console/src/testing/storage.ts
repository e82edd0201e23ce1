/** A browser's storage for tests that run outside of one; each call begins with an empty one. */
export function emptyStorage(name: 'sessionStorage' | 'localStorage'): void {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  Object.defineProperty(globalThis, name, { value: storage, configurable: true })
}
