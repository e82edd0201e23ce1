const linkForm =
  /https:\/\/gift\.truemoney\.com\/campaign\/?\?(?:[^#\s]*&)?v=([0-9A-Za-z]{16,64})(?![0-9A-Za-z])/

/** The gift link in the pasted text, which may be a whole message; null if there is none. */
export function findGiftLink(text: string): string | null {
  return linkForm.exec(text)?.[0] ?? null
}

/** Enough to recognize a link, and not enough to redeem it. */
export function endingOf(link: string): string {
  return link.slice(-4)
}

/** Enough of a phone number to recognise one's own, over a shoulder too little to copy it. */
export function maskedPhone(phone: string): string {
  return `${phone.slice(0, 3)}\u2011***\u2011${phone.slice(-4)}`
}
