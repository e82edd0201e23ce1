import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { openBonusWorld, usualTerms } from '#testing/worlds/bonus-world.ts'
import { cliOf } from '#testing/operators/cli.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { tempFolder } from '#testing/worlds/temp-folder.ts'
import type { Answer, CliContext, Group, CommandInput } from '../../command.ts'
import { runGuarded } from '../second.ts'
import { bonusDefined, bonusGroup } from './bonus.ts'
import { promotionDefined, promotionsGroup } from './promotions.ts'

const world = testWorld(openBonusWorld)
let cli: CliContext
const folder = tempFolder()
beforeAll(async () => {
  cli = cliOf({ db: world.database.db, clock: world.clock })
})

function run(group: Group, name: string, args: string[], json?: object): Promise<Answer> {
  const file = join(folder, 'definition.json')
  if (json) writeFileSync(file, JSON.stringify(json))
  const typed: CommandInput = {
    args,
    text: (option) => (option === 'file' && json ? file : null),
    flag: () => false,
  }
  return group.commands.find((one) => one.name === name)!.run(cli, typed)
}

const banners = { th: [], la: [], en: [] }
const shared = { type: 'limit', maxReceived: 1, banners, terms: usualTerms }

test('S50 a bonus is defined, warned about above ten times, switched on, given, and kept in the audit trail', async () => {
  const high = { ...shared, terms: { ...usualTerms, factor: '10.01' } }
  const defined = await run(bonusGroup, 'bonus define', ['HIGH'], high)
  expect(defined.text).toContain('more than 10 times')
  const tenTimes = { ...shared, quota: 10, terms: { ...usualTerms, factor: '10' } }
  const plain = await run(bonusGroup, 'bonus define', ['TEN'], tenTimes)
  expect(plain.text).toBe('TEN is defined and off: kapao bonus switch.')
  const player = await world.addPlayer(0n, [])
  const activate = () => player.call('GET /api/bonus/activate/TEN')
  expect((await activate()).body.code).toBe('NO_DATA')
  await run(bonusGroup, 'bonus switch', ['TEN', 'on'])
  expect((await activate()).status).toBe(200)
  expect((await run(bonusGroup, 'bonus list', [])).text).toMatch(/TEN +on +1 a member +1 of 10 +10/)
  expect((await run(bonusGroup, 'bonus show', [player.id])).text).toMatch(/target +1000\.00/)
  const trail = await world.database.db.query<{ action: string }>(
    `select action from core_audit where subject = 'bonus:TEN' and actor = 'operator:nok' order by id`,
  )
  expect(trail.map(({ action }) => action)).toEqual(['bonus.define', 'bonus.switch'])
})

test('a wrong definition is refused with the place of the error, and changes nothing', async () => {
  const wrong = { ...shared, terms: { ...usualTerms, factor: '-1' } }
  await expect(run(bonusGroup, 'bonus define', ['WRONG'], wrong)).rejects.toThrow('terms.factor')
  await expect(run(bonusGroup, 'bonus define', ['wrong'], shared)).rejects.toThrow('capitals')
  const missing: CommandInput = {
    args: ['GONE'],
    text: (option) => (option === 'file' ? join(folder, 'missing.json') : null),
    flag: () => false,
  }
  const define = bonusGroup.commands.find((one) => one.name === 'bonus define')!
  await expect(define.run(cli, missing)).rejects.toThrow('Cannot read')
  await expect(run(bonusGroup, 'bonus show', ['WRONG'])).rejects.toThrow('There is no bonus WRONG')
})

test('S50 a generated code cannot be guessed, and a short one is warned about', async () => {
  const description = { th: 'ก', la: 'ກ', en: 'a' }
  const definition = { description, terms: usualTerms, quota: 10, isOn: true }
  const made = (await run(promotionsGroup, 'promotions define', [], definition)).json as {
    code: string
  }
  // Twelve of 32 letters and digits are sixty bits.
  expect(made.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/)
  const short = await run(promotionsGroup, 'promotions define', ['ab 12'], definition)
  expect(short.text).toContain('AB12 is defined and on')
  expect(short.text).toContain('found by trying')
  await run(promotionsGroup, 'promotions switch', ['ab12', 'off'])
  expect((await run(promotionsGroup, 'promotions list', [])).text).toMatch(/AB12 +off/)
})

test('of concurrent definitions written against the same state, one is kept and the others are refused', async () => {
  const open = { code: 'ATONCE', isOn: true, startsAt: null, endsAt: null, terms: usualTerms }
  const own = { type: 'limit', maxReceived: 1, banners } as const
  const description = { th: 'ก', la: 'ກ', en: 'a' }
  const kinds = [
    (quota: number, seen: string | null) =>
      runGuarded(cli, bonusDefined, { ...open, ...own, quota, seen }),
    (quota: number, seen: string | null) =>
      runGuarded(cli, promotionDefined, { ...open, description, quota, seen }),
  ]
  const whenDefined = world.clock.now().toISOString()
  for (const seen of [null, whenDefined]) {
    for (const define of kinds) {
      const running = Array.from({ length: 8 }, (_, quota) => define(quota, seen))
      const ended = await Promise.allSettled(running)
      const refused = ended.filter((one) => one.status === 'rejected')
      expect(refused).toHaveLength(7)
      for (const { reason } of refused) expect(String(reason)).toContain('was changed meanwhile')
    }
    world.clock.moveMs(60_000)
  }
})
