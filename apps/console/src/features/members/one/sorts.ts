import type { TimelineRow } from '@kapao/contract/console/members'

export type Sort = TimelineRow['sort']

// Copied, because importing the contract's list would load its schemas into the page.
const all: Record<Sort, true> = {
  money: true,
  game: true,
  reward: true,
  login: true,
  chat: true,
  desk: true,
}
export const timelineSorts = Object.keys(all) as Sort[]
