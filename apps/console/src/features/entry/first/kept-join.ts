/** What the page shows again after a reload, until its holder has been added: none of it is a secret. */
export type KeptJoin = { name: string; code: string; until: string }

const place = 'join'

export function readKept(): KeptJoin | null {
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? 'null') as Partial<KeptJoin> | null
    const { name, code, until } = kept ?? {}
    return typeof name === 'string' && typeof code === 'string' && typeof until === 'string'
      ? { name, code, until }
      : null
  } catch {
    return null
  }
}

export function keepJoin(join: KeptJoin | null): void {
  try {
    if (join === null) localStorage.removeItem(place)
    else localStorage.setItem(place, JSON.stringify(join))
  } catch {
    // A browser without storage shows the code until it is reloaded.
  }
}

/** Names are small letters, also where a phone has made the first one large. */
export function nameTyped(text: string): string {
  return text.trim().toLowerCase()
}
