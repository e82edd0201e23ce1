import { roles } from '@kapao/contract/console/roles'
import { beforeAll, expect, test } from 'vitest'
import { openTerminals, type Terminals } from '#testing/operators/terminals.ts'
import { movableClock } from '#testing/worlds/test-app.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { everyGroup } from '../every-group.ts'

const database = testDatabase()
let terminals: Terminals
beforeAll(async () => {
  terminals = openTerminals({ database, clock: movableClock() })
  await terminals.add('nok', null)
  for (const role of roles) await terminals.add(role, 'nok', [role])
})

const point = ['--point', '2026-11-21T12:00:00+07:00']
const why = ['--why', 'x']

test('HOUSE-14 a cashier neither closes the house nor opens, settles, asks or seals; risk and owner may, and anybody makes a link of their own', async () => {
  const { kapao } = terminals
  for (const line of [
    ['recovery', 'begin', ...point, ...why],
    ['recovery', 'open', ...why],
    ['recovery', 'settle', '0812345678', 'pg', '--play', ...why],
    ['recover', ...point.with(0, '--since')],
    ['seal', 'now'],
    ['operator', 'disable', 'nok'],
  ])
    await expect(kapao('cashier', ...line), line.join(' ')).rejects.toThrow('risk or owner')
  expect(await database.db.query('select from core_restore')).toEqual([])
  expect(await kapao('cashier', 'operator', 'enrol')).toContain('/enrol#')
  for (const name of ['nok', 'risk'])
    expect(await kapao(name, 'seal', 'now')).toContain('nothing new')
  expect(await kapao('risk', 'recovery', 'begin', ...point, ...why)).toContain('in recovery')
})

test('HOUSE-79 beside the calls a terminal has commands for where no console can be, and no others', () => {
  const names = everyGroup.flatMap(({ commands }) => commands.map(({ name }) => name))
  expect(names.toSorted()).toEqual([
    'doctor',
    'migrate',
    'operator add',
    'operator disable',
    'operator enrol',
    'operator list',
    'reconcile',
    'recover',
    'recovery begin',
    'recovery open',
    'recovery settle',
    'recovery show',
    'seal now',
    'seal show',
    'seals check',
    'uploads move',
    'verify',
  ])
})
