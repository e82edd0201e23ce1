import { moneyFromText, textOfMoney } from '@kapao/contract/money'
import type { GameWorld, Player } from '../worlds/game-world.ts'
import type { Bet } from './books.ts'

/** The model's game providers: stakes and their results. */
export type Casino = {
  bets: Bet[]
  /** A member's balance at a provider, in satang. */
  has: (who: Player, game: string) => Promise<bigint>
  /** Stakes this much, or the balance if it is less; null where it is zero. */
  place: (who: Player, game: string, stake: bigint) => Promise<Bet | null>
  /** What one of two loses the other one wins, less the edge of the operator's game. */
  playOver: (over: PlayedOver) => Promise<bigint>
  settle: (who: Player, bet: Bet, result: Result) => Promise<void>
}

/** How much of a stake counts towards turnover, by game. */
const shares: Record<string, number> = { pg: 100, joker2: 100, sport: 50 }
export const playedGames = Object.keys(shares)

type PlayedOver = { loser: Player; winner: Player; game: string; stake: bigint }
type Result = { won: bigint; isVoid: boolean }
type Account = { username: string; balance: string }

export const satangOf = (baht: string | number): bigint =>
  moneyFromText(String(baht), 'BAHT')!.amount
export const bahtOf = (amount: bigint): string => textOfMoney({ amount, currency: 'BAHT' })

export function openCasino({ sandbox, clock }: GameWorld): Casino {
  const names = new Map<string, string>()
  const bets: Bet[] = []
  const nameOf = async (who: Player, game: string): Promise<string> => {
    const known = names.get(`${who.id} ${game}`) ?? (await who.usernameAt(game))
    names.set(`${who.id} ${game}`, known)
    return known
  }
  const has = async (who: Player, game: string): Promise<bigint> => {
    const username = await nameOf(who, game)
    const all = await sandbox.control<Account[]>('GET', `/games/${game}/accounts`)
    // A member whose session has expired does not learn their name there, and can take nothing.
    return satangOf(all.find((one) => one.username === username)?.balance ?? 0)
  }
  const put = async (who: Player, game: string, balance: bigint): Promise<unknown> =>
    sandbox.control('POST', `/games/${game}/balance`, {
      username: await nameOf(who, game),
      balance: bahtOf(balance),
    })
  const place: Casino['place'] = async (who, game, wanted) => {
    const there = await has(who, game)
    const stake = wanted < there ? wanted : there
    if (stake <= 0n) return null
    await put(who, game, there - stake)
    const bet: Bet = {
      memberId: who.id,
      game,
      share: shares[game]!,
      stake,
      placedAt: clock.now(),
      against: null,
      result: null,
    }
    bets.push(bet)
    return bet
  }
  const settle: Casino['settle'] = async (who, bet, result) => {
    bet.result = { ...result, at: clock.now() }
    await put(who, bet.game, (await has(who, bet.game)) + result.won)
  }
  return {
    bets,
    has,
    place,
    settle,
    playOver: async ({ loser, winner, game, stake: wanted }) => {
      const [one, two] = [await has(loser, game), await has(winner, game)]
      const stake = [one, two, wanted].reduce((least, sum) => (sum < least ? sum : least))
      const lost = await place(loser, game, stake)
      const won = await place(winner, game, stake)
      if (!lost || !won) return 0n
      lost.against = winner.id
      won.against = loser.id
      await settle(loser, lost, { won: 0n, isVoid: false })
      await settle(winner, won, { won: (stake * 198n) / 100n, isVoid: false })
      return stake
    },
  }
}
