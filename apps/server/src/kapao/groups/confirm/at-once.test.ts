import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { anyArrival, openDepositWorld, type DepositWorld } from '#testing/worlds/deposit-world.ts'
import { ageOperators } from '#testing/operators/age.ts'
import { cliOf } from '#testing/operators/cli.ts'
import { openTerminals } from '#testing/operators/terminals.ts'
import { parseLine } from '../../parse.ts'
import { depositsGroup } from '../money/deposits.ts'
import { wheelGroup } from '../rewards/wheel.ts'
import { settingsGroup } from '../settings.ts'
import { confirmGroup } from './confirm.ts'

let world: DepositWorld
let memberId: string
beforeEach(async () => {
  world = await openDepositWorld()
  for (const [name, by] of [
    ['nok', null],
    ['lek', 'nok'],
    ['som', 'nok'],
  ] as const) {
    await openTerminals(world, []).add(name, by)
  }
  await ageOperators(world.database, 48)
  memberId = (await world.addMember()).id
})
afterEach(async () => {
  expect(await world.violations()).toEqual([])
  await world.close()
})

const groups = [settingsGroup, depositsGroup, wheelGroup, confirmGroup]

async function kapao(name: string, ...line: string[]): Promise<string> {
  const parsed = parseLine(groups, line)
  if ('help' in parsed) throw new Error('this line only asks for help')
  const cli = cliOf({ db: world.database.db, clock: world.clock }, name)
  return (await parsed.command.run(cli, parsed.typed)).text
}

async function ask(...line: string[]): Promise<string> {
  return /kapao confirm yes (\d+)/.exec(await kapao('lek', ...line))![1]!
}

async function askWheel(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kapao-confirm-'))
  const file = join(folder, 'wheel.json')
  const look = { bgColor: '#112233', textColor: '#ffffff', weight: 1 }
  const slices = [
    { ...look, code: 'all', label: 'All', prize: { amount: '9', currency: 'BAHT' } },
    { ...look, code: 'none', label: 'None' },
  ]
  await writeFile(file, JSON.stringify({ name: 'Small', currency: 'BAHT', slices }))
  const number = await ask('wheel', 'define', 'small', '--file', file)
  await rm(folder, { recursive: true })
  return number
}

async function askMatch(): Promise<string> {
  const money = { amount: 2_500_000n, currency: 'BAHT' } as const
  const { id } = await world.processes[0]!.settle(anyArrival({ money }))
  return ask('deposits', 'match', id, '--member', memberId, '--why', 'bank receipt 4711')
}

async function rowOf(number: string): Promise<{ state: string; isDone: boolean }> {
  const rows = await world.database.db.query<{ state: string; isDone: boolean }>(
    'select state::text, done_at is not null as "isDone" from confirm_request where id = $1',
    [number],
  )
  return rows[0]!
}

const yes = (number: string) => kapao('som', 'confirm', 'yes', number)

test('S18 CARE-24 of several concurrent confirmations one does the work, and the row says that it is done', async () => {
  for (let round = 1; round <= 8; round += 1) {
    const numbers = [
      await ask('settings', 'set', 'withdraw.max.BAHT', String(100_000 + round)),
      await askWheel(),
      await askMatch(),
    ]
    for (const number of numbers) {
      const said = await Promise.allSettled([1, 2, 3].map(() => yes(number)))
      const done = said.filter(({ status }) => status === 'fulfilled')
      expect(done).toHaveLength(1)
      expect(await rowOf(number)).toEqual({ state: 'confirmed', isDone: true })
    }
  }
  expect(await world.balanceOf(memberId)).toBe(8 * 2_500_000)
  const versions = await world.database.db.query('select from spinwheel_wheel')
  expect(versions).toHaveLength(8)
})

test('work that was cut off and is then refused may have been done: the row does not claim that it was not', async () => {
  const number = await askMatch()
  await yes(number)
  // As if the confirming process had been cut off before it marked the row as done.
  await world.database.db.query('update confirm_request set done_at = null where id = $1', [number])
  await expect(yes(number)).rejects.toThrow('nothing was moved')
  expect(await rowOf(number)).toEqual({ state: 'unclear', isDone: false })
  expect(await kapao('som', 'confirm', 'list')).toBe('Nothing waits.')
  await expect(yes(number)).rejects.toThrow('is unclear')
  expect(await world.balanceOf(memberId)).toBe(2_500_000)

  const other = await ask('settings', 'set', 'withdraw.max.BAHT', '950000')
  await kapao('som', 'settings', 'set', 'withdraw.max.BAHT', '1000')
  await expect(yes(other)).rejects.toThrow('changed meanwhile')
  expect(await rowOf(other)).toEqual({ state: 'refused', isDone: false })
})
