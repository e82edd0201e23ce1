import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OperatorRefused } from '#core/refused.ts'
import { cliOf } from '#testing/operators/cli.ts'
import { movableClock } from '#testing/worlds/test-app.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { tempFolder } from '#testing/worlds/temp-folder.ts'
import { parseLine } from '../../parse.ts'
import { wheelGroup } from './wheel.ts'

const database = testDatabase()
const folder = tempFolder()

/** Runs a typed line, by an operator whose token is known. */
async function kapao(...line: string[]): Promise<string> {
  const parsed = parseLine([wheelGroup], ['wheel', ...line])
  if ('help' in parsed) throw new Error('this line only asks for help')
  const cli = cliOf({ db: database.db, clock: movableClock() })
  return (await parsed.command.run(cli, parsed.typed)).text
}

test('OP-SPIN a wheel is defined, shown, switched on, replaced by its next version, and removed, each with its author', async () => {
  const file = join(folder, 'lucky.json')
  const look = { bgColor: '#112233', textColor: '#ffffff' }
  const five = { ...look, code: 'five', label: 'Five', weight: 1 }
  const again = { ...look, code: 'again', label: 'Again', weight: 3 }
  const write = (prize: object | null) =>
    writeFile(
      file,
      JSON.stringify({ name: 'Lucky', currency: 'BAHT', slices: [{ ...five, prize }, again] }),
    )
  await write({ amount: '5', currency: 'BAHT' })
  const defined = await kapao('define', 'lucky', '--file', file)
  expect(defined).toMatch(/five +Five +1 +25\.0000 % +5\.00 BAHT/)
  expect(defined).toMatch(/on average +1\.25 BAHT/)
  expect(defined).toMatch(/coin is earned with +100\.00 BAHT of deposits/)
  expect(defined).toMatch(/prize is played +5 times before/)
  expect(await kapao('on', 'lucky')).toContain('version 1')
  await write(null)
  await kapao('define', 'lucky', '--file', file)
  const listed = await kapao('list')
  expect(listed).toMatch(/lucky +2 +BAHT +- .*operator:nok/)
  expect(listed).toMatch(/lucky +1 +BAHT +on /)
  expect(await kapao('show', 'lucky', '--version', '1')).toContain('5.00 BAHT')
  expect(await kapao('on', 'lucky')).toContain('version 2')
  await kapao('off', 'BAHT')
  expect(await kapao('list')).not.toMatch(/BAHT +on /)

  await writeFile(file, '{')
  await expect(kapao('define', 'lucky', '--file', file)).rejects.toThrow(OperatorRefused)
  await expect(kapao('on', 'unlucky')).rejects.toThrow('no such wheel')
  await expect(kapao('off', 'COIN')).rejects.toThrow('BAHT or LAK')
  const kept = await database.db.query<{ actor: string; action: string }>(
    `select actor, action from core_audit where action like 'spinwheel.%' order by id`,
  )
  expect(kept.map(({ actor, action }) => `${actor} ${action}`)).toEqual([
    'operator:nok spinwheel.define',
    'operator:nok spinwheel.switch',
    'operator:nok spinwheel.define',
    'operator:nok spinwheel.switch',
    'operator:nok spinwheel.switch',
  ])
})
