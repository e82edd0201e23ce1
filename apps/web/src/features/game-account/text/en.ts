import type { TextOf } from '#text/text-of.ts'

export const gameAccountText = {
  notOpened: (game: string) =>
    `${game} does not answer right now. Nothing was opened; please try again later or choose another game.`,
}

/** Texts of the sheet of a game that home does not need. */
export type GameAccountText = TextOf<typeof gameAccountText>
