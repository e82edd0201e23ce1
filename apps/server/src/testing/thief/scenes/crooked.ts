import { dayMs, minuteMs } from '@kapao/contract/times'
import { allIn, allOut, endBonus, look, move, takeOut, work } from '../hands.ts'
import { bahtOf } from '../casino.ts'
import { bring, forge, order, showSlip, reportBySms, transfer } from '../channels.ts'
import type { ThiefWorld } from '../world.ts'
import { passMidnight } from './honest.ts'
import type { ThiefAct } from './scene.ts'

/** News of a member's money takes at most the worker's rounds of ten minutes. */
const roundMs = 11 * minuteMs

/** Not a row of the table: it was found by a second look (CARE-105). */
const openRoundRow = 18

const anyDoor = ({ chance }: ThiefWorld) => chance.oneOf(['feed', 'both', 'slip', 'code'] as const)

/** A feature is open when the bonus ends, pays afterwards, and its money is moved about before it is withdrawn. */
const featureAfterBonus: ThiefAct = {
  name: 'a feature pays after its bonus',
  row: 1,
  weight: 2,
  play: async function* play(world, { me }) {
    const { chance, casino } = world
    const baht = chance.between(8, 14) * 100
    const door = anyDoor(world)
    await bring(world, me, { baht, door })
    yield `brings ${baht} by ${door}`
    const { status } = await me.call('GET /api/bonus/activate/WEEKEND')
    yield `takes WEEKEND (${status})`
    if (status !== 200) return
    await allIn(world, me, 'pg')
    const left = BigInt(chance.between(0, 8) * 100)
    const bet = await casino.place(me, 'pg', (await casino.has(me, 'pg')) - left)
    await look(world, me)
    yield `buys a feature for ${bahtOf(bet?.stake ?? 0n)}`
    await endBonus(world, me)
    yield 'ends the bonus'
    if (!bet) return
    // Own money alongside it makes the win look like a win of that.
    if (chance.percent(50)) await bring(world, me, { baht: chance.between(3, 5) * 100, door })
    const won = (bet.stake * BigInt(chance.between(90, 100))) / 100n
    await casino.settle(me, bet, { won, isVoid: false })
    await look(world, me)
    yield `the feature pays ${bahtOf(won)}`
    for (let trip = chance.between(0, 2); trip > 0; trip -= 1) {
      await allOut(world, me, 'pg')
      await allIn(world, me, 'pg')
      yield 'moves it home and back'
    }
    yield `is paid ${bahtOf(await takeOut(world, me))}`
  },
}

/** One transfer that its slip and its SMS date differently. */
const slipAndLateSms: ThiefAct = {
  name: 'slip and SMS state two times',
  row: 5,
  weight: 2,
  play: async function* play(world, { me }) {
    const { chance } = world
    const baht = chance.between(200, 950)
    const minutes = chance.between(3, 9)
    const reference = await transfer(world, me, baht)
    const slipFirst = chance.percent(60)
    if (slipFirst) await showSlip(world, me, reference)
    yield `transfers ${baht}${slipFirst ? ' and shows the slip' : ''}`
    await world.passTime(minutes * minuteMs)
    await reportBySms(world, me, baht)
    yield `its SMS says ${minutes} minutes later`
    if (!slipFirst) await showSlip(world, me, reference)
    yield `is paid ${bahtOf(await takeOut(world, me))}`
  },
}

/** Returned stakes are no play. */
const voidTurnover: ThiefAct = {
  name: 'turnover of void bets',
  row: 6,
  weight: 2,
  play: async function* play(world, { me }) {
    const { chance, casino } = world
    const baht = chance.between(12, 18) * 100
    const door = anyDoor(world)
    await bring(world, me, { baht, door })
    yield `brings ${baht} by ${door}`
    const { status } = await me.call('GET /api/bonus/activate/SLOTS')
    yield `takes SLOTS (${status})`
    if (status !== 200) return
    await allIn(world, me, 'sport')
    for (let time = chance.between(2, 3); time > 0; time -= 1) {
      const bet = await casino.place(me, 'sport', await casino.has(me, 'sport'))
      await look(world, me)
      if (bet) await casino.settle(me, bet, { won: bet.stake, isVoid: true })
      await look(world, me)
      yield `bets ${bahtOf(bet?.stake ?? 0n)}, which is void`
    }
    yield `is paid ${bahtOf(await takeOut(world, me))}`
  },
}

/**
 * While a slot round is open its stake looks lost; the member withdraws from the bonus it has met, and then it comes
 * back.
 */
const openRound: ThiefAct = {
  name: 'a round is open when its bonus ends',
  row: openRoundRow,
  weight: 1,
  play: async function* play(world, { me }) {
    const { chance, casino } = world
    const baht = chance.between(12, 18) * 100
    const door = anyDoor(world)
    await bring(world, me, { baht, door })
    yield `brings ${baht} by ${door}`
    const { status } = await me.call('GET /api/bonus/activate/SLOTS')
    yield `takes SLOTS (${status})`
    if (status !== 200) return
    await move(me, { from: 'wallet', to: 'pg', amount: BigInt(baht - 200) * 100n })
    const bet = await casino.place(me, 'pg', await casino.has(me, 'pg'))
    await look(world, me)
    yield `is paid ${bahtOf(await takeOut(world, me))} while ${bahtOf(bet?.stake ?? 0n)} are away`
    if (bet) await casino.settle(me, bet, { won: bet.stake, isVoid: true })
    await look(world, me)
    if (chance.percent(30)) for (let day = 0; day < 8; day += 1) await passMidnight(world)
    yield `has them back and is paid ${bahtOf(await takeOut(world, me))}`
  },
}

