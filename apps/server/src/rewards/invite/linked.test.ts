import { beforeAll, describe, expect, test } from 'vitest'
import { hourMs } from '@kapao/contract/times'
import { decideItems, cliOf } from '#testing/operators/cli.ts'
import { listItems } from '#records/items/store.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { bookPlay } from '#testing/worlds/booked-play.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { openLossWorld } from '#testing/worlds/loss-world.ts'

const bonus = '/api/invite/bonus'
const world = testWorld(openLossWorld)
beforeAll(async () => {
  await world.set('refund.period', 'day')
})

let named = 0
/** A name that no other member has. */
const ownName = () => {
  named += 1
  return `PERSON ${String.fromCharCode(65 + Math.floor(named / 26), 65 + (named % 26))} ALONE`
}
const bookFor = (player: Player, game: string, baht: bigint, hoursAgo = 1) =>
  bookPlay(world.database, player.id, {
    game,
    amount: baht * 100n,
    at: new Date(world.clock.now().getTime() - hoursAgo * hourMs),
  })
async function nextDay(): Promise<void> {
  await world.endDay()
  // A session ends after a week of inactivity, and results are booked hours before now.
  await world.passTime(3 * hourMs)
}
const itemsOf = (player: Player) =>
  listItems(world.database.db, { kind: null, memberId: player.id, open: true, limit: 9 })
const decide = async (player: Player, word: 'allow' | 'deny') =>
  decideItems(cliOf({ db: world.database.db, clock: world.clock }), await itemsOf(player), word)
type PlayerDetails = Partial<{ bankAccountName: string; bankCode: string; inviteCode: string }>
const add = (given: PlayerDetails = {}) =>
  world.addPlayer(0n, [], { bankAccountName: ownName(), ...given })
const inviteCodeOf = ({ id }: Player) => `PR${id}`
/** Sets one address for all sessions; otherwise each test call has another. */
async function seenAt(players: readonly Player[], address: string): Promise<void> {
  for (const { id } of players)
    await world.database.db.query(
      `update core_session set address = $2, last_used_at = $3 where member_id = $1`,
      [id, address, world.clock.now()],
    )
}

