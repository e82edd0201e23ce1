import { z } from 'zod'
import { conversation } from '../chat.ts'
import { done, instant } from '../fields.ts'
import { chatImageSizeMaxMb, chatTextLengthMax, chatVideoSizeMaxMb, languages } from '../limits.ts'
import { consoleEndpoint } from './endpoint.ts'
import { cursor, memberId, operatorName, role } from './fields.ts'

/** The code that names a talk: the member's id, or a guest's. */
const talkId = z.string().regex(/^[A-Za-z0-9_:.-]{1,64}$/)

export const closeReasons = ['solved', 'unanswered', 'duplicate', 'spam'] as const

export const talkRow = z
  .object({
    talk: talkId,
    memberId: memberId.nullable(),
    name: z.string(),
    language: z.enum(languages),
    last: z.string(),
    lastAt: instant,
    /** Since when the customer waits for a person; null when they do not. */
    waitsSince: instant.nullable(),
    unread: z.number(),
    assignedTo: operatorName.nullable(),
    /** Who should answer, where it was handed to a role and nobody of it has taken it. */
    forRole: role.nullable(),
    /** The member whom a guest says to be; nobody has verified it. */
    claims: z.object({ memberId, name: z.string() }).nullable(),
    isClosed: z.boolean(),
    /** Of a guest: until when nothing is taken from them, and how often that was decided. */
    blockedUntil: instant.nullable().optional(),
    blocks: z.number().optional(),
  })
  .meta({ id: 'TalkRow' })
export type TalkRow = z.output<typeof talkRow>

/** A message as the customer reads it, and which operator wrote it. */
export const deskMessage = conversation
  .extend({ writer: z.enum(['customer', 'menu', 'person']), operator: z.string().nullable() })
  .meta({ id: 'DeskMessage' })
export type DeskMessage = z.output<typeof deskMessage>

export const listTalks = consoleEndpoint({
  method: 'GET',
  path: '/api/console/inbox/{box}',
  access: 'chat.see',
  summary:
    'Talks that are mine or of my roles, nobody’s, all open ones, or closed; who waits longest comes first.',
  rate: 'read',
  input: z.object({
    box: z.enum(['mine', 'unassigned', 'all', 'closed']),
    after: cursor.optional(),
  }),
  output: z.object({ rows: z.array(talkRow), next: cursor.nullable() }),
  refusals: [],
})

export const readTalk = consoleEndpoint({
  method: 'GET',
  path: '/api/console/talks/{talk}',
  access: 'chat.see',
  summary: 'A talk with its newest messages, or those before a number.',
  rate: 'read',
  input: z.object({ talk: talkId, before: z.coerce.number().int().min(1).optional() }),
  output: talkRow.extend({
    messages: z.array(deskMessage),
    isMore: z.boolean(),
    /** What the customer has read, up to this number. */
    readTo: z.number(),
    firstAnswerSeconds: z.number().nullable(),
  }),
  refusals: ['NOT_FOUND'],
})

export const answerTalk = consoleEndpoint({
  method: 'POST',
  path: '/api/console/talks/answer',
  access: 'chat.answer',
  summary: 'Sends words to the customer.',
  rate: 'change',
  keyed: true,
  input: z.object({
    talk: talkId,
    text: z.string().trim().min(1).max(chatTextLengthMax),
  }),
  output: deskMessage,
  refusals: ['NOT_FOUND', 'KEY_REUSED'],
})

export const sendTalkFile = consoleEndpoint({
  method: 'POST',
  path: '/api/console/talks/{talk}/file',
  access: 'chat.answer',
  summary: `Sends a picture (PNG, JPEG or GIF of at most ${chatImageSizeMaxMb} MB) or a video (MP4 or QuickTime of at most ${chatVideoSizeMaxMb} MB) to the customer.`,
  rate: 'change',
  keyed: true,
  input: z.object({ talk: talkId }),
  multipart: { files: ['file'], fields: [] },
  output: deskMessage,
  refusals: ['NOT_FOUND', 'KEY_REUSED', 'FILE_WRONG'],
})

