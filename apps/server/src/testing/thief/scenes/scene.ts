import type { Member, ThiefWorld } from '../world.ts'

/** Who acts, and who is with them: the one who invited them, or whom they have invited. */
export type Cast = { me: Member; friend: Member }

/** Something that somebody may do in steps, between which others act; each step says what was done. */
export type Scene = {
  name: string
  /** The row of the table that it tries; null for what honest members do. */
  row: number | null
  weight: number
  play: (world: ThiefWorld, cast: Cast) => AsyncGenerator<string, void>
}
