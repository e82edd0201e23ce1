import { z } from 'zod'
import { done, instant } from '../fields.ts'
import { noticeClasses, noticeKinds } from '../notices.ts'
import { consoleEndpoint } from './endpoint.ts'
import { cursor, memberId, why } from './fields.ts'
import { deliveryStates, noticeChannels } from './notice-words.ts'

/** A notice on its way by one channel. */
export const delivery = z
  .object({
    /** Made of the event, so no UUID of any version. */
    id: z.guid(),
    channel: z.enum(noticeChannels),
    state: z.enum(deliveryStates),
    tries: z.int(),
    /** When it is tried again; null once it has ended, and while it is being sent. */
    nextAt: instant.nullable(),
    endedAt: instant.nullable(),
    /** Why the last try failed, as the machine noted it. */
    why: z.string().nullable(),
    /** It certainly was not sent, and its member has not read it yet. */
    mayGoAgain: z.boolean(),
  })
  .meta({ id: 'Delivery' })

export const deskNotice = z
  .object({
    id: z.string(),
    memberId,
    kind: z.enum(noticeClasses.flatMap((one) => noticeKinds[one])),
    /** What the member was told, in their language; null for operators who may not see money. */
    said: z.string().nullable(),
    at: instant,
    readAt: instant.nullable(),
    deliveries: z.array(delivery),
  })
  .meta({ id: 'DeskNotice' })
export type DeskNotice = z.output<typeof deskNotice>

export const listNotices = consoleEndpoint({
  method: 'GET',
  path: '/api/console/notices/list',
  access: 'members.see',
  summary:
    'What members were told, newest first, by which channel, and what became of it; of one member, or only what no channel has carried and nobody has read.',
  rate: 'read',
  input: z.object({
    memberId: memberId.optional(),
    only: z.enum(['unsent']).optional(),
    after: cursor.optional(),
  }),
  output: z.object({ rows: z.array(deskNotice), next: cursor.nullable() }),
  refusals: [],
})

export const sendNoticeAgain = consoleEndpoint({
  method: 'POST',
  path: '/api/console/notices/again/{delivery}',
  access: 'members.note',
  summary:
    'Has a notice tried once more at once, where it certainly was not sent; an SMS that may have been sent is never repeated.',
  rate: 'change',
  input: z.object({ delivery: z.guid(), why }),
  output: done,
  refusals: ['NOT_FOUND', 'DECISION_REFUSED'],
})