export const markTalkRead = consoleEndpoint({
  method: 'POST',
  path: '/api/console/talks/read',
  access: 'chat.answer',
  summary: 'Notifies the customer that their messages were read.',
  rate: 'change',
  input: z.object({ talk: talkId, seq: z.number().int().min(0) }),
  output: done,
  refusals: ['NOT_FOUND'],
})

export const typeInTalk = consoleEndpoint({
  method: 'POST',
  path: '/api/console/talks/typing',
  access: 'chat.answer',
  summary: 'Notifies the customer that an operator is typing.',
  rate: 'change',
  input: z.object({ talk: talkId }),
  output: done,
  refusals: ['NOT_FOUND'],
})

export const listAnswerers = consoleEndpoint({
  method: 'GET',
  path: '/api/console/inbox/answerers',
  access: 'chat.answer',
  summary: 'Who can answer talks, by name and by role: to these a talk can be handed.',
  rate: 'read',
  input: null,
  output: z.object({ names: z.array(operatorName), roles: z.array(role) }),
  refusals: [],
})

export const assignTalk = consoleEndpoint({
  method: 'POST',
  path: '/api/console/talks/assign',
  access: 'chat.answer',
  summary: 'Gives a talk to somebody, to a role, to oneself or to nobody.',
  rate: 'change',
  input: z.object({ talk: talkId, to: operatorName.nullable(), role: role.optional() }),
  output: talkRow,
  refusals: ['NOT_FOUND', 'NO_RIGHT'],
})

export const joinTalk = consoleEndpoint({
  method: 'POST',
  path: '/api/console/talks/join',
  access: 'chat.answer',
  summary:
    'Puts beside a guest’s talk the member whose phone the guest has named, or nobody; it proves nothing.',
  rate: 'search',
  input: z.object({ talk: talkId, phone: z.string().trim().max(30).nullable() }),
  output: talkRow,
  refusals: ['NOT_FOUND'],
})

export const closeTalk = consoleEndpoint({
  method: 'POST',
  path: '/api/console/talks/close',
  access: 'chat.answer',
  summary:
    'Closes a talk with a reason, or hands it back to the menu; a new message opens it again.',
  rate: 'change',
  input: z.object({ talk: talkId, reason: z.enum([...closeReasons, 'menu']) }),
  output: talkRow,
  refusals: ['NOT_FOUND'],
})

export const blockGuest = consoleEndpoint({
  method: 'POST',
  path: '/api/console/talks/block',
  access: 'chat.answer',
  summary: 'Takes nothing from an abusive guest for a day and closes the talk, or takes that back.',
  rate: 'change',
  input: z.object({ talk: talkId, isOn: z.boolean() }),
  output: talkRow,
  refusals: ['NOT_FOUND'],
})

const canned = z
  .object({
    name: z.string(),
    text: z.object({ th: z.string(), la: z.string(), en: z.string() }),
  })
  .meta({ id: 'Canned' })

export const listCanned = consoleEndpoint({
  method: 'GET',
  path: '/api/console/canned',
  access: 'chat.see',
  summary: 'The canned answers, in three languages.',
  rate: 'read',
  input: null,
  output: z.object({ canned: z.array(canned) }),
  refusals: [],
})

export const fillCanned = consoleEndpoint({
  method: 'GET',
  path: '/api/console/canned/{name}/for/{talk}',
  access: 'chat.answer',
  summary:
    'A canned answer in a language, else that of the talk, with the member’s facts filled in.',
  rate: 'read',
  input: z.object({
    name: z.string().max(40),
    talk: talkId,
    language: z.enum(languages).optional(),
  }),
  output: z.object({ text: z.string() }),
  refusals: ['NOT_FOUND'],
})

export const readChatTimes = consoleEndpoint({
  method: 'GET',
  path: '/api/console/inbox/times',
  access: 'chat.see',
  summary:
    'How long customers waited for the first answer and the end of a talk, over the last seven days.',
  rate: 'search',
  input: null,
  output: z.object({
    talks: z.number(),
    firstAnswerSeconds: z.object({ median: z.number().nullable(), p90: z.number().nullable() }),
    solvedSeconds: z.object({ median: z.number().nullable(), p90: z.number().nullable() }),
  }),
  refusals: [],
})
