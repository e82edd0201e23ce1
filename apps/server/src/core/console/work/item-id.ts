const plainForm = /^(?!x\.)[A-Za-z0-9_.:-]{1,128}$/

/** The id of an item for an address: outsiders' names may have letters that none may have. */
export function itemId(...parts: readonly string[]): string {
  const joined = parts.join(':')
  return plainForm.test(joined) ? joined : `x.${Buffer.from(joined).toString('base64url')}`
}

/** What an id stands for; lists are in the order of this. */
export function wordsOfId(id: string): string {
  const words = id.startsWith('x.') ? Buffer.from(id.slice(2), 'base64url').toString() : id
  return words.replaceAll('\u0000', '')
}

/** The first part and the rest of it, which may have colons of its own. */
export function partsOfId(id: string): [first: string, rest: string] | null {
  const words = wordsOfId(id)
  const at = words.indexOf(':')
  return at < 1 ? null : [words.slice(0, at), words.slice(at + 1)]
}

export function isUuid(id: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
}

export function isNumber(id: string): boolean {
  return /^[1-9]\d{0,17}$/.test(id)
}
