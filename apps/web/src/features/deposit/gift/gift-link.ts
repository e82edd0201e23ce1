const linkForm =
  /https:\/\/gift\.truemoney\.com\/campaign\/?\?(?:[^#\s]*&)?v=([0-9A-Za-z]{16,64})(?![0-9A-Za-z])/

/** The gift link in what was pasted, which may be the whole message around it; null where there is none. */
export function findGiftLink(text: string): string | null {
  return linkForm.exec(text)?.[0] ?? null
}

/** Enough to know a link again, and not enough to empty it. */
export function endingOf(link: string): string {
  return link.slice(-4)
}
