import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { compiled } from '#testing/processes/compiled.ts'
import { openGameWorld, type GameWorld, type Player } from '#testing/worlds/game-world.ts'

const program = join(import.meta.dirname, '../../../bin/kapao.mjs')
let world: GameWorld
let player: Player
let home: string
let id: string
/** Each command is a process of its own, and there are many of them. */
const patienceMs = 90_000

type Ran = { code: number | null; out: string; err: string }

function kapao(...args: string[]): Promise<Ran> {
  const env = {
    ...compiled,
    PATH: dirname(process.execPath),
    HOME: home,
    DATABASE_URL: world.database.url,
  }
  const child = spawn(process.execPath, [program, 'transfers', ...args], { env, cwd: home })
  const ran: Ran = { code: null, out: '', err: '' }
  child.stdout.on('data', (part: Buffer) => (ran.out += part.toString()))
  child.stderr.on('data', (part: Buffer) => (ran.err += part.toString()))
  return new Promise((resolve) => child.on('close', (code) => resolve({ ...ran, code })))
}

beforeAll(async () => {
  world = await openGameWorld()
  home = await mkdtemp(join(tmpdir(), 'kapao-home-'))
  player = await world.addPlayer(100_000n, ['askmebet'])
  await world.sandbox.addFault({
    operation: 'games.askmebet.deposit',
    kind: 'drop-before',
    count: 1,
  })
  const answer = await player.call('POST /api/wallet/transfer', {
    body: { from: 'wallet', to: 'askmebet', amount: 100 },
    headers: { 'idempotency-key': systemIds.key() },
  })
  expect(answer.status).toBe(202)
  const [row] = await world.database.db.query<{ id: string }>(
    'select id from transfers_transfer where member_id = $1',
    [player.id],
  )
  id = row!.id
  await addOperator()
})
afterAll(async () => {
  expect(await world.violations()).toEqual([])
  await world.close()
  await rm(home, { recursive: true })
})

describe('while the worker still asks', { timeout: patienceMs }, () => {
  test(
    'it is not on the list, but shown with --open, and no one may decide it yet',
    { tags: 'long-1' },
    async () => {
      expect((await kapao('list')).out).toContain('Nothing waits for an operator.')
      const open = await kapao('list', '--open')
      expect(open.out).toMatch(new RegExp(`${id}.*wallet to askmebet +100\\.00 BAHT +unknown`))
      const early = await kapao('resolve', id, '--done', '--why', 'I think so', '--as', 'nok')
      expect(early).toMatchObject({ code: 1, out: '' })
      expect(early.err).toContain('is unknown, not on the exceptions list')
    },
  )
})

describe('on the list', { timeout: patienceMs }, () => {
  beforeAll(async () => {
    await world.passTime(61_000)
    await world.runJobs()
  })

  test("list and show contain what an operator needs at the provider: the member's name there, the earlier balance, the missing sum", async () => {
    const { out } = await kapao('list')
    expect(out).toMatch(new RegExp(`${id}.*${player.id} +wallet to askmebet +100\\.00 BAHT`))
    const shown = await kapao('show', id)
    expect(shown.code).toBe(0)
    expect(shown.out).toContain(await player.usernameAt('askmebet'))
    expect(shown.out).toMatch(/they held before +0\.00/)
    expect(shown.out).toMatch(/if it is done +100\.00 more than before/)
    expect(shown.out).toMatch(/why +before it they held 0, now 0; with it 10000/)
    const [listed] = JSON.parse((await kapao('list', '--json')).out)
    expect(listed).toMatchObject({
      id,
      state: 'exception',
      amount: '100.00',
      balanceBefore: '0.00',
    })
    expect(listed).not.toHaveProperty('key')
  })

  test(
    'refused: without a decision, with two, without a reason, without a token, with an invalid id',
    { tags: 'long-4' },
    async () => {
      const reason = ['--why', 'seen there']
      const [none, both, why, token, nonsense, nobody] = await Promise.all([
        kapao('resolve', id, ...reason),
        kapao('resolve', id, '--done', '--returned', ...reason),
        kapao('resolve', id, '--done'),
        kapao('resolve', id, '--done', ...reason, '--token-file', '/nowhere'),
        kapao('show', 'nonsense'),
        kapao('show', systemIds.key()),
      ])
      for (const wrong of [none, both]) {
        expect(wrong.code).toBe(2)
        expect(wrong.err).toContain('either --done or --returned')
      }
      expect(why.code).toBe(2)
      expect(why.err).toContain('--why')
      expect(token.code).toBe(1)
      expect(nonsense.code).toBe(2)
      expect(nobody.code).toBe(1)
      expect(nobody.err).toContain('There is no transfer')
      expect(await player.balances()).toMatchObject({ wallet: 90_000, transit: 10_000 })
    },
  )

  test('I36 decided once, by a named operator with a reason; the money is back', async () => {
    const reason = ['--why', 'not in their books', '--as', 'nok']
    const resolved = await kapao('resolve', id, '--returned', ...reason)
    expect(resolved).toMatchObject({ code: 0, err: '' })
    expect(resolved.out).toContain(`${id} is returned: 100.00 BAHT are back in wallet.`)
    expect(await player.balances()).toEqual({ wallet: 100_000, transit: 0, askmebet: 0 })
    expect((await kapao('resolve', id, '--done', ...reason)).err).toContain('is returned, not on')
    expect((await kapao('list')).out).toContain('Nothing waits for an operator.')
    const audit = await world.database.db.query(
      `select actor, before, after from core_audit where action = 'transfers.resolve'`,
    )
    expect(audit).toMatchObject([
      {
        actor: 'operator:nok',
        before: { state: 'exception' },
        after: { state: 'returned', why: 'not in their books' },
      },
    ])
  })
})

async function addOperator(): Promise<void> {
  const env = {
    ...compiled,
    PATH: dirname(process.execPath),
    HOME: home,
    DATABASE_URL: world.database.url,
  }
  const child = spawn(process.execPath, [program, 'operator', 'add', 'nok'], { env, cwd: home })
  await new Promise((resolve) => child.on('close', resolve))
}
