export const boxes = ['mine', 'unassigned', 'all', 'closed'] as const
export type Box = (typeof boxes)[number]

export function isBox(word: string): word is Box {
  return (boxes as readonly string[]).includes(word)
}
