import type { Member, ThiefWorld } from '../world.ts'

/** The actor and a partner: the one who invited them, or the one they have invited. */
export type Cast = { me: Member; friend: Member }

/** An act in steps, between which others act; each step yields a description. */
export type ThiefAct = {
  name: string
  /** The row of the table that it tries; null for honest acts. */
  row: number | null
  weight: number
  play: (world: ThiefWorld, cast: Cast) => AsyncGenerator<string, void>
}
