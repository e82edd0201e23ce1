import { beforeAll, describe, expect, test } from 'vitest'
import { openBonusWorld } from '../worlds/bonus-world.ts'
import type { Player } from '../worlds/game-world.ts'
import { countLockWaits, holdRows } from '../database/held-rows.ts'
import { testWorld } from '../worlds/test-world.ts'

const world = testWorld(openBonusWorld)
let other: Player
beforeAll(async () => {
  await world.set('deposit.manual', true)
  await world.defineBonus('LINE')
  other = await world.addPlayer(1_000_000n, ['pg'])
})

type Answer = Awaited<ReturnType<Player['call']>>
const countOf = (answers: readonly Answer[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, some]) => [
      status,
      some.length,
    ]),
  )

test('RUN-01 RUN-02 twenty concurrent announcements of one new member: five are accepted, the rest is too many, and none is busy', async () => {
  // One member per connection, each for the first time: nothing of theirs is cached yet.
  for (let round = 0; round < 3; round += 1) {
    const player = await world.addPlayer(0n, [])
    const asked = Array.from({ length: 20 }, (_, n) =>
      player.call('POST /api/wallet/add', { body: { amount: 100 + n } }),
    )
    const read = Array.from({ length: 10 }, () => other.call('GET /api/wallet'))
    expect(countOf(await Promise.all(read))).toEqual({ 200: 10 })
    expect(countOf(await Promise.all(asked))).toEqual({ 200: 5, 429: 15 })
  }
})

/** Changes that a member may make to their own data, several of each at once. */
const changes: readonly (readonly [name: string, body?: object])[] = [
  ['POST /api/wallet/add', { amount: 150 }],
  ['POST /api/wallet/withdraw', { amount: 100 }],
  ['GET /api/bonus/activate/LINE'],
  ['POST /api/spinwheel/spin', {}],
  ['POST /api/spinwheel/coupon/claim', { coupon: '8b5f4df2-6f57-4a55-9d3c-3d6a1a7d0f11' }],
  ['POST /api/wallet/transfer', { from: 'wallet', to: 'pg', amount: 10 }],
  ['PUT /api/account/bankAccountName', { bankCode: 'KBANK', bankAccountName: 'SOMCHAI JAIDEE' }],
  ['PUT /api/account/changepwd', { oldPassword: 'not this one', newPassword: 'seven green pears' }],
]

describe('a member whose rows are locked', () => {
  test.each([
    ['the row of every operation', 'select from statement_counter where member_id = $1'],
    ['the row of the account', 'select from account_member where id = $1'],
  ])(
    'RUN-01 RUN-03 forty concurrent changes while %s is locked: others read and transfer meanwhile, and few connections wait',
    { tags: 'long-1' },
    async (_, rows) => {
      const player = await world.addPlayer(500_000n, ['pg'])
      const letGo = await holdRows(world.database, `${rows} for update`, [player.id])
      let answered = 0
      const own = Array.from({ length: 40 }, async (__, n) => {
        const [name, body] = changes[n % changes.length]!
        const answer = await player.call(name, body && { body })
        answered += 1
        return answer
      })
      await expect.poll(() => countLockWaits(world.database)).toBeGreaterThan(0)
      const waited: number[] = []
      const until = performance.now() + 1_200
      const meanwhile: Answer[] = []
      while (performance.now() < until) {
        const body = { from: 'wallet', to: 'pg', amount: 10 }
        const both = [
          other.call('GET /api/wallet'),
          other.call('POST /api/wallet/transfer', { body }),
        ]
        meanwhile.push(...(await Promise.all(both)))
        waited.push(await countLockWaits(world.database))
      }
      const answeredMeanwhile = answered
      await letGo()
      expect(countOf(meanwhile)).toEqual({ 200: meanwhile.length })
      expect(meanwhile.length).toBeGreaterThan(6)
      // One in the member's queue, and one for each kind that is batched: a transfer and a withdrawal.
      expect(Math.max(...waited)).toBeLessThanOrEqual(3)
      expect(answeredMeanwhile).toBeLessThan(40)
      const { 500: faults = 0 } = countOf(await Promise.all(own))
      expect(faults).toBe(0)
    },
  )
})
