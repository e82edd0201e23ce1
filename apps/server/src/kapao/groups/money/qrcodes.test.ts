import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compiled } from '#testing/processes/compiled.ts'
import { openPayWorld, type PayWorld } from '#testing/worlds/pay-world.ts'

const program = join(import.meta.dirname, '../../../../bin/kapao.mjs')
/** Each command is a process of its own. */
const patienceMs = 60_000
let world: PayWorld
let home: string

beforeAll(async () => {
  world = await openPayWorld()
  // The commands use this machine's clock.
  await world.passTime(Date.now() - world.clock.now().getTime())
  home = await mkdtemp(join(tmpdir(), 'kapao-home-'))
})
afterAll(async () => {
  expect(await world.violations()).toEqual([])
  await world.close()
  await rm(home, { recursive: true })
})

function kapao(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const env = {
    ...compiled,
    PATH: dirname(process.execPath),
    HOME: home,
    DATABASE_URL: world.database.url,
  }
  const child = spawn(process.execPath, [program, ...args], { env, cwd: home })
  let [out, err] = ['', '']
  child.stdout.on('data', (part: Buffer) => (out += part.toString()))
  child.stderr.on('data', (part: Buffer) => (err += part.toString()))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })))
}

test(
  'an unconfirmed payment is listed, decided by a known operator only, and booked by the worker',
  { tags: 'long-4', timeout: patienceMs },
  async () => {
    const player = await world.addPlayer(0n, [])
    await world.order(player, 'ZPAY', 40)
    const { reference } = await world.newest('ZPAY')
    const operation = 'gateways.ZPAY.query'
    await world.sandbox.addFault({ operation, kind: 'maintenance', count: 1_000 })
    const [paid] = await world.pay('ZPAY', { reference, amount: '39.50' })
    const payment = paid!.id
    await world.work(20)
    const listed = await kapao('qrcodes', 'list', '--payments')
    expect(listed.out).toMatch(new RegExp(`${payment}.*39.50 BAHT.*exception`))

    const wanted = ['qrcodes', 'resolve', payment, '--received', '39.50', '--why', 'line 4711']
    expect((await kapao(...wanted)).code).toBe(1)
    expect((await kapao('operator', 'add', 'nok')).code).toBe(0)
    const both = await kapao(...wanted, '--nothing')
    expect([both.code, both.err]).toEqual([2, expect.stringMatching(/either --received/)])
    const nobody = await kapao('qrcodes', 'resolve', 'nobody', '--nothing', '--why', 'line 4711')
    expect([nobody.code, nobody.err]).toEqual([1, expect.stringMatching(/no payment nobody/)])
    const done = await kapao(...wanted)
    expect(done).toMatchObject({ code: 0, out: expect.stringMatching(/received: 39.50 BAHT/) })
    const again = await kapao(...wanted)
    expect([again.code, again.err]).toEqual([1, expect.stringMatching(/is received, not on/)])

    await world.work(2)
    expect(await world.walletOf(player)).toBe(3_950)
    expect((await kapao('qrcodes', 'list', '--payments')).out).toMatch(/Nothing is open/)
    const acts = await world.database.db.query(
      `select actor from core_audit where subject = $1 and action = 'qrcodes.resolve'`,
      [payment],
    )
    expect(acts).toEqual([{ actor: 'operator:nok' }])
  },
)
