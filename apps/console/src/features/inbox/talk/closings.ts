import type { InboxText } from '#text/en/inbox.ts'

export type ClosingReason = keyof InboxText['reasons']

// Copied, because importing the contract's list would load its schemas into the page.
const all: Record<ClosingReason, true> = {
  solved: true,
  unanswered: true,
  duplicate: true,
  spam: true,
  menu: true,
}
export const closings = Object.keys(all) as ClosingReason[]
