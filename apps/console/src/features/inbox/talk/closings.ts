import type { InboxText } from '#text/en/inbox.ts'

export type Closing = keyof InboxText['reasons']

// The contract's own list comes with its schemas, which the page must not load.
const all: Record<Closing, true> = {
  solved: true,
  unanswered: true,
  duplicate: true,
  spam: true,
  menu: true,
}
export const closings = Object.keys(all) as Closing[]
