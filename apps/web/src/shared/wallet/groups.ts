import { gameCategories } from '@kapao/contract/limits'

export type Group = (typeof gameCategories)[number]

/** Sport takes the casino in; a kind that this page does not know stands with the slots. */
export function groupOf(category: string): Group {
  if (category === 'casino') return 'sport'
  return gameCategories.find((group) => group === category) ?? 'slot'
}
