import type { TimelineRow } from '@kapao/contract/console/members'

export type Sort = TimelineRow['sort']

// The contract's own list comes with its schemas, which the page must not load.
const all: Record<Sort, true> = {
  money: true,
  game: true,
  reward: true,
  login: true,
  chat: true,
  desk: true,
}
export const timelineSorts = Object.keys(all) as Sort[]
