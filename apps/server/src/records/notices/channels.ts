import type { NoticeChannel } from '@kapao/contract/console/notice-words'
import {
  noticeClasses,
  noticeKinds,
  type NoticeClass,
  type NoticeKind,
} from '@kapao/contract/notices'

/** `push` and `line` have no sender yet. */
export type ChannelTarget = { channel: NoticeChannel; target: string }

export function classOf(kind: NoticeKind): NoticeClass {
  return noticeClasses.find((one) => (noticeKinds[one] as readonly string[]).includes(kind))!
}

/** Which channels carry a notice: a warning goes to the member's phone. */
export function channelsOf(kind: NoticeKind): ChannelTarget[] {
  return classOf(kind) === 'warning' ? [{ channel: 'sms', target: 'phone' }] : []
}

/** Members change these themselves, as often as they like, and each SMS is billed. */
const own: readonly NoticeKind[] = [
  'bank.changed',
  'password.changed',
  'passkey.added',
  'passkey.removed',
]

/** How many SMS of a kind a member is sent a day; of operators' acts all, since small ones could hide a large one. */
export function textsMaxOf(kind: NoticeKind): number {
  return own.includes(kind) ? 3 : Infinity
}
