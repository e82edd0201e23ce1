import { afterAll, beforeAll, expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { forgeFeed } from '#testing/attacks/bank-forged.ts'
import { openBankWorld } from '#testing/worlds/bank-world.ts'
import { openTerminals, type Terminals } from '#testing/operators/terminals.ts'
import { confirmGroup } from '../confirm/confirm.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { depositsGroup } from './deposits.ts'

const world = testWorld(openBankWorld)
let kapao: Terminals['kapao']

beforeAll(async () => {
  const terminals = openTerminals(world, [depositsGroup, confirmGroup])
  kapao = terminals.kapao
  await terminals.add('nok', null)
  await terminals.add('lek', 'nok')
  await terminals.add('som', 'nok')
  await terminals.passHours(48)
})
afterAll(async () => {
  expect(await world.violations()).toEqual([])
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
  expect(await kapao('lek', 'deposits', 'list', '--unproven')).toContain(id)
  const asked = await kapao('lek', 'deposits', 'shown', id, '--why', 'in the app of the bank')
  const [, number] = /kapao confirm yes (\d+)/.exec(asked)!
  expect(await world.walletOf(member)).toBe(0)
  await pass(1)
  expect(await world.walletOf(member)).toBe(0)

  expect(await kapao('som', 'confirm', 'yes', number!)).toContain('counts as shown')
  await pass(2)
  expect(await world.walletOf(member)).toBe(6_000_000)
  expect(await kapao('lek', 'deposits', 'list', '--unproven')).not.toContain(id)
  const again = kapao('lek', 'deposits', 'shown', id, '--why', 'once more')
  await expect(again).rejects.toThrow('no message')
  expect(await world.walletOf(member)).toBe(6_000_000)
})
