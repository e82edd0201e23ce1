import { afterEach, beforeEach, expect, test } from 'vitest'
import { hourMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { addCondition } from '#money/conditions/store.ts'
import { listItems } from '#records/items/store.ts'
import { withBonuses } from '#testing/worlds/bonus-world.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { cliOf, decideItems } from '#testing/operators/cli.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { watchRewards } from './watch.ts'

const world = testWorld(async () => withBonuses(await openPayoutWorld()))
afterEach(async () => expect(await world.violations()).toEqual([]))

const shareOfDeposit = {
  percentFail: 50,
  endAmount: null,
  gives: { of: 'amount', amount: { BAHT: '500' } },
} as const
let taker: Player
let other: Player

/** Two members who share nothing, 2,500 baht each, the first with a bonus of 500 that ends at half of 3,000. */
beforeEach(async () => {
  await world.defineBonus('WEEKEND', { maxReceived: 9, terms: shareOfDeposit })
  // Nothing of another test was booked within a day.
  await world.passTime(25 * hourMs)
  taker = await addMember()
  other = await addMember()
})

let members = 0
/** Each with a name of their own: members of one name are linked, and compared elsewhere. */
async function addMember(): Promise<Player> {
  const own = String.fromCharCode(65 + (members % 26)).repeat(5 + Math.floor(members / 26))
  members += 1
  const player = await world.addPlayer(250_000n, ['pg'], { bankAccountName: `${own} ${own}son` })
  await world.passTime(1_000)
  return player
}
async function take(code = 'WEEKEND'): Promise<void> {
  expect((await taker.call(`GET /api/bonus/activate/${code}`)).status).toBe(200)
}
async function move(player: Player, from: string, to: string): Promise<void> {
  const amount = (await player.balances())[from]! / 100
  const answer = await player.call('POST /api/wallet/transfer', { body: { from, to, amount } })
  expect(answer.status).toBe(200)
}
const toGame = (player: Player) => move(player, 'wallet', 'pg')
const toWallet = (player: Player) => move(player, 'pg', 'wallet')

/** The game's results of one round, in baht, which all of them look at. */
async function play(...results: [Player, number][]): Promise<void> {
  for (const [player, result] of results) {
    const balance = (await player.balances())['pg']! / 100 + result
    await world.setBalanceAt(player, 'pg', balance.toFixed(2))
  }
  await world.passTime(6_000)
  for (const [player] of results) await player.call('GET /api/wallet/refresh/slot')
}
async function end(player: Player): Promise<number | string> {
  await world.passTime(6_000)
  const { status, body } = await player.call('GET /api/bonus/clear')
  return status === 200 ? 200 : body.code
}
async function stageAfterWithdrawal(player: Player, amount: number): Promise<string> {
  await world.passTime(6_000)
  const answer = await world.withdraw(player, amount)
  if (answer.status !== 200) return answer.body.code
  const state = await world.until(
    () => world.stateOf(player),
    (found) => found === 'paid' || found === 'held',
  )
  return state!
}
const itemsOf = ({ id }: Player) =>
  listItems(world.database.db, { kind: null, memberId: id, open: true, limit: 9 })
const decide = async (player: Player, word: 'allow' | 'deny') =>
  decideItems(cliOf({ db: world.database.db, clock: world.clock }), await itemsOf(player), word)
const walletOf = async (player: Player) => (await player.balances())['wallet']

/** The pair's round: what the taker loses, the other one wins. */
async function playOpposite(amount = 1_500): Promise<void> {
  await take()
  await toGame(taker)
  await toGame(other)
  await play([taker, -amount], [other, amount])
  await toWallet(taker)
  await toWallet(other)
}

test('PLAY-04 two strangers who bet against each other under a bonus wait for a person: its end and the withdrawals of both', async () => {
  await playOpposite()
  expect(await end(taker)).toBe('REWARD_HELD')
  const [item] = await itemsOf(other)
  expect(item).toMatchObject({ kind: 'rewards.opposite', holds: ['rewards', 'withdrawals'] })
  expect(new Set([item!.memberId, item!.otherId])).toEqual(new Set([taker.id, other.id]))
  expect(await stageAfterWithdrawal(other, 2_000)).toBe('held')
  expect(await walletOf(taker)).toBe(150_000)
})

test('PLAY-04 the one who is paid first is compared as well: before the other ends the bonus', async () => {
  await playOpposite()
  expect(await stageAfterWithdrawal(other, 2_000)).toBe('held')
  expect(await itemsOf(taker)).toHaveLength(1)
  expect(await end(taker)).toBe('REWARD_HELD')
})

test('PLAY-04 allowed, both have everything', async () => {
  await playOpposite()
  expect(await end(taker)).toBe('REWARD_HELD')
  await decide(taker, 'allow')
  expect(await end(taker)).toBe(200)
  expect(await walletOf(taker)).toBe(150_000)
  expect(await stageAfterWithdrawal(taker, 1_500)).toBe('paid')
  expect(await stageAfterWithdrawal(other, 2_000)).toBe('paid')
})

test('PLAY-04 denied, only the reward is lost: the preview says so, and the rest is withdrawn', async () => {
  await playOpposite()
  expect(await end(taker)).toBe('REWARD_HELD')
  expect((await taker.call('GET /api/bonus/preview')).body).toMatchObject({
    allowed: false,
    why: 'held',
  })
  await decide(taker, 'deny')
  expect((await taker.call('GET /api/bonus/preview')).body).toMatchObject({
    allowed: true,
    why: 'denied',
    lost: [{ place: 'wallet', amount: 500 }],
    kept: 1_000,
  })
  expect((await taker.call('GET /api/bonus/check/minimum')).body).toEqual({ status: true })
  expect(await stageAfterWithdrawal(taker, 1_000)).toBe('BONUS_REMAINING')
  expect(await end(taker)).toBe(200)
  expect(await walletOf(taker)).toBe(100_000)
  expect(await stageAfterWithdrawal(taker, 1_000)).toBe('paid')
})

test('PLAY-04 a bonus that is lost to a stranger as a whole holds what the stranger won', async () => {
  await take()
  await toGame(taker)
  await toGame(other)
  await play([taker, -3_000], [other, 3_000])
  await toWallet(other)
  await world.passTime(hourMs)
  await world.runJobs()
  expect((await taker.call('GET /api/bonus/check/active')).body.status).toBe(false)
  expect(await itemsOf(other)).toMatchObject([{ kind: 'rewards.opposite' }])
  expect(await stageAfterWithdrawal(other, 2_000)).toBe('held')
})

test('PLAY-04 a turnover of opposite bets, some won and some lost, waits as well', async () => {
  await world.defineBonus('SLOTS', { terms: { kind: 'turnover', base: 'bonus', factor: '10' } })
  await take('SLOTS')
  await toGame(taker)
  await toGame(other)
  for (const result of [-400, 390, -350, 340, -300]) await play([taker, result], [other, -result])
  await toWallet(taker)
  expect(await stageAfterWithdrawal(taker, 2_000)).toBe('REWARD_HELD')
  expect(await itemsOf(other)).toHaveLength(1)
  await decide(taker, 'allow')
  expect(await stageAfterWithdrawal(taker, 2_000)).toBe('paid')
})

test.each(['taker', 'other'] as const)(
  'PLAY-04 the one who looks in between has it in parts, and is found all the same (%s)',
  async (looks) => {
    await take()
    await toGame(taker)
    await toGame(other)
    const [often, once] = looks === 'taker' ? [taker, other] : [other, taker]
    const signs = looks === 'taker' ? -1 : 1
    await play([often, signs * 700])
    await play([often, signs * 800])
    await play([once, -signs * 1_500])
    await toWallet(taker)
    await toWallet(other)
    expect(await stageAfterWithdrawal(other, 2_000)).toBe('held')
    expect(await end(taker)).toBe('REWARD_HELD')
  },
)

test('PLAY-09 three further accounts that play beside the pair, and against each other, do not hide it', async () => {
  const further = [await addMember(), await addMember(), await addMember()]
  for (const player of [taker, other, ...further]) await toGame(player)
  const [first, second, third] = further as [Player, Player, Player]
  await play([first, -1_400], [second, 1_400], [third, 375])
  await take()
  await play([taker, -1_500], [other, 1_425], [first, 1_000], [second, -1_000], [third, 1_500])
  await toWallet(taker)
  await toWallet(other)
  expect(await end(taker)).toBe('REWARD_HELD')
  expect(await itemsOf(other)).toMatchObject([{ kind: 'rewards.opposite' }])
  expect(await stageAfterWithdrawal(other, 2_000)).toBe('held')
})

test('PLAY-10 who loses by bad luck what somebody beside has won only about, is given everything', async () => {
  await take()
  await toGame(taker)
  await toGame(other)
  await play([taker, -1_500], [other, 1_300])
  await toWallet(taker)
  await toWallet(other)
  expect(await end(taker)).toBe(200)
  expect(await itemsOf(taker)).toEqual([])
  expect(await stageAfterWithdrawal(taker, 1_500)).toBe('paid')
  expect(await stageAfterWithdrawal(other, 2_000)).toBe('paid')
})

test('PLAY-04 a refund of what a stranger won waits for a person', async () => {
  await toGame(taker)
  await toGame(other)
  await play([taker, -1_500], [other, 1_500])
  const watch = watchRewards({ db: world.database.db, clock: world.clock, log: console })
  await watch.look(taker.id, 'refund')
  expect(await itemsOf(other)).toMatchObject([{ kind: 'rewards.opposite' }])
})

test('PLAY-05 a couple at one game at the same time, with sums of their own, waits for nobody', async () => {
  await take()
  await toGame(taker)
  await toGame(other)
  for (const [one, two] of [
    [-300, -120],
    [150, -80],
    [-700, 450],
    [-650, 210],
  ])
    await play([taker, one!], [other, two!])
  await toWallet(taker)
  await toWallet(other)
  expect(await end(taker)).toBe(200)
  expect(await itemsOf(taker)).toEqual([])
  expect(await stageAfterWithdrawal(taker, 1_000)).toBe('paid')
  expect(await stageAfterWithdrawal(other, 2_000)).toBe('paid')
})

test('PLAY-04 a prize that was played against a stranger: the withdrawal waits, and denied it is to be played again', async () => {
  const given = { memberId: taker.id, kind: 'prize', source: 'lucky', currency: 'BAHT' } as const
  const createdAt = world.clock.now()
  const prize = { ...given, amount: 20_000n, toPlay: 100_000n, id: systemIds.key(), createdAt }
  await world.database.db.begin((tx) => addCondition(tx, prize))
  const kept = async () => (await taker.call('GET /api/withdrawals/current')).body.kept
  await toGame(taker)
  await toGame(other)
  for (const result of [-550, 540, -500]) await play([taker, result], [other, -result])
  await toWallet(taker)
  expect(await kept()).toBeNull()
  expect(await stageAfterWithdrawal(taker, 1_900)).toBe('held')
  await decide(taker, 'deny')
  expect(await kept()).toEqual({ amount: 200, toPlay: 1_000 })
})

test('PLAY-13 a bonus that passes through a third account waits where it leaves, until a person has looked', async () => {
  const third = await addMember()
  const all = [taker, other, third]
  await take()
  for (const player of all) await toGame(player)
  await play([taker, -3_000], [other, 3_000])
  await play([other, -2_000], [third, 2_000])
  for (const player of [other, third]) await toWallet(player)
  expect(await stageAfterWithdrawal(third, 2_000)).toBe('held')
  const [item] = await itemsOf(third)
  expect(item).toMatchObject({ kind: 'rewards.opposite', holds: ['rewards', 'withdrawals'] })
  expect(new Set([item!.memberId, item!.otherId])).toEqual(new Set([third.id, other.id]))
  expect(await itemsOf(taker)).toHaveLength(1)
})

test('PLAY-05 members who bet against each other without any reward wait for nobody', async () => {
  await toGame(taker)
  await toGame(other)
  await play([taker, -1_500], [other, 1_500])
  await toWallet(other)
  expect(await stageAfterWithdrawal(other, 2_000)).toBe('paid')
  expect(await itemsOf(other)).toEqual([])
})

test.each(['allow', 'deny'] as const)(
  'PLAY-06 a large target that few results have met waits for a person; after %s nothing else is lost',
  async (word) => {
    await take()
    await toGame(taker)
    await play([taker, 12_500])
    await toWallet(taker)
    expect(await end(taker)).toBe('REWARD_HELD')
    expect(await itemsOf(taker)).toMatchObject([{ kind: 'bonus.few-results', holds: ['rewards'] }])
    await decide(taker, word)
    expect(await end(taker)).toBe(200)
    expect(await walletOf(taker)).toBe(word === 'allow' ? 1_550_000 : 1_500_000)
  },
)

test('PLAY-06 a target that several results have met, or of which most was won and not staked, waits for nobody', async () => {
  await take()
  await toGame(taker)
  for (const result of [2_900, 2_900, 2_900, 2_900, 600]) await play([taker, result])
  await toWallet(taker)
  expect(await end(taker)).toBe(200)

  // A turnover of 5,000: a large win is no stake.
  await world.defineBonus('SLOTS', { terms: { kind: 'turnover', base: 'bonus', factor: '50' } })
  await take('SLOTS')
  await toGame(taker)
  for (const result of [9_000, -1_000, -1_000, -1_000, -1_000, -1_000]) await play([taker, result])
  await toWallet(taker)
  expect(await end(taker)).toBe(200)
  expect(await itemsOf(taker)).toEqual([])
})
