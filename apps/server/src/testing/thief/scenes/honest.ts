import { dayMs, minuteMs } from '@kapao/contract/times'
import { bahtOf } from '../casino.ts'
import { allDelivered, bring, doors, walletOf } from '../channels.ts'
import { allIn, allOut, endBonus, look, move, spinReels, takeOut, work } from '../hands.ts'
import type { Member, ThiefWorld } from '../world.ts'
import type { ThiefAct } from './scene.ts'

const bangkokMs = 7 * 60 * minuteMs

/** Passes midnight in Bangkok, and what is closed after it; no absence is long enough to end a session. */
export async function passMidnight(world: ThiefWorld): Promise<void> {
  const local = world.clock.now().getTime() + bangkokMs
  const midnight = (Math.floor(local / dayMs) + 1) * dayMs
  await world.passTime(midnight - local + 11 * minuteMs)
  await world.runJobs()
  for (const who of world.members) await who.call('GET /api/refund/check')
}

/** Some rounds at the reels, with the wallet's money. */
async function playSome(world: ThiefWorld, who: Member): Promise<void> {
  const { chance, casino } = world
  await allIn(world, who, 'pg')
  for (let round = chance.between(1, 3); round > 0; round -= 1) {
    const stake = ((await casino.has(who, 'pg')) * BigInt(chance.between(10, 100))) / 100n
    const won = chance.percent(45) ? (stake * BigInt(chance.between(50, 250))) / 100n : 0n
    await spinReels(world, who, { stake, won })
  }
}

const plays: ThiefAct = {
  name: 'plays',
  row: null,
  weight: 3,
  play: async function* play(world, { me }) {
    const { chance } = world
    const baht = chance.between(100, 1_500)
    const door = chance.oneOf(doors)
    await bring(world, me, { baht, door })
    yield `brings ${baht} by ${door}`
    await playSome(world, me)
    yield 'plays at the reels'
    if (chance.percent(70)) yield `is paid ${bahtOf(await takeOut(world, me))}`
  },
}

const takesBonus: ThiefAct = {
  name: 'plays with a bonus',
  row: null,
  weight: 2,
  play: async function* play(world, { me }) {
    const { chance } = world
    const baht = chance.between(100, 900)
    await bring(world, me, { baht, door: chance.oneOf(doors) })
    const what = chance.oneOf([
      'bonus/activate/WEEKEND',
      'bonus/activate/SLOTS',
      'promotion/activate/KAPAO',
    ])
    const { status } = await me.call(`GET /api/${what}`)
    yield `brings ${baht} and asks for ${what} (${status})`
    await playSome(world, me)
    yield 'plays at the reels'
    await allOut(world, me, 'pg')
    if (chance.percent(50)) await endBonus(world, me)
    yield `is paid ${bahtOf(await takeOut(world, me))}`
  },
}

/** A bet that really is void, and one that is decided late. */
const betsOnSport: ThiefAct = {
  name: 'bets on sport',
  row: null,
  weight: 2,
  play: async function* play(world, { me }) {
    const { chance, casino } = world
    const baht = chance.between(200, 1_200)
    await bring(world, me, { baht, door: chance.oneOf(doors) })
    await allIn(world, me, 'sport')
    const bet = await casino.place(me, 'sport', BigInt(baht * chance.between(30, 100)))
    await look(world, me)
    yield `brings ${baht} and bets ${bahtOf(bet?.stake ?? 0n)}`
    await work(world, chance.between(2, 90) * minuteMs)
    yield 'waits for the match'
    const isVoid = chance.percent(30)
    const won = isVoid ? bet?.stake : chance.percent(45) ? ((bet?.stake ?? 0n) * 19n) / 10n : 0n
    if (bet) await casino.settle(me, bet, { won: won ?? 0n, isVoid })
    await look(world, me)
    yield `gets ${bahtOf(won ?? 0n)}`
    if (chance.percent(60)) yield `is paid ${bahtOf(await takeOut(world, me))}`
  },
}

/** Coins of a deposit, all spun, and what they won. */
const spinsWheel: ThiefAct = {
  name: 'spins the wheel',
  row: 11,
  weight: 1,
  play: async function* play(world, { me }) {
    const baht = world.chance.between(3, 9) * 100
    await bring(world, me, { baht, door: 'both' })
    yield `brings ${baht}`
    await me.call('GET /api/spinwheel/setup')
    let spins = 0
    while ((await me.call('POST /api/spinwheel/spin', { body: {} })).body?.success === true)
      spins += 1
    const coupons = (await me.call('GET /api/spinwheel/coupon')).body as { _id: string }[]
    for (const { _id } of coupons)
      await me.call('POST /api/spinwheel/coupon/claim', { body: { coupon: _id } })
    yield `spins ${spins} times and claims ${coupons.length}`
    yield `is paid ${bahtOf(await takeOut(world, me))}`
  },
}

/** The bank reports everything again, by feed and by SMS, early and late. */
const reportedTwice: ThiefAct = {
  name: 'is reported twice',
  row: null,
  weight: 1,
  play: async function* play(world, { me }) {
    const { chance, sandbox } = world
    const baht = chance.between(200, 900)
    await bring(world, me, { baht, door: chance.oneOf(['feed', 'sms', 'both'] as const) })
    yield `brings ${baht}`
    const [newest] = await sandbox.control<{ reference: string }[]>('GET', '/slips/transfers')
    await world.passTime(chance.between(0, 120) * minuteMs)
    for (const as of ['feed', 'sms'])
      await sandbox
        .control('POST', '/bank/tell', { reference: newest!.reference, as })
        .catch(() => null)
    await allDelivered(sandbox)
    yield 'the bank reports it again'
    if (chance.percent(50)) yield `is paid ${bahtOf(await takeOut(world, me))}`
  },
}

const small: ThiefAct = {
  name: 'does one thing',
  row: null,
  weight: 4,
  play: async function* play(world, { me }) {
    const { chance } = world
    const game = chance.oneOf(['pg', 'sport', 'joker2'])
    const part = async () => ((await walletOf(world, me)) * BigInt(chance.between(10, 100))) / 100n
    const acts: Record<string, () => Promise<unknown>> = {
      'moves some in': async () => move(me, { from: 'wallet', to: game, amount: await part() }),
      'moves all out': () => allOut(world, me, game),
      'asks for the refund': () => me.call('GET /api/refund/receive'),
      'asks for the share of friends': () => me.call('GET /api/invite/bonus'),
      'ends the bonus': () => endBonus(world, me),
      looks: () => look(world, me),
      'lets time pass': () => work(world, chance.between(1, 180) * minuteMs),
      'sleeps over midnight': () => passMidnight(world),
    }
    const name = chance.oneOf(Object.keys(acts))
    await acts[name]!()
    yield name
  },
}

export const honestScenes: readonly ThiefAct[] = [
  plays,
  takesBonus,
  betsOnSport,
  spinsWheel,
  reportedTwice,
  small,
]
