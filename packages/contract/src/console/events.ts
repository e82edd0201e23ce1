import { z } from 'zod'
import { workKinds } from './words.ts'

/** Hints of the console's socket: they name what to ask again, never what has changed. */
export const hints = {
  /** Something of a kind came, was taken or was decided. */
  work: z.object({ kind: z.enum(workKinds), id: z.string().nullable() }),
  member: z.object({ memberId: z.string() }),
  talk: z.object({ talk: z.string() }),
  /** A customer types in a talk. */
  typing: z.object({ talk: z.string() }),
  /** The house was closed or opened, or somebody lost their rights. */
  house: z.object({}),
  /** Payouts were stopped, or go on. */
  payouts: z.object({}),
  /** The roles or sessions of the listener changed. */
  me: z.object({}),
} as const

export type HintName = keyof typeof hints
export type Hint<N extends HintName> = z.output<(typeof hints)[N]>
export type HintEvents = { [N in HintName]: (hint: Hint<N>) => void }
