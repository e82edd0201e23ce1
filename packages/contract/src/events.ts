import { z } from 'zod'
import { conversation } from './chat.ts'
import { currency } from './money.ts'
import { progressStatus } from './fields.ts'
import { statementTypes } from './statement.ts'

/** S2: a message for the room, added to the history. */
export const messaging = conversation

/** S1: the room of a member or a guest, as a client requests it. The server joins the caller's own room or none. */
export function roomOf(prefix: string, id: string): string {
  return `${prefix}-${id}`
}

/**
 * Small pushes to the member after a commit. They carry no amounts: the page reads the wallet or the statement again,
 * so that a late or repeated event can never show a wrong number.
 */
const changed = z.object({
  seq: z.int().min(0).meta({ description: "The member's wallet sequence after the change" }),
})
const rowChanged = changed.extend({
  _id: z.string().meta({ description: 'The statement row, or the slip that has ended' }),
  status: progressStatus,
})

export const pushes = {
  wallet: changed,
  deposit: rowChanged,
  transfer: rowChanged,
  withdrawal: rowChanged,
  reward: changed.extend({ type: z.enum(statementTypes), currency }),
  /**
   * Also sent to guests. `seen` is the seq up to which staff have read; `isTyping` is true while staff write an
   * answer.
   */
  chat: z.object({ unread: z.int().min(0), seen: z.int().min(0), isTyping: z.boolean() }),
} as const

export type PushName = keyof typeof pushes
export type Push<N extends PushName> = z.output<(typeof pushes)[N]>

/** The events that the server sends, in the form that the socket library's types expect. */
export type ServerEvents = {
  messaging: (message: z.input<typeof messaging>) => void
} & { [N in PushName]: (push: Push<N>) => void }

/** The events that a client sends. */
export type ClientEvents = {
  join: (room: string) => void
  /** The customer is typing; sent to the desk while operators have the talk, and not stored. */
  typing: () => void
}
