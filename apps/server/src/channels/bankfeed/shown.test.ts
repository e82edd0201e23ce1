import { beforeAll, expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { forgeFeed } from '#testing/attacks/bank-forged.ts'
import { openBankWorld } from '#testing/worlds/bank-world.ts'
import { openTerminals, type Terminals } from '#testing/operators/terminals.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openBankWorld)
let terminals: Terminals

beforeAll(async () => {
  terminals = openTerminals(world)
  await terminals.add('nok', null)
  await terminals.add('lek', 'nok')
  await terminals.add('som', 'nok')
  await terminals.passHours(48)
})

async function pass(minutes: number): Promise<void> {
  for (let gone = 0; gone < minutes; gone += 1) {
    world.clock.moveMs(minuteMs)
    await world.syncTime()
    await world.runJobs()
  }
}

test('CARE-88 a payment seen at the bank is confirmed by two operators, once, and its member is credited then', async () => {
  const member = await world.addMember()
  // Above the bound, and missing from the statement.
  await forgeFeed(world, member, { amount: '60000.00' })
  await pass(16)
  const [deposit] = await world.database.db.query<{ id: string }>(
    `select id from deposits_deposit where member_id = $1 and state = 'suspended' and why = 'unconfirmed'`,
    [member.id],
  )
  const { id } = deposit!
  const listed = () => terminals.kapao('lek', 'work', 'list', 'deposit')
  const show = (why: string) => {
    const line = ['work', 'decide', 'deposit', id, '--decision', 'shown', '--why', why]
    return terminals.kapao('lek', ...line)
  }
  expect(await listed()).toContain(id)
  const asked = await show('in the app of the bank')
  expect(await world.walletOf(member)).toBe(0)
  await pass(1)
  expect(await world.walletOf(member)).toBe(0)

  expect(await terminals.yes('som', asked)).toMatch(/^state +done/m)
  await pass(2)
  expect(await world.walletOf(member)).toBe(6_000_000)
  expect(await listed()).not.toContain(id)
  await expect(show('once more')).rejects.toThrow(/ALREADY_DECIDED|DECISION_REFUSED/)
  expect(await world.walletOf(member)).toBe(6_000_000)
})
