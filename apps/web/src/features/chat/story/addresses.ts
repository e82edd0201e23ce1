/** A piece of a text: words, or an address that is a link. */
export type Piece = { words: string; address: string | null }

const addressInText = /\bhttps?:\/\/[^\s<>"'`\\]+/gi
/** Punctuation at the end is no part of an address, except for a bracket that was opened inside. */
const trailing = /[.,;:!?…)\]}»”’]+$/

/** Finds the web addresses in a text; nothing else becomes a link. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const found of text.matchAll(addressInText)) {
    const address = trimAddress(found[0])
    if (safeWebAddress(address) === null) continue
    if (found.index > from) pieces.push({ words: text.slice(from, found.index), address: null })
    pieces.push({ words: address, address })
    from = found.index + address.length
  }
  if (from < text.length) pieces.push({ words: text.slice(from), address: null })
  return pieces
}

function trimAddress(found: string): string {
  const end = trailing.exec(found)?.index ?? found.length
  const closes = found[end] === ')' && found.slice(0, end).includes('(')
  return found.slice(0, closes ? end + 1 : end)
}

/** The address, if a browser would open a web page by it, and it carries no credentials. */
export function safeWebAddress(address: string | undefined): string | null {
  if (address === undefined || !/^https?:\/\//i.test(address)) return null
  const parsed = URL.parse(address)
  return parsed && /^https?:$/.test(parsed.protocol) && parsed.username === '' && parsed.host !== ''
    ? parsed.href
    : null
}

/** A phone number that can be dialed; anything else after `tel:` could be a command of the phone. */
export function phoneAddress(number: string | undefined): string | null {
  const dialled = (number ?? '').replace(/^tel:/i, '').replace(/[\s().-]/g, '')
  return /^\+?\d{3,15}$/.test(dialled) ? `tel:${dialled}` : null
}

/** The address of a file of the chat, only on the chat's server. */
export function fileAddress(path: string, server: string): string | null {
  // A second slash, or a backslash, would name another server.
  if (!/^\/?[\w-]/.test(path) || /[\\:]|\.\./.test(path)) return null
  const rooted = path.startsWith('/') ? path : `/${path}`
  return URL.parse(rooted, server)?.href ?? null
}

/** An absolute address may be shown only if it is on our server or the chat's. */
export function shownAddress(
  address: string | undefined,
  servers: readonly string[],
): string | null {
  const safe = safeWebAddress(address)
  if (safe === null) return null
  return servers.includes(new URL(safe).origin) ? safe : null
}
