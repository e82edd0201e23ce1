import type { Queryable } from '#core/db.ts'
import { readPlay, type Play } from '#ledger/read.ts'
import { listLostSince, type Held } from '../../modules/bonus/store.ts'
import { readSettings } from '../../modules/settings/read.ts'

const dayMs = 24 * 60 * 60_000
/** So long after a bonus was given up, or paid up to its most, a bet of it may still be decided. */
const tailMs = 7 * dayMs
/** Where bets wait for matches and draws. */
const slowTailMs = 30 * dayMs
/** Who has put in a fifth of what was won may well have won it, where bets are decided at once. */
const likelyTimes = 5n

export type Asked = { memberId: string; now: Date; isSwept: boolean }

/**
 * Whether a game may have given a member back what they staked under a bonus, which ended without all of it being theirs.
 * No provider tells open bets: what was staked before the end and comes back after it looks like a win, and was not the
 * member's to keep. Where bets stay open any win after a loss under the bonus may be that, whatever has been put in since;
 * elsewhere only what is much more than they have put in. A jackpot looks the same, so it is for a person to see. What
 * games give on the way is not known yet.
 */
export async function mayBeOldStakes(on: Queryable, asked: Asked): Promise<boolean> {
  const since = new Date(asked.now.getTime() - slowTailMs)
  const bonuses = await listLostSince(on, asked.memberId, since)
  if (bonuses.length === 0) return false
  const ends = bonuses.flatMap(({ createdAt, endedAt }) => [createdAt, endedAt!])
  const instants = ends.toSorted((one, other) => one.getTime() - other.getTime())
  const [staysOpen, play] = [await readSlowGames(on), await readPlay(on, asked.memberId, instants)]
  return bonuses.some((bonus) => mayBeOf(bonus, { ...asked, staysOpen, play }))
}

type Seen = Asked & { staysOpen: (game: string) => boolean; play: readonly Play[] }

function mayBeOf({ createdAt, endedAt }: Held, { now, isSwept, staysOpen, play }: Seen): boolean {
  const ended = endedAt!
  const isRecent = now.getTime() - ended.getTime() <= tailMs
  if (isSwept && isRecent) return true
  return [...Map.groupBy(play, ({ game }) => game)].some(([game, all]) => {
    const under = all.filter(({ since }) => since >= createdAt && since < ended)
    const after = all.filter(({ since }) => since >= ended)
    const won = sum(after.map((one) => one.won))
    if (staysOpen(game) && under.some(({ lost }) => lost > 0n)) return isSwept || won > 0n
    return isRecent && won > sum(after.map(({ moved }) => moved)) * likelyTimes
  })
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((one, other) => one + other, 0n)

/** Slots are decided while they are played. A game that is no longer in the list may have been any. */
async function readSlowGames(on: Queryable): Promise<(game: string) => boolean> {
  const games = (await readSettings(on))['games.providers']
  const quick = new Set(games.filter(({ category }) => category === 'slot').map(({ code }) => code))
  return (game) => !quick.has(game)
}
