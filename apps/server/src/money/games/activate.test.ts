import type { CrashPoint } from '#core/jobs/failpoint.ts'
import { afterEach, expect, test } from 'vitest'
import { openGameWorld, type Player } from '#testing/worlds/game-world.ts'
import { startDoomedServer } from '#testing/processes/killed-server.ts'
import { sampled } from '#testing/models/sample.ts'
import { send } from '#testing/worlds/test-app.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openGameWorld)

afterEach(() => world.sandbox.control('DELETE', '/faults', {}))

/** Starting, killing and cleaning up after a process takes long on a busy machine. */
const patienceMs = 60_000

const opening = {
  pg: 'games.pg.create',
  betflix: 'games.betflix.register',
  askmebet: 'games.askmebet.create',
  joker2: 'games.joker2.create',
} as const
type Game = keyof typeof opening
const games = Object.keys(opening) as Game[]

type There = { username: string; password: string }
const accountsAt = (game: string) =>
  world.sandbox.control<There[]>('GET', `/games/${game}/accounts`)

/** Expects exactly one account opened there since, and the member to have it. */
async function expectOne(player: Player, game: Game, before: readonly There[]): Promise<void> {
  const known = new Set(before.map(({ username }) => username))
  const opened = (await accountsAt(game)).filter(({ username }) => !known.has(username))
  expect(opened).toHaveLength(1)
  const { body } = await player.call(`GET /api/wallet/account/${game}`)
  expect(body.username).toBe(opened[0]!.username)
  // One family of providers has no passwords.
  const shown = game === 'pg' ? '' : body.password
  expect(shown).toBe(opened[0]!.password)
  const left = await world.database.db.query('select 1 from games_opening where member_id = $1', [
    player.id,
  ])
  expect(left).toEqual([])
  const name = encodeURIComponent(body.username)
  expect((await player.call(`GET /api/autoLogin/${game}/${name}`)).status).toBe(200)
}

test.each(games)(
  'RUN-05 %s: twenty concurrent calls open one account there',
  { tags: 'long-1' },
  async (game) => {
    const player = await world.addPlayer(0n, [])
    const before = await accountsAt(game)
    // So that the last one arrives before the first is answered, however busy the machine is.
    await world.sandbox.addFault({
      operation: opening[game],
      kind: 'delay',
      delayMs: 300,
      count: 1,
    })
    const calls = Array.from({ length: 20 }, () => player.call(`GET /api/wallet/activate/${game}`))
    const answers = await Promise.all(calls)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    await expectOne(player, game, before)
    expect((await player.call(`GET /api/wallet/activate/${game}`)).body.code).toBe(
      'SLOT_ALREADY_ACTIVE',
    )
  },
)

test(
  "RUN-05 two concurrent processes: one account there, and the other call's refusal says why",
  { tags: 'long-4', timeout: patienceMs },
  async () => {
    const player = await world.addPlayer(0n, [])
    const second = await startDoomedServer(world, null)
    try {
      for (const game of games) {
        const before = await accountsAt(game)
        await world.sandbox.addFault({
          operation: opening[game],
          kind: 'delay',
          delayMs: 400,
          count: 1,
        })
        const name = `GET /api/wallet/activate/${game}`
        const answers = await Promise.all(
          Array.from({ length: 10 }, (_, n) =>
            n % 2 === 0 ? player.call(name) : send(second.address, name, { token: player.token }),
          ),
        )
        const codes = new Set(answers.map(({ status, body }) => (status === 200 ? 200 : body.code)))
        expect([...codes]).toContain(200)
        for (const code of codes)
          expect([200, 'REQUEST_IN_PROGRESS', 'SLOT_ALREADY_ACTIVE']).toContain(code)
        await expectOne(player, game, before)
      }
    } finally {
      await second.stop()
    }
  },
)

const deaths = games.flatMap((game) =>
  (['game-account.claimed', 'game-account.answered'] satisfies CrashPoint[]).map((step) => ({
    game,
    step,
  })),
)

test.each(sampled('games: killed while opening', 2, deaths))(
  'RUN-05 F01 killed at "$step" at $game: nothing shows until the next call, and then there is one account',
  { tags: 'long-1', timeout: patienceMs },
  async ({ game, step }) => {
    const player = await world.addPlayer(10_000n, [])
    const before = await accountsAt(game)
    const doomed = await startDoomedServer(world, step)
    const name = `GET /api/wallet/activate/${game}`
    await send(doomed.address, name, { token: player.token }).catch(() => null)
    expect(await doomed.died).toBe('SIGKILL')

    const { body: wallet } = await player.call('GET /api/wallet')
    const shown = wallet.slots.find(({ code }: { code: string }) => code === game)
    expect(shown).toMatchObject({ isActive: false })
    expect((await player.call(`GET /api/wallet/account/${game}`)).body.code).toBe('SLOT_NO_ACCOUNT')
    const moved = await player.call('POST /api/wallet/transfer', {
      body: { from: 'wallet', to: game, amount: 50 },
    })
    expect(moved.body.code).toBe('SLOT_NO_ACCOUNT')
    // The dead process may still be waiting for its answer.
    expect((await player.call(name)).body.code).toBe('REQUEST_IN_PROGRESS')
    await world.passTime(61_000)
    expect((await player.call(name)).status).toBe(200)
    await expectOne(player, game, before)
  },
)

const lost = games.flatMap((game) =>
  ['drop-after', 'status-after', 'garbage'].map((kind) => ({ game, kind })),
)

test.each(lost)(
  'RUN-05 $game, an answer is lost ($kind): the next attempt finds it',
  { tags: 'long-3' },
  async ({ game, kind }) => {
    const player = await world.addPlayer(0n, [])
    const before = await accountsAt(game)
    await world.sandbox.addFault({ operation: opening[game], kind, count: 1 })
    expect((await player.call(`GET /api/wallet/activate/${game}`)).status).toBe(200)
    await expectOne(player, game, before)
  },
)

test.each(games)(
  'RUN-05 %s does not answer for long: the next call finds the same account',
  { tags: 'long-4' },
  async (game) => {
    const player = await world.addPlayer(0n, [])
    const before = await accountsAt(game)
    await world.sandbox.addFault({ operation: opening[game], kind: 'drop-after' })
    const name = `GET /api/wallet/activate/${game}`
    expect((await player.call(name)).body.code).toBe('SLOT_ACTIVATE_FAIL')
    await world.sandbox.control('DELETE', '/faults', {})
    // The provider's breaker may have opened.
    await world.passTime(11_000)
    expect((await player.call(name)).status).toBe(200)
    await expectOne(player, game, before)
  },
)

test.each(games)(
  'RUN-05 GAME-12 %s refuses at first: nothing is kept, and the next call uses a new name',
  async (game) => {
    const player = await world.addPlayer(0n, [])
    const before = await accountsAt(game)
    await world.sandbox.addFault({ operation: opening[game], kind: 'pool-empty', count: 1 })
    const name = `GET /api/wallet/activate/${game}`
    expect((await player.call(name)).body.code).toBe('SLOT_ACTIVATE_FAIL')
    const kept = await world.database.db.query('select 1 from games_opening where member_id = $1', [
      player.id,
    ])
    expect(kept).toEqual([])
    expect((await player.call(name)).status).toBe(200)
    await expectOne(player, game, before)
  },
)
