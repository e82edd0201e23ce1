import { gameCategories } from '@kapao/contract/limits'

export type Group = (typeof gameCategories)[number]

/** Sport includes the casino; an unknown kind is shown with the slots. */
export function groupOf(category: string): Group {
  if (category === 'casino') return 'sport'
  return gameCategories.find((group) => group === category) ?? 'slot'
}
