import type { CallInput, CallOutput } from '@kapao/contract/calls'
import type { DeliveryStatus } from '@kapao/contract/chat'

/** A message as the server tells it. */
export type ServerLine = CallOutput<'POST /api/chat/history'>[number]

export type Sent = CallInput<'POST /api/chat/send-message'>['message']

export type Media = Extract<Sent, { message_type: 'media' }>['payload']

/** A message of this device that the server has not told back yet. */
export type Own = {
  /** Goes with the message wherever it goes, so that it counts once however often it is sent. */
  id: string
  message: Sent
  status: DeliveryStatus
  /** The connection is away: it goes by itself when that is back. */
  isWaiting: boolean
  /** Percent of a file that has left. */
  progress: number
  /** The server's time, once it has taken it. */
  createdAt: string | null
  /** Why it failed, to be told in the language that is shown. */
  fault: unknown
}

/** One line of the history, whoever knows of it. */
export type Line = {
  key: string
  seq: number | null
  sender: ServerLine['sender']
  message: ServerLine['message']
  createdAt: string | null
  sessionId: string | null
  /** Of a message that is still this device's concern. */
  own: Own | null
}

export function keyOf(told: ServerLine): string {
  return told.message.deliver?.id ?? told._id
}
