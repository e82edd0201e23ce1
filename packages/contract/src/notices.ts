import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, instant } from './fields.ts'
import { noticePageMax } from './limits.ts'

/**
 * What becomes a notice, by its class; the database has the same kinds. A warning is of something that its member should
 * have wanted, or that an operator did: it also goes to their phone, and stands above every screen until it is read.
 */
export const noticeKinds = {
  money: [
    'deposit.credited',
    'deposit.failed',
    'withdrawal.paid',
    'withdrawal.returned',
    'transfer.ended',
  ],
  warning: [
    'deposit.taken',
    'deposit.moved',
    'deposit.sentBack',
    'withdrawal.paidByHand',
    'bank.changed',
    'bank.byHand',
    'password.changed',
    'passkey.added',
    'passkey.removed',
  ],
  talk: ['talk.answered'],
} as const satisfies Record<string, readonly string[]>

export type NoticeClass = keyof typeof noticeKinds
export type NoticeKind = (typeof noticeKinds)[NoticeClass][number]
export const noticeClasses = Object.keys(noticeKinds) as NoticeClass[]

const id = z.int().min(1)

export const notice = z
  .object({
    _id: id,
    class: z.enum(['money', 'warning', 'talk'] satisfies NoticeClass[]),
    title: z.string().meta({ description: 'Without an amount' }),
    text: z.string(),
    at: instant,
    isRead: z.boolean(),
    leads: z
      .enum(['statement', 'contact'])
      .meta({ description: 'Where its member sees more of it, or does something about it' }),
  })
  .meta({ id: 'Notice' })
export type Notice = z.output<typeof notice>

export const readNoticeMarks = endpoint({
  method: 'GET',
  path: '/api/notices/marks',
  access: 'member',
  summary:
    'Returns how many notices and answers the member has not read, and a warning among them.',
  rate: 'read',
  input: null,
  output: z.object({
    notices: z.int().min(0).meta({ description: 'About money and warnings, up to 99' }),
    talk: z.int().min(0).meta({ description: 'Messages of the chat, up to 99' }),
    warning: notice.nullable().meta({ description: 'The oldest one that is not read' }),
    lastSignIn: z
      .object({ at: instant, device: z.string(), network: z.string() })
      .nullable()
      .meta({ description: 'The login before this one, in the first five minutes of a session' }),
    mayAddPasskey: z
      .boolean()
      .meta({ description: 'Within five minutes of a login, while the member has room for one' }),
  }),
  refusals: [],
})

export const listNotices = endpoint({
  method: 'POST',
  path: '/api/notices',
  access: 'member',
  summary: "Lists the member's notices in the caller's language, newest first.",
  rate: 'read',
  input: z.object({
    before: id.nullish().meta({ description: 'Without it from the newest' }),
    limit: z.int().min(1).max(noticePageMax),
  }),
  output: z.object({ rows: z.array(notice), more: z.boolean() }),
  refusals: [],
})

export const markNoticesRead = endpoint({
  method: 'PUT',
  path: '/api/notices/read',
  access: 'member',
  summary: 'Marks a notice and all older ones as read.',
  rate: 'change',
  input: z.object({ upto: id }),
  output: done,
  refusals: [],
})
