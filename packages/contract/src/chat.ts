import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, instant } from './fields.ts'
import { chatTextLengthMax, pageSizeMax } from './limits.ts'

export const button = z
  .object({
    title: z.string(),
    type: z.string().meta({ description: 'web, call, postback; any other sends its title' }),
    payload: z.string().optional(),
  })
  .meta({ id: 'ChatButton' })
export type Button = z.output<typeof button>

export const genericCard = z
  .object({
    image_url: z.string(),
    title: z.string(),
    subtitle: z.string(),
    buttons: z.array(button),
  })
  .meta({ id: 'ChatCard' })
export type GenericCard = z.output<typeof genericCard>

/** `succeed` is the spelling of the product. */
export const deliveryStatuses = ['uploading_file', 'sending', 'failed', 'succeed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

const deliver = z.object({
  id: z.string().min(1).max(64),
  status: z.enum(deliveryStatuses),
  progress: z.number().min(0).max(100).optional(),
})

const mediaPayload = z.object({
  message: z.string().max(chatTextLengthMax).optional(),
  url: z.string().max(2048).optional(),
  fileType: z.enum(['image', 'video', 'file']),
  filePath: z.string().max(512).meta({
    description: 'As an upload answered it; in answers an address that is good for an hour',
  }),
  name: z.string().max(255),
  thumbnail: z.string().max(512).optional(),
  width: z.int().min(1).optional(),
  height: z.int().min(1).optional(),
})

const postbackPayload = z.object({
  title: z.string().max(255),
  message: z.string().max(chatTextLengthMax),
})

const withButtons = z.object({ message: z.string(), buttons: z.array(button) })
const delivered = { deliver: deliver.optional() }

/** Every kind that a customer may read. */
export const chatMessage = z
  .discriminatedUnion('message_type', [
    z.object({
      message_type: z.literal('text'),
      payload: z.object({ message: z.string() }),
      ...delivered,
    }),
    z.object({ message_type: z.literal('buttons'), payload: withButtons, ...delivered }),
    z.object({ message_type: z.literal('media'), payload: mediaPayload, ...delivered }),
    z.object({ message_type: z.literal('quick_replies'), payload: withButtons, ...delivered }),
    z.object({
      message_type: z.literal('generic'),
      payloads: z.array(genericCard),
      ...delivered,
    }),
    z.object({ message_type: z.literal('postback'), payload: postbackPayload, ...delivered }),
  ])
  .meta({ id: 'ChatMessage' })
export type ChatMessage = z.output<typeof chatMessage>

/** The kinds that a customer may send, with limits that do not apply to operators' messages. */
export const customerMessage = z.discriminatedUnion('message_type', [
  z.object({
    message_type: z.literal('text'),
    payload: z.object({
      message: z
        .string()
        .max(chatTextLengthMax)
        .regex(/[^\s\p{Cf}\p{Cc}]/u, 'a message has a visible character'),
    }),
    ...delivered,
  }),
  z.object({ message_type: z.literal('media'), payload: mediaPayload, ...delivered }),
  z.object({ message_type: z.literal('postback'), payload: postbackPayload, ...delivered }),
])
export type CustomerMessage = z.output<typeof customerMessage>

export const conversation = z
  .object({
    _id: z.string(),
    seq: z.int().min(0).meta({ description: 'Counts the messages of a conversation without gaps' }),
    sender: z.enum(['customer', 'other']),
    message: chatMessage,
    createdAt: instant,
    session_id: z.string(),
    userId: z.string().nullable(),
    guestId: z.string().nullable(),
    username: z.string().nullable(),
    name: z.string().nullable(),
    deviceToken: z.string(),
  })
  .meta({ id: 'Conversation' })
export type Conversation = z.output<typeof conversation>

// The session or the signed guest id identifies the caller; a body may name no other.
const named = {
  userId: z.string().max(200).nullish(),
  guestId: z.string().max(200).nullish(),
}

export const readChatConfig = endpoint({
  method: 'GET',
  path: '/api/chat/config',
  access: 'guest',
  row: 23,
  summary: 'Returns the prefix of chat rooms, and a signed guest id for a caller who has none.',
  rate: 'read',
  input: null,
  output: z.object({
    PREFIX: z.string(),
    guestId: z.string().optional(),
    unread: z.int().min(0),
    seen: z
      .int()
      .min(0)
      .meta({ description: 'What we have read of the conversation, up to this seq' }),
  }),
  refusals: [],
})

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/chat/send-message',
  access: 'guest',
  row: 24,
  summary: 'Sends a chat message and returns its creation time.',
  rate: 'chat',
  input: z.object({
    ...named,
    message: customerMessage,
    sender: z.literal('customer').optional(),
    session_id: z.string().max(64).nullish(),
    username: z.string().max(200).nullish(),
    name: z.string().max(200).nullish(),
    deviceToken: z.string().max(200).nullish(),
  }),
  output: instant,
  refusals: ['DAY_LIMIT', 'CHAT_BLOCKED'],
})

export const readHistory = endpoint({
  method: 'POST',
  path: '/api/chat/history',
  access: 'guest',
  row: 25,
  summary: "Lists the caller's own messages, newest first.",
  rate: 'read',
  input: z.object({
    ...named,
    limit: z.int().min(1).max(pageSizeMax),
    skip: z.int().min(0),
  }),
  output: z.array(conversation),
  refusals: [],
})

const uploaded = z.object({ path: z.string() })

export const uploadChatImage = endpoint({
  method: 'POST',
  path: '/api/chat/upload-image',
  access: 'guest',
  row: 26,
  summary: 'Uploads a picture for a chat message: PNG, JPEG or GIF of at most 10 MB.',
  rate: 'upload',
  input: null,
  multipart: { files: ['file'], fields: [] },
  output: uploaded,
  refusals: ['DAY_LIMIT'],
})

export const uploadChatVideo = endpoint({
  method: 'POST',
  path: '/api/chat/upload-video',
  access: 'guest',
  row: 27,
  summary: 'Uploads a video for a chat message: MP4 or QuickTime of at most 20 MB.',
  rate: 'upload',
  input: null,
  multipart: { files: ['file'], fields: [] },
  output: uploaded,
  refusals: ['DAY_LIMIT'],
})

export const markChatRead = endpoint({
  method: 'PUT',
  path: '/api/chat/read-customer/',
  access: 'guest',
  row: 28,
  summary: 'Marks the messages as read so far, or up to a number.',
  rate: 'chat',
  input: z.object({ ...named, seq: z.int().min(0).optional() }),
  output: done,
  refusals: [],
})
