import { minuteMs } from '@kapao/contract/times'
import {
  findMirrors,
  isBeyondChance,
  mirrored,
} from '../../apps/server/src/records/links/mirror.ts'
import type { PlayResult } from '../../apps/server/src/records/links/opposite.ts'
import { closeness } from '../../apps/server/src/records/links/chance.ts'
import type { Bench } from './report.ts'

const baht = 100
/** As `ledger/play` reads them. */
const largestMax = 20
const addedMax = 5
const shortlyMs = 10 * minuteMs
const othersMin = 100
/** Of a week's sampled hours at a game of the evening. */
const eveningHours = 4

/** What is bet: by the bettor's mood, always the same, or at slots. */
const styles = ['varied', 'flat', 'slots'] as const
type Style = (typeof styles)[number]
const rewards = ['share', 'turnover'] as const
const looks = [2, 5, 15, 40]

type NumberedResult = PlayResult & { n: number }
type PlayStyle = {
  style: Style
  lookMinutes: number
  fromMinute: number
  toMinute: number
  stake: number
  /** Whether the reward is over, by what was lost altogether and in single results. */
  isOver?: (total: number, lost: number) => boolean
}

/** The bench gives the same figures each time. */
function drawsOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function roundOf(style: Style, stake: number, draw: () => number): number {
  if (style === 'flat') return draw() < 0.5 ? stake : -stake
  if (style === 'varied') {
    const bet = stake * [1, 1, 1, 2, 3][Math.floor(draw() * 5)]!
    return draw() < 0.5 ? bet * 0.98 : -bet
  }
  const luck = draw()
  if (luck < 0.25) return stake * (draw() * 3 - 0.5)
  return luck < 0.27 ? stake * (4 + draw() * 30) : -stake
}

/** What one member's looks find; a round takes half a minute. */
function play(owner: string, draw: () => number, playing: PlayStyle): PlayResult[] {
  const { style, lookMinutes, toMinute, isOver } = playing
  const stake =
    style === 'flat' ? playing.stake : playing.stake * [0.5, 1, 1, 2][Math.floor(draw() * 4)]!
  const found: PlayResult[] = []
  const nextLook = (at: number): number => at + lookMinutes * minuteMs * (0.5 + draw())
  let at = playing.fromMinute * minuteMs
  let [since, looksAt, net, total, lost] = [at, nextLook(at), 0, 0, 0]
  for (at += 30_000; at < toMinute * minuteMs; at += (20 + draw() * 20) * 1_000) {
    net += roundOf(style, stake, draw)
    if (at < looksAt) continue
    looksAt = nextLook(at)
    const amount = BigInt(Math.round(net * baht))
    if (amount === 0n) continue
    found.push({ owner, game: 'pg', amount, since: new Date(since), at: new Date(at) })
    total += net
    lost += Math.max(0, -net)
    ;[since, net] = [at, 0]
    if (isOver?.(total, lost)) break
  }
  return found
}

const sizeOf = ({ amount }: PlayResult): bigint => (amount < 0n ? -amount : amount)
const isWithin = (size: bigint, other: bigint, percent: number): boolean =>
  other * 1_000n >= size * BigInt(1_000 - percent * 10) &&
  other * 1_000n <= size * BigInt(1_000 + percent * 10)

/** What `ledger/play` would read of these results. */
function readBeside(mine: readonly NumberedResult[], others: readonly PlayResult[]) {
  const between = (one: PlayResult, from: number, to: number) => (it: PlayResult) =>
    it.at.getTime() >= one.since.getTime() - from && it.at.getTime() <= one.at.getTime() + to
  const opposite = mine.flatMap((one) =>
    others
      .filter(between(one, mirrored.earlierMs, mirrored.laterMs))
      .filter((it) => it.amount > 0n !== one.amount > 0n)
      .filter((it) => isWithin(sizeOf(one), sizeOf(it), mirrored.apartPercent))
      .map((it) => ({ ...it, n: one.n })),
  )
  const together = mine
    .slice(0, addedMax)
    .flatMap((one) => others.filter(between(one, 0, shortlyMs)).map((it) => ({ ...it, n: one.n })))
  return { opposite, together }
}

type Case = { reward: (typeof rewards)[number]; style: Style; lookMinutes: number; others: number }

/** Of so many honest members who have met their reward beside others with like bets, the part that waits, in percent. */
function countWaiting({ reward, style, lookMinutes, others }: Case, runs: number): number {
  const stake = reward === 'share' ? 100 : 50
  const like = { style, lookMinutes, stake }
  const past = Array.from({ length: eveningHours * (others + 1) }, (_, at) =>
    play('past', drawsOf(at), { ...like, fromMinute: 0, toMinute: 60 }).map(sizeOf),
  ).flat()
  const shareOf = (sizes: readonly bigint[]) => {
    const count = (isCounted: (size: bigint, it: bigint) => boolean) =>
      sizes.reduce((sum, size) => sum + past.filter((it) => isCounted(size, it)).length, 0)
    const every = count((size, it) => it * 2n >= size && it <= size * 2n) + othersMin
    return closeness.map((percent) => count((size, it) => isWithin(size, it, percent)) / every)
  }
  let [waiting, met] = [0, 0]
  for (let seed = 1; met < runs && seed < runs * 20; seed += 1) {
    const draw = drawsOf(seed * 7_919)
    let isMet = false
    const isOver = (total: number, lost: number) =>
      (isMet = reward === 'share' ? total <= -1_500 : lost >= 1_000)
    const all = play('member', draw, { ...like, fromMinute: 0, toMinute: 180, isOver })
    if (!isMet) continue
    met += 1
    const played = all.reduce((sum, one) => sum + sizeOf(one), 0n)
    const mine = all
      .toSorted((one, two) => (sizeOf(one) < sizeOf(two) ? 1 : -1))
      .slice(0, largestMax)
      .map((one, at) => ({ ...one, n: at + 1 }))
    const beside = Array.from({ length: others }, (_, at) =>
      play(`other ${at}`, draw, { ...like, fromMinute: -30 * draw(), toMinute: 200 }),
    ).flat()
    const atStake = played < 300_000n ? played : 300_000n
    const found = findMirrors(mine, readBeside(mine, beside), atStake)
    if (
      found.some((one) =>
        isBeyondChance(one, shareOf(one.pairs.slice(0, 3).map(({ mine: it }) => sizeOf(it)))),
      )
    )
      waiting += 1
  }
  return (waiting * 100) / met
}

/** Where all bet one and the same chip, many sums agree to the satang: what waits there is reported only. */
const targets: Record<number, string> = { 1: '<= 5', 10: '<= 10' }

/** How often honest members wait for a person because another's results happen to mirror theirs (docs/fraud.md). */
export const bench: Bench = {
  name: 'mirrors',
  run: (report, { long }) => {
    for (const style of styles)
      for (const others of [1, 3, 10, 30]) {
        const rates = looks.flatMap((lookMinutes) =>
          rewards.map((reward) =>
            countWaiting({ reward, style, lookMinutes, others }, long ? 400 : 100),
          ),
        )
        const name = `mirrors.${style}.beside-${others}`
        const mean = rates.reduce((sum, one) => sum + one, 0) / rates.length
        const target = style === 'flat' ? undefined : targets[others]
        report({ name: `${name}.least`, value: Math.min(...rates), unit: '%' })
        report({ name: `${name}.mean`, value: mean, unit: '%', ...(target && { target }) })
        report({ name: `${name}.most`, value: Math.max(...rates), unit: '%' })
      }
    return Promise.resolve()
  },
}
