export const boxes = ['mine', 'unassigned', 'all', 'closed'] as const
export type Box = (typeof boxes)[number]

export function isBox(word: string): word is Box {
  return (boxes as readonly string[]).includes(word)
}

/** The talk in an address; null without one. */
export function talkInAddress(path: string): string | null {
  const [, talk] = /^\/chat\/[^/]+\/([^/]+)$/.exec(path) ?? []
  return talk === undefined ? null : decodeURIComponent(talk)
}
