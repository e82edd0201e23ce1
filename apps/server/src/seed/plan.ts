/** The games that demo members play, each of another family or group; the others are not yet opened. */
export const demoGames = ['pg', 'betflix', 'joker2', 'askmebet', 'sport'] as const
export type DemoGame = (typeof demoGames)[number]

/** One event, this many days and hours ago, in whole baht; kip are counted by the demo's rate. */
export type PlannedEvent = { daysAgo: number; hour: number; baht: number } & (
  | { what: 'deposit' }
  | { what: 'transfer'; from: string; to: string; isRefused: boolean }
  | { what: 'result'; game: DemoGame; isWin: boolean }
)

const days = 27
const wallet = 'wallet'

/**
 * Four weeks of a member who deposits on some days, plays on all, wins a little and loses a little more; always the
 * same.
 */
export function planHistory(): PlannedEvent[] {
  const has: Record<string, number> = {}
  const happenings: PlannedEvent[] = []
  const add = (place: string, baht: number) => (has[place] = (has[place] ?? 0) + baht)

  for (let daysAgo = days; daysAgo >= 1; daysAgo -= 1) {
    const game = demoGames[daysAgo % demoGames.length]!
    const other = demoGames[(daysAgo + 2) % demoGames.length]!
    if (daysAgo === days || daysAgo % 6 === 2) {
      const baht = 500 * (2 + (daysAgo % 4))
      happenings.push({ daysAgo, hour: 9, what: 'deposit', baht })
      add(wallet, baht)
    }
    const stake = 100 + ((daysAgo * 37) % 9) * 50
    if ((has[wallet] ?? 0) < stake) continue
    const isRefused = daysAgo % 13 === 5
    happenings.push({ daysAgo, hour: 12, ...move(wallet, game, stake), isRefused })
    if (isRefused) continue
    add(wallet, -stake)
    add(game, stake)
    const result = ((daysAgo * 53) % 8) * 45 - 150
    const bounded = Math.max(result, 20 - has[game]!)
    if (bounded !== 0) {
      const baht = Math.abs(bounded)
      happenings.push({ daysAgo, hour: 15, what: 'result', game, isWin: bounded > 0, baht })
      add(game, bounded)
    }
    const half = Math.floor(has[game]! / 2)
    if (daysAgo % 2 === 0 && half > 0) {
      // Some move on to another game, most return to the wallet.
      const to = daysAgo % 8 === 0 ? other : wallet
      happenings.push({ daysAgo, hour: 20, ...move(game, to, half) })
      add(game, -half)
      add(to, half)
    }
  }
  // Enough to try everything with.
  return [...happenings, { daysAgo: 1, hour: 21, what: 'deposit', baht: 5_000 }]
}

function move(from: string, to: string, baht: number) {
  return { what: 'transfer' as const, from, to, baht, isRefused: false }
}