/** The inviter earns by bets that are returned. */
const returnedInvitee: ThiefAct = {
  name: 'an invited friend bets for nothing',
  row: 7,
  weight: 2,
  play: async function* play(world, { me, friend }) {
    const [inviter, invited] = me.invitedBy === friend.id ? [friend, me] : [me, friend]
    const { chance, casino } = world
    for (const who of [inviter, invited]) {
      const baht = chance.between(10, 19) * 100
      await bring(world, who, { baht, door: anyDoor(world) })
      yield `${who.called} brings ${baht}`
    }
    await allIn(world, invited, 'sport')
    for (let time = chance.between(2, 5); time > 0; time -= 1) {
      const bet = await casino.place(invited, 'sport', await casino.has(invited, 'sport'))
      await look(world, invited)
      if (chance.percent(30)) await work(world, roundMs)
      if (bet) await casino.settle(invited, bet, { won: bet.stake, isVoid: true })
      await look(world, invited)
      yield `${invited.called} bets ${bahtOf(bet?.stake ?? 0n)}, which is void`
    }
    await work(world, roundMs)
    // Shares may be counted when a day is over.
    if (chance.percent(50)) await passMidnight(world)
    const { status } = await inviter.call('GET /api/invite/bonus')
    yield `${inviter.called} asks for the share (${status})`
    for (const who of [inviter, invited])
      yield `${who.called} is paid ${bahtOf(await takeOut(world, who))}`
  },
}

/** A stake is out when a day is closed, and comes back on the next. */
const betOverMidnight: ThiefAct = {
  name: 'bets over midnight',
  row: 10,
  weight: 1,
  play: async function* play(world, { me }) {
    const { chance, casino } = world
    const baht = chance.between(12, 19) * 100
    await bring(world, me, { baht, door: anyDoor(world) })
    await allIn(world, me, 'sport')
    yield `brings ${baht}`
    for (let round = chance.between(2, 3); round > 0; round -= 1) {
      const bet = await casino.place(me, 'sport', await casino.has(me, 'sport'))
      await look(world, me)
      await passMidnight(world)
      const { status } = await me.call('GET /api/refund/receive')
      yield `bets over midnight and asks for the refund (${status})`
      const result = { won: bet?.stake ?? 0n, isVoid: chance.percent(50) }
      if (bet) await casino.settle(me, bet, result)
      await look(world, me)
      if (chance.percent(80)) await passMidnight(world)
      yield `has the stake of ${bahtOf(result.won)} back`
    }
    await me.call('GET /api/refund/receive')
    yield `is paid ${bahtOf(await takeOut(world, me))}`
  },
}

const forging = (row: 12 | 13, timeOf: (world: ThiefWorld) => Date): ThiefAct => ({
  name: row === 12 ? 'a forged payment' : 'a forged payment of long ago',
  row,
  weight: 1,
  play: async function* play(world, { me }) {
    const baht = world.chance.between(200, 1_900)
    const reference = await order(world, me, baht)
    if (reference === null) return
    yield `orders a code over ${baht}`
    const status = await forge(world, { reference, baht, at: timeOf(world) })
    yield `the gateway's secret says that it is paid (${status})`
    yield `is paid ${bahtOf(await takeOut(world, me))}`
  },
})

const now = ({ clock }: ThiefWorld) => clock.now()
const longAgo = ({ clock, chance }: ThiefWorld) =>
  new Date(clock.now().getTime() - chance.oneOf([3, 10, 700]) * dayMs)

/** Two who know each other lose and win the same bet. */
const oppositeBets: ThiefAct = {
  name: 'opposite bets of two',
  row: 9,
  weight: 1,
  play: async function* play(world, { me, friend }) {
    const { chance, casino } = world
    const baht = chance.between(5, 15) * 100
    const both = chance.percent(50) ? [me, friend] : [friend, me]
    for (const [at, who] of both.entries()) {
      await bring(world, who, { baht, door: anyDoor(world) })
      await allIn(world, who, 'sport')
      const bet = await casino.place(who, 'sport', BigInt(baht) * 100n)
      const won = at === 0 || !bet ? 0n : (bet.stake * 198n) / 100n
      if (bet) await casino.settle(who, bet, { won, isVoid: false })
      await look(world, who)
      yield `${who.called} bets ${baht} and gets ${bahtOf(won)}`
    }
    await passMidnight(world)
    for (const who of both) {
      await who.call('GET /api/refund/receive')
      await who.call('GET /api/invite/bonus')
      yield `${who.called} is paid ${bahtOf(await takeOut(world, who))}`
    }
  },
}

export const crookedScenes: readonly ThiefAct[] = [
  featureAfterBonus,
  slipAndLateSms,
  voidTurnover,
  openRound,
  returnedInvitee,
  betOverMidnight,
  oppositeBets,
  forging(12, now),
  forging(13, longAgo),
]
