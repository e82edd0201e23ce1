import type { CallInput, CallOutput } from '@kapao/contract/calls'
import type { DeliveryStatus } from '@kapao/contract/chat'

/** A message from the server. */
export type ServerLine = CallOutput<'POST /api/chat/history'>[number]

export type MessageInput = CallInput<'POST /api/chat/send-message'>['message']

export type Media = Extract<MessageInput, { message_type: 'media' }>['payload']

/** A message of this device that the server has not returned yet. */
export type OwnMessage = {
  /** Identifies the message in every attempt, so that it counts once however often it is sent. */
  id: string
  message: MessageInput
  status: DeliveryStatus
  /** There is no connection: it is sent automatically once that is back. */
  isWaiting: boolean
  /** Percent of a file that has been uploaded. */
  progress: number
  /** The server's time, once it has accepted the message. */
  createdAt: string | null
  /** Why it failed; translated when it is shown. */
  fault: unknown
}

/** One line of the history, from the server or from this device. */
export type ChatLine = {
  key: string
  seq: number | null
  sender: ServerLine['sender']
  message: ServerLine['message']
  createdAt: string | null
  sessionId: string | null
  /** Set for a message that is still in this device's queue. */
  own: OwnMessage | null
}

export function keyOf(received: ServerLine): string {
  return received.message.deliver?.id ?? received._id
}
