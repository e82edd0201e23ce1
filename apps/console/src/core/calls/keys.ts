const prefix = 'key:'

/** 128 random bits as text. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

type StoredKey = { key: string; input: string }

/**
 * The key of one act, kept over a reload. The same request sent again is the same act until an answer has come; a
 * different request is a different act.
 */
export function keyFor(act: string, input: unknown): string {
  const asked = JSON.stringify(input)
  const kept = readKept(act)
  if (kept?.input === asked) return kept.key
  const key = randomKey()
  sessionStorage.setItem(prefix + act, JSON.stringify({ key, input: asked } satisfies StoredKey))
  return key
}

/** Called once an answer has come: from then on the same request is a new act. */
export function forgetKey(act: string): void {
  sessionStorage.removeItem(prefix + act)
}

function readKept(act: string): StoredKey | null {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + act) ?? 'null') as StoredKey | null
  } catch {
    return null
  }
}