describe('CARE-38 one person with two accounts', () => {
  test('CARE-38 the same name at another bank, in any spelling: nothing is received before an operator has decided, and all of it after', async () => {
    const inviter = await add({ bankAccountName: 'MR SOMSAK RAKDEE' })
    const invitee = await add({
      inviteCode: inviteCodeOf(inviter),
      bankCode: 'SCB',
      bankAccountName: 'Rakdee  Somsak',
    })
    await bookFor(invitee, 'pg', -2_000n)
    await nextDay()
    expect(await itemsOf(inviter)).toMatchObject([
      { kind: 'invite.linked', otherId: invitee.id, holds: ['friend'] },
    ])
    expect(await world.asked(inviter, bonus)).toEqual([409, 'REWARD_HELD'])
    expect(await world.asked(invitee, '/api/refund/receive')).toEqual([409, 'REWARD_HELD'])
    expect((await invitee.call('GET /api/refund/check')).body).toMatchObject({
      result: false,
      refundAmount: 100,
    })
    await decide(inviter, 'allow')
    expect(await world.asked(inviter, bonus)).toEqual([200, 'INVITE_BONUS_SUCCESS'])
    expect(await world.asked(invitee, '/api/refund/receive')).toEqual([200, 'REFUND_SUCCESS'])
    expect((await inviter.balances())['wallet']).toBe(1_000)
    expect((await invitee.balances())['wallet']).toBe(10_000)
    await bookFor(invitee, 'pg', -2_000n)
    await nextDay()
    expect(await world.asked(inviter, bonus)).toEqual([200, 'INVITE_BONUS_SUCCESS'])
  })

  test('CARE-38 if denied, the earnings by that invitee are gone, those by others stay, and nothing more is earned', async () => {
    const inviter = await add({ bankAccountName: 'DENIED PERSON' })
    const [same, honest] = [
      await add({ inviteCode: inviteCodeOf(inviter), bankAccountName: 'Denied Person' }),
      await add({ inviteCode: inviteCodeOf(inviter) }),
    ]
    await bookFor(same, 'pg', -2_000n)
    await bookFor(honest, 'pg', -1_000n)
    await nextDay()
    await decide(inviter, 'deny')
    expect(await world.asked(inviter, bonus)).toEqual([200, 'INVITE_BONUS_SUCCESS'])
    expect((await inviter.balances())['wallet']).toBe(500)
    await bookFor(same, 'pg', -2_000n)
    await nextDay()
    expect(await world.asked(inviter, bonus)).toEqual([409, 'INVITE_COLLECT'])
  })

  test("CARE-103 a stranger who registers with a member's link and name blocks only the share that the stranger earns them", async () => {
    const inviter = await add({ bankAccountName: 'FAMOUS PERSON' })
    const honest = await add({ inviteCode: inviteCodeOf(inviter) })
    const thief = await add({ inviteCode: inviteCodeOf(inviter), bankAccountName: 'Famous Person' })
    await bookFor(inviter, 'pg', -2_000n)
    await bookFor(honest, 'pg', -1_000n)
    await bookFor(thief, 'pg', -2_000n)
    await nextDay()
    expect(await itemsOf(inviter)).toMatchObject([{ otherId: thief.id, holds: ['friend'] }])
    expect(await world.asked(inviter, '/api/refund/receive')).toEqual([200, 'REFUND_SUCCESS'])
    expect(await world.asked(inviter, bonus)).toEqual([200, 'INVITE_BONUS_SUCCESS'])
    expect((await inviter.balances())['wallet']).toBe(10_000 + 500)
    // Only the doubtful share is left, and the new account waits with all of its own.
    expect(await world.asked(inviter, bonus)).toEqual([409, 'REWARD_HELD'])
    expect(await world.asked(thief, '/api/refund/receive')).toEqual([409, 'REWARD_HELD'])
    await decide(inviter, 'allow')
    expect(await world.asked(inviter, bonus)).toEqual([200, 'INVITE_BONUS_SUCCESS'])
    expect((await inviter.balances())['wallet']).toBe(10_000 + 500 + 1_000)
  })

  test('CARE-103 a shared name and a shared device or household still hold every reward of both', async () => {
    const inviter = await add({ bankAccountName: 'BOTH SIGNS' })
    const invitee = await add({ inviteCode: inviteCodeOf(inviter), bankAccountName: 'Both Signs' })
    await seenAt([inviter, invitee], '203.0.113.88')
    await bookFor(inviter, 'pg', -2_000n)
    await bookFor(invitee, 'pg', -2_000n)
    await nextDay()
    expect(await itemsOf(inviter)).toMatchObject([{ holds: ['rewards'] }])
    for (const player of [inviter, invitee])
      expect(await world.asked(player, '/api/refund/receive')).toEqual([409, 'REWARD_HELD'])
  })

  test('CARE-38 the same device is a sign; two friends on one carrier, with many others, are not', async () => {
    const inviter = await add()
    const invitee = await add({ inviteCode: inviteCodeOf(inviter) })
    const crowd = await Promise.all(Array.from({ length: 5 }, () => add()))
    await seenAt([inviter, invitee, ...crowd], '203.0.113.9')
    await bookFor(invitee, 'pg', -2_000n)
    await nextDay()
    expect(await itemsOf(inviter)).toEqual([])
    expect(await world.asked(inviter, bonus)).toEqual([200, 'INVITE_BONUS_SUCCESS'])
    const pair = [inviter.id, invitee.id].toSorted()
    await world.database.db.query('insert into core_device_shared values ($1, $2, $3)', [
      ...pair,
      world.clock.now(),
    ])
    await bookFor(invitee, 'pg', -2_000n)
    await nextDay()
    expect(await itemsOf(inviter)).toMatchObject([
      { words: expect.stringContaining('same device') },
    ])
    expect(await world.asked(inviter, bonus)).toEqual([409, 'REWARD_HELD'])
  })

  test('CARE-38 one household counts as well: a link found only when the reward is requested holds it then', async () => {
    const inviter = await add()
    const invitee = await add({ inviteCode: inviteCodeOf(inviter) })
    await bookFor(invitee, 'pg', -2_000n)
    await nextDay()
    await seenAt([inviter, invitee], '203.0.113.77')
    expect(await world.asked(inviter, bonus)).toEqual([409, 'REWARD_HELD'])
    expect(await itemsOf(inviter)).toMatchObject([{ words: expect.stringContaining('network') }])
    await decide(inviter, 'allow')
    expect(await world.asked(inviter, bonus)).toEqual([200, 'INVITE_BONUS_SUCCESS'])
  })
})

describe('CARE-38 a promotion code', () => {
  const activate = async (player: Player) => {
    const answer = await player.call('GET /api/promotion/activate/TWICE')
    return answer.status === 200 ? 200 : answer.body.code
  }

  test('CARE-38 used by strangers of one name in one household it waits for an operator, by one name alone it does not', async () => {
    await world.definePromotion('TWICE')
    const [first, second, namesake] = await Promise.all(
      Array.from({ length: 3 }, () => add({ bankAccountName: 'TWICE THERE' })),
    )
    await seenAt([first!, second!], '203.0.113.50')
    expect(await activate(first!)).toBe(200)
    expect(await activate(namesake!)).toBe(200)
    expect(await activate(second!)).toBe('REWARD_HELD')
    expect((await second!.balances())['wallet'] ?? 0).toBe(0)
    await decide(second!, 'deny')
    expect(await activate(second!)).toBe('NO_PROMOTION')
  })

  test('CARE-38 allowed by an operator, it is given', async () => {
    const [first, second] = [
      await add({ bankAccountName: 'FATHER AND SON' }),
      await add({ bankAccountName: 'FATHER AND SON' }),
    ]
    await seenAt([first, second], '203.0.113.51')
    expect(await activate(first)).toBe(200)
    expect(await activate(second)).toBe('REWARD_HELD')
    await decide(second, 'allow')
    expect(await activate(second)).toBe(200)
  })
})

