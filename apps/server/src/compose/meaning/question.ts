import type { ItemHold } from '../../modules/items/store.ts'

/**
 * A question about the meaning of movements, asked of those after $1 up to $2; what it answers is for a person to look at and blames
 * nobody. It answers key, memberId, otherId, words and evidence.
 */
export type MeaningQuestion = {
  /** Also the kind of its items. */
  name: `meaning.${string}`
  /** A movement is asked about when it is so old: what proves it may come later. */
  afterMs: number
  /** What its members wait for until somebody has looked; most hold nothing. */
  holds?: readonly ItemHold[]
  sql: string
}

export type Found = {
  key: string
  memberId: string | null
  otherId: string | null
  words: string
  evidence: Record<string, unknown>
}
