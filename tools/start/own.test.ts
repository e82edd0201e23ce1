import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { openDb } from '../../apps/server/src/core/db/db.ts'
import { makeDataDir, startCopy, startRefusedCopy } from '../testing/running-copy.ts'
import { environment, readSettings } from './environment.ts'

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  while (undo.length > 0) await undo.pop()?.()
})

test('SCREEN-56 a house of one’s own has a folder beside the demo’s, or the one that it is given', () => {
  expect(readSettings(['--own'], {})).toMatchObject({ isOwn: true, dataDir: resolve('.data/own') })
  expect(readSettings([], {})).toMatchObject({ isOwn: false, dataDir: resolve('.data') })
  expect(readSettings(['--own'], { DATA_DIR: '/tmp/x' }).dataDir).toBe('/tmp/x')
  expect(() => readSettings(['--mine'], {})).toThrow('--lan and --own')
})

const kapaoFile = join(import.meta.dirname, '../../apps/server/bin/kapao.mjs')

/** Everything that a demo would have put there. */
async function countAll(dataDir: string): Promise<Record<string, number>> {
  const { ownerUrl } = JSON.parse(await readFile(join(dataDir, 'run.json'), 'utf8'))
  const db = openDb({ url: ownerUrl, role: null, connectionsMax: 1, applicationName: 'test' })
  try {
    const [row] = await db.query<Record<string, number>>(
      `select (select count(*)::int from account_member) as members, (select count(*)::int from settings_value) as settings,
         (select count(*)::int from operators_operator) as operators, (select count(*)::int from bonus_campaign) as bonuses,
         (select count(*)::int from spinwheel_wheel) as wheels, (select count(*)::int from ledger_movement) as movements,
         (select count(*)::int from chat_conversation) as talks`,
    )
    return row!
  } finally {
    await db.close()
  }
}

test(
  'SCREEN-56 npm start -- --own is empty, lets nobody in without a key, and one command leads into its console; no demo enters it later',
  { tags: 'long-3', timeout: 180_000 },
  async () => {
    const { dataDir, remove } = await makeDataDir()
    undo.push(remove)
    const copy = await startCopy({ dataDir, args: ['--own'] })
    undo.push(() => copy.stop('SIGTERM'))
    expect(await countAll(dataDir)).toEqual({
      members: 0,
      settings: 0,
      operators: 0,
      bonuses: 0,
      wheels: 0,
      movements: 0,
      talks: 0,
    })
    const desk = await (await fetch(`${copy.console}/api/console/desk`)).json()
    expect(desk.demo).toBeNull()
    const step = /First operator +DATA_DIR=(\S+) npx kapao operator add NAME/.exec(copy.output())
    expect(step?.[1]).toBe(dataDir)
    expect(copy.output()).not.toMatch(/Demo login|Demo operator/)

    const env = { ...environment, DATA_DIR: dataDir, HOME: dataDir }
    const args = [kapaoFile, 'operator', 'add', 'kai']
    const { stdout } = await promisify(execFile)(process.execPath, args, { env })
    const link = new RegExp(`^${copy.console}/enrol#(\\S+)$`, 'm').exec(stdout)
    const read = await fetch(`${copy.console}/api/console/enrol/read`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-client': 'kapao-console',
        origin: copy.console,
        'sec-fetch-site': 'same-origin',
      },
      body: JSON.stringify({ token: link?.[1] }),
    })
    expect(await read.text()).toContain('kai')

    expect(await copy.stop()).toBe(0)
    const refused = await startRefusedCopy({ dataDir })
    expect(refused.output).toContain('a house of your own')
    expect(refused.code).toBe(1)
  },
)
