import { minuteMs } from '@kapao/contract/times'
import { bahtOf } from '../casino.ts'
import { bring } from '../channels.ts'
import { allIn, allOut, endBonus, look, takeOut, work } from '../hands.ts'
import type { Member, ThiefWorld } from '../world.ts'
import type { Cast, ThiefAct } from './scene.ts'

/** Found by a third look: two who share nothing move a bonus from one to the other (PLAY-08). */
const strangersRow = 19
const lostDepositRow = 20

/** Credited for good at once, so that a payout waits for nothing but the rules that are tried here. */
const door = 'envelope'

/** Somebody whom nothing links to a member: neither an invitation nor a name. */
function strangerTo({ members, chance }: ThiefWorld, { me, friend }: Cast) {
  return chance.oneOf(members.filter((one) => one !== me && one !== friend))
}

/** Both look at once, or one some minutes after the other. */
async function lookBoth(world: ThiefWorld, both: readonly Member[]): Promise<void> {
  for (const who of both) {
    await look(world, who)
    if (world.chance.percent(30)) await world.passTime(world.chance.between(1, 20) * minuteMs)
  }
}

/** What is lost under a bonus a stranger wins; who is paid first is drawn. */
const strangersAgainstBonus: ThiefAct = {
  name: 'strangers bet against each other under a bonus',
  row: strangersRow,
  weight: 2,
  play: async function* play(world, cast) {
    const { me } = cast
    const { chance, casino } = world
    const other = strangerTo(world, cast)
    const baht = chance.between(10, 18) * 100
    for (const who of [me, other]) await bring(world, who, { baht, door })
    yield `brings ${baht}, and so does ${other.called}`
    const code = chance.oneOf(['WEEKEND', 'SLOTS', 'KAPAO'] as const)
    const way = code === 'KAPAO' ? 'promotion' : 'bonus'
    const { status } = await me.call(`GET /api/${way}/activate/${code}`)
    yield `takes ${code} (${status})`
    if (status !== 200) return
    for (const who of [me, other]) await allIn(world, who, 'pg')
    const stake = await casino.has(me, 'pg')
    for (let round = chance.between(2, 3); round > 0; round -= 1) {
      const moved = await casino.playOver({
        loser: me,
        winner: other,
        game: 'pg',
        stake: (stake * 99n) / 100n,
      })
      await lookBoth(world, [me, other])
      yield `loses ${bahtOf(moved)} to ${other.called}`
    }
    for (const who of [me, other]) await allOut(world, who, 'pg')
    for (const who of chance.percent(50) ? [me, other] : [other, me]) {
      await endBonus(world, who)
      yield `${who.called} is paid ${bahtOf(await takeOut(world, who))}`
    }
    await work(world)
    for (const who of [me, other])
      yield `${who.called} is paid ${bahtOf(await takeOut(world, who))}`
  },
}

/** What is lost under a bonus passes through one stranger to another, who has met no bonus and is paid first. */
const bonusPassedOn: ThiefAct = {
  name: 'a bonus passes through a third account',
  row: strangersRow,
  weight: 1,
  play: async function* play(world, cast) {
    const { me } = cast
    const { members, chance } = world
    const other = strangerTo(world, cast)
    const third = chance.oneOf(members.filter((one) => ![me, cast.friend, other].includes(one)))
    const baht = chance.between(10, 18) * 100
    await bring(world, me, { baht, door })
    for (const who of [other, third]) await bring(world, who, { baht: 300, door })
    const { status } = await me.call('GET /api/bonus/activate/WEEKEND')
    yield `brings ${baht} and takes WEEKEND (${status})`
    if (status !== 200) return
    for (const who of [me, other, third]) await allIn(world, who, 'pg')
    for (const [loser, winner] of [
      [me, other],
      [other, third],
    ] as const) {
      yield `${loser.called} loses ${bahtOf(await loseAll(world, loser, winner))} to ${winner.called}`
    }
    for (const who of [third, me, other, third]) {
      await endBonus(world, who)
      yield `${who.called} is paid ${bahtOf(await takeOut(world, who))}`
    }
  },
}

/** Double or nothing, until one has what both had. */
async function loseAll(world: ThiefWorld, loser: Member, winner: Member): Promise<bigint> {
  const { casino } = world
  let lost = 0n
  for (let round = 0; round < 5; round += 1) {
    const stake = await casino.has(loser, 'pg')
    lost += await casino.playOver({ loser, winner, game: 'pg', stake })
    await lookBoth(world, [loser, winner])
  }
  return lost
}

/** A deposit goes to a stranger, and is to earn its share all the same. */
const shareOfLostDeposit: ThiefAct = {
  name: 'a share of a deposit that is lost',
  row: lostDepositRow,
  weight: 1,
  play: async function* play(world, cast) {
    const { me } = cast
    const other = strangerTo(world, cast)
    const baht = world.chance.between(10, 18) * 100
    for (const who of [me, other]) await bring(world, who, { baht, door })
    for (const who of [me, other]) await allIn(world, who, 'pg')
    const moved = await world.casino.playOver({
      loser: me,
      winner: other,
      game: 'pg',
      stake: BigInt(baht) * 100n,
    })
    await lookBoth(world, [me, other])
    yield `loses ${bahtOf(moved)} to ${other.called}`
    const { status } = await me.call('GET /api/bonus/activate/WEEKEND')
    yield `takes WEEKEND (${status})`
    await endBonus(world, me)
    for (const who of [me, other])
      yield `${who.called} is paid ${bahtOf(await takeOut(world, who))}`
  },
}

export const strangerScenes: readonly ThiefAct[] = [
  strangersAgainstBonus,
  bonusPassedOn,
  shareOfLostDeposit,
]
