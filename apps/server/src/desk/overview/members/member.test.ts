import { expect, test } from 'vitest'
import { openDepositWorld } from '#testing/worlds/deposit-world.ts'
import { fund } from '#testing/worlds/game-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { readMember } from './member.ts'

const world = testWorld(openDepositWorld)

test('HOUSE-88 of a bonus stands what counts so far by its own condition, its target, and at which total it may be ended', async () => {
  const { db, ownerDb } = world.database
  const { id: memberId } = await world.addMember()
  await fund(world, memberId, 4_050n)
  await world.giveBonus(memberId)
  await ownerDb.query('update bonus_held set end_amount = 2000 where member_id = $1', [memberId])
  const sums = async () => {
    const shown = await readMember({ db, clock: world.clock }, { memberId, seesMoney: true })
    const facts = shown!.bonus.flatMap(({ name, value }) =>
      value.form === 'sum' ? [[name, value.sum.amount] as const] : [],
    )
    return Object.fromEntries(facts)
  }
  const same = { bonus: '1.00', target: '5.00', endAmount: '20.00' }
  expect(await sums()).toEqual({ ...same, reached: '41.50' })
  await ownerDb.query(
    `update bonus_held set terms = jsonb_set(terms, '{kind}', '"turnover"') where member_id = $1`,
    [memberId],
  )
  // What was staked: nothing yet, whatever the member has.
  expect(await sums()).toEqual({ ...same, reached: '0.00' })
})