describe('CARE-42 rewards that must be played first', () => {
  test("CARE-42 a refund cannot be withdrawn before it is played as often as the operator set, the member's own money can", async () => {
    await world.set('refund.turnover', '2')
    await world.set('withdraw.min.BAHT', '10.00')
    const player = await world.addPlayer(250_000n, ['pg'], { bankAccountName: ownName() })
    await world.bring(player, 'pg', 2000)
    await world.play(player, 'pg', '0.00')
    await nextDay()
    expect(await world.asked(player, '/api/refund/receive')).toEqual([200, 'REFUND_SUCCESS'])
    await world.set('refund.turnover', '0')
    const withdraw = async (amount: number) => {
      const answer = await player.call('POST /api/wallet/withdraw', { body: { amount } })
      return answer.status === 200 ? 200 : answer.body.code
    }
    expect(await withdraw(501)).toBe('BONUS_REMAINING')
    await world.passTime(6_000)
    await world.bring(player, 'pg', 300)
    await world.play(player, 'pg', '90.00')
    expect(await withdraw(300)).toBe(200)
  })
})

describe('CARE-40 two members who play against each other', () => {
  async function addPair(hoursAgo = 1) {
    const inviter = await add()
    const invitee = await add({ inviteCode: inviteCodeOf(inviter) })
    await bookFor(invitee, 'sport', -2_000n, hoursAgo)
    await bookFor(inviter, 'sport', 1_960n, hoursAgo)
    return { inviter, invitee }
  }

  test('CARE-40 a worker that was down for two and a half days finds it when it is back', async () => {
    const { invitee } = await addPair(60)
    await world.passTime(hourMs)
    await world.runJobs()
    expect(await itemsOf(invitee)).toMatchObject([{ kind: 'rewards.opposite' }])
  })

  test('CARE-40 found within the hour, it holds refund and invite reward of both; if allowed, they are given', async () => {
    const { inviter, invitee } = await addPair()
    await world.passTime(hourMs)
    await world.runJobs()
    expect(await itemsOf(invitee)).toMatchObject([{ kind: 'rewards.opposite' }])
    await nextDay()
    expect(await world.asked(invitee, '/api/refund/receive')).toEqual([409, 'REWARD_HELD'])
    expect(await world.asked(inviter, bonus)).toEqual([409, 'REWARD_HELD'])
    await decide(inviter, 'allow')
    expect(await world.asked(invitee, '/api/refund/receive')).toEqual([200, 'REFUND_SUCCESS'])
    expect(await world.asked(inviter, bonus)).toEqual([200, 'INVITE_BONUS_SUCCESS'])
  })

  test('CARE-40 if denied before the day is closed or after it, nothing of that day is refunded', async () => {
    const [early, late] = [await addPair(), await addPair()]
    await world.passTime(hourMs)
    await world.runJobs()
    await decide(early.inviter, 'deny')
    await nextDay()
    await decide(late.inviter, 'deny')
    for (const { inviter, invitee } of [early, late]) {
      expect(await world.asked(invitee, '/api/refund/receive')).toEqual([409, 'NO_REFUND'])
      expect((await world.asked(inviter, bonus))[0]).toBe(409)
      expect((await inviter.balances())['wallet'] ?? 0).toBe(0)
    }
    await bookFor(early.invitee, 'pg', -1_000n)
    await nextDay()
    expect(await world.asked(early.invitee, '/api/refund/receive')).toEqual([200, 'REFUND_SUCCESS'])
  })

  test('CARE-40 two invitees of one inviter who play against each other are found, too', async () => {
    const inviter = await add()
    const pair = [
      await add({ inviteCode: inviteCodeOf(inviter) }),
      await add({ inviteCode: inviteCodeOf(inviter) }),
    ]
    await bookFor(pair[0]!, 'sport', -2_000n)
    await bookFor(pair[1]!, 'sport', 1_960n)
    await nextDay()
    expect(await itemsOf(pair[0]!)).toMatchObject([
      { words: expect.stringContaining('linked by the same inviter') },
    ])
    expect(await world.asked(pair[0]!, '/api/refund/receive')).toEqual([409, 'REWARD_HELD'])
  })

  test('CARE-40 two friends who both play and lose are not held', async () => {
    const inviter = await add()
    const invitee = await add({ inviteCode: inviteCodeOf(inviter) })
    await bookFor(invitee, 'sport', -2_000n)
    await bookFor(inviter, 'sport', -700n)
    await nextDay()
    expect(await itemsOf(inviter)).toEqual([])
    expect(await world.asked(invitee, '/api/refund/receive')).toEqual([200, 'REFUND_SUCCESS'])
    expect(await world.asked(inviter, '/api/refund/receive')).toEqual([200, 'REFUND_SUCCESS'])
    expect(await world.asked(inviter, bonus)).toEqual([200, 'INVITE_BONUS_SUCCESS'])
  })
})
