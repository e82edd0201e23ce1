import type { CrashPoint } from '#core/jobs/failpoint.ts'
import { afterEach, expect, test } from 'vitest'
import { hourMs } from '@kapao/contract/times'
import { openGameWorld, type Player } from '#testing/worlds/game-world.ts'
import { startDoomedServer } from '#testing/processes/killed-server.ts'
import { claimAsked, endRenewal } from './renewal-store.ts'
import { send } from '#testing/worlds/test-app.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openGameWorld)

afterEach(() => world.sandbox.control('DELETE', '/faults', {}))

/** Starting, killing and cleaning up after a process takes long on a busy machine. */
const patienceMs = 60_000

const setting = {
  betflix: 'games.betflix.change-password',
  askmebet: 'games.askmebet.reset-password',
  joker2: 'games.joker2.password',
} as const
type Game = keyof typeof setting
const games = Object.keys(setting) as Game[]

const passwords = { old: 'seven green mangoes', next: 'nine lazy buffaloes' }

type Account = { username: string; password: string }
const read = (player: Player, game: string) => player.call(`GET /api/wallet/account/${game}`)
const launch = (player: Player, { game, username }: { game: string; username: string }) =>
  player.call(`GET /api/autoLogin/${game}/${encodeURIComponent(username)}`)
const atProvider = async (game: string, username: string) =>
  (await world.sandbox.control<Account[]>('GET', `/games/${game}/accounts`)).find(
    (one) => one.username === username,
  )!.password
const due = (player: Player) =>
  world.database.db.query<{ game: string }>(
    'select game from games_renewal where member_id = $1 order by game',
    [player.id],
  )

async function open(
  of: readonly string[],
): Promise<{ player: Player; old: Record<string, Account> }> {
  const player = await world.addPlayer(0n, of)
  const old: Record<string, Account> = {}
  for (const game of of) old[game] = (await read(player, game)).body
  return { player, old }
}

const change = { oldPassword: passwords.old, newPassword: passwords.next }
async function changePassword({ call }: Player): Promise<void> {
  expect((await call('PUT /api/account/changepwd', { body: change })).status).toBe(200)
}

async function forgetPassword({ id }: Player): Promise<string> {
  const [row] = await world.database.db.query<{ username: string }>(
    'select username from account_member where id = $1',
    [id],
  )
  const phoneNumber = row!.username
  const { body } = await world.call('POST /api/account/password/forgot', { body: { phoneNumber } })
  const code = (await world.sandbox.inbox(phoneNumber)).find((one) => one.code !== null)!.code!
  const given = { otpToken: body.otpToken, otpCode: code, newPassword: passwords.next }
  const reset = await world.call('POST /api/account/password/reset', { body: given })
  expect(reset.status).toBe(200)
  return world.login(phoneNumber, passwords.next)
}

/** The member reads a new password, which is the provider's, and it opens the game. */
async function expectReplaced(player: Player, game: string, old: Account): Promise<void> {
  const { status, body } = await read(player, game)
  expect(status).toBe(200)
  expect(body.username).toBe(old.username)
  expect(body.password).not.toBe(old.password)
  expect(await atProvider(game, old.username)).toBe(body.password)
  expect((await launch(player, { game, username: old.username })).status).toBe(200)
}

const replacedOnes = (player: Player) =>
  world.database.db.query(
    `select after from core_audit where action = 'games.resetPassword' and subject = $1`,
    [player.id],
  )

test('NAME-20 NAME-24 with the password every game password changes at its provider, once each; where there is none nothing waits', async () => {
  const { player, old } = await open(['pg', ...games])
  const { player: other } = await open(['askmebet'])
  await changePassword(player)
  expect(await due(other)).toEqual([])
  await world.until(
    () => due(player),
    (left) => left.length === 0 || (left.length === 1 && left[0]!.game === 'pg'),
  )
  await world.work(2, 5_000)
  for (const game of games) await expectReplaced(player, game, old[game]!)
  expect((await read(player, 'pg')).body).toEqual(old['pg'])
  expect((await launch(player, { game: 'pg', username: old['pg']!.username })).status).toBe(200)
  expect(await due(player)).toEqual([])
  expect(await replacedOnes(player)).toHaveLength(games.length)
})

test('NAME-20 a forgotten password changes them, too, and a refused change none', async () => {
  const { player, old } = await open(games)
  const wrong = await player.call('PUT /api/account/changepwd', {
    body: { ...change, oldPassword: 'not this one' },
  })
  expect(wrong.status).toBe(400)
  expect(await due(player)).toEqual([])
  world.clock.moveMs(hourMs)
  await world.passTime(0)
  const token = await forgetPassword(player)
  const again: Player = { ...player, call: (name, given) => world.call(name, { token, ...given }) }
  for (const game of games) await expectReplaced(again, game, old[game]!)
})

test.each(games)(
  'NAME-21 NAME-22 %s is down: the old password is neither shown nor used; later each time it is tried again, until it is replaced',
  { tags: 'long-2' },
  async (game) => {
    const { player, old } = await open([game])
    const { username, password } = old[game]!
    await world.sandbox.control('POST', `/games/${game}/maintenance`, { on: true })
    await changePassword(player)
    const nextAt = async () =>
      (
        await world.database.db.query<{ pause: number; held: boolean }>(
          `select extract(epoch from next_at - $2)::int as pause, held_until is not null as held
           from games_renewal where member_id = $1`,
          [player.id, world.clock.now()],
        )
      )[0]!
    await world.until(nextAt, ({ held, pause }) => !held && pause > 0)
    expect((await read(player, game)).body).toMatchObject({ code: 'SERVICE_BUSY' })
    expect((await launch(player, { game, username })).body).toMatchObject({ code: 'SERVICE_BUSY' })
    expect((await player.call(`GET /api/wallet/resetpassword/${game}`)).body).toMatchObject({
      code: 'SLOT_RESET_PASSWORD_FAIL',
    })
    const first = (await nextAt()).pause
    await world.work(1, (first + 1) * 1_000)
    expect((await nextAt()).pause).toBeGreaterThan(first)
    expect(await atProvider(game, username)).toBe(password)

    await world.sandbox.control('POST', `/games/${game}/maintenance`, { on: false })
    await world.work(2, 601_000)
    expect(await due(player)).toEqual([])
    await expectReplaced(player, game, old[game]!)
  },
)

test.each(games)(
  'NAME-22 %s: a provider that is back is asked by a member who wants to play, without waiting for the pause',
  async (game) => {
    const { player, old } = await open([game])
    await world.sandbox.addFault({ operation: setting[game], kind: 'drop-before', count: 1 })
    await changePassword(player)
    const shown = await world.until(
      () => read(player, game),
      ({ status }) => status === 200,
    )
    expect(shown.body.password).not.toBe(old[game]!.password)
    await expectReplaced(player, game, old[game]!)
  },
)

test.each(games)(
  'NAME-23 %s: the answer is lost, and both sides agree in the end, also after a reset that the member asked for',
  { tags: 'long-1' },
  async (game) => {
    const { player, old } = await open([game])
    await world.sandbox.addFault({ operation: setting[game], kind: 'drop-after', count: 1 })
    const asked = await player.call(`GET /api/wallet/resetpassword/${game}`)
    expect(asked.body.code).toBe('SLOT_RESET_PASSWORD_FAIL')
    expect(await due(player)).toHaveLength(1)
    await world.work(2, 31_000)
    expect(await due(player)).toEqual([])
    await expectReplaced(player, game, old[game]!)
  },
)

test.each<CrashPoint>(['game-password.claimed', 'game-password.answered'])(
  'NAME-23 killed at "%s": nobody reads the old password, and it is replaced once more',
  { tags: 'long-4', timeout: patienceMs },
  async (step) => {
    const { player, old } = await open(games)
    const doomed = await startDoomedServer(world, step)
    await send(doomed.address, 'PUT /api/account/changepwd', {
      token: player.token,
      body: change,
    }).catch(() => null)
    expect(await doomed.died).toBe('SIGKILL')
    await world.passTime(0)
    expect(await due(player)).not.toEqual([])
    const { game } = (
      await world.database.db.query<{ game: Game }>(
        'select game from games_renewal where member_id = $1 and held_until is not null',
        [player.id],
      )
    )[0]!
    // The dead process may still be waiting for its answer.
    expect((await read(player, game)).body).toMatchObject({ code: 'SERVICE_BUSY' })
    await world.work(2, 31_000)
    expect(await due(player)).toEqual([])
    for (const one of games) await expectReplaced(player, one, old[one]!)
  },
)

test(
  'NAME-23 an answer that comes when another process has asked since is not stored, and a new password is asked for',
  { tags: 'long-2' },
  async () => {
    const { player, old } = await open(['askmebet'])
    const slow = { operation: setting.askmebet, kind: 'delay', delayMs: 1_500, count: 1 }
    await world.sandbox.addFault(slow)
    const asked = player.call('GET /api/wallet/resetpassword/askmebet')
    await world.until(
      () => due(player),
      (rows) => rows.length === 1,
    )
    // As another process does, half a minute after the first seems to have died.
    world.clock.moveMs(31_000)
    const at = world.clock.now()
    const heldUntil = new Date(at.getTime() + 30_000)
    const place = { memberId: player.id, game: 'askmebet' }
    const others = (await claimAsked(world.database.db, { ...place, at, heldUntil }))!
    expect((await asked).body.code).toBe('SLOT_RESET_PASSWORD_FAIL')
    expect(await replacedOnes(player)).toEqual([])
    expect((await read(player, 'askmebet')).body.code).toBe('SERVICE_BUSY')
    expect(await world.database.db.begin((tx) => endRenewal(tx, others, at))).toBe(true)
    // Which of the two came last at the provider is not known.
    expect(await due(player)).toHaveLength(1)
    await world.work(1, 31_000)
    await expectReplaced(player, 'askmebet', old['askmebet']!)
  },
)

test('NAME-23 a password that changes while a game password is being replaced has it replaced once more', async () => {
  const { player, old } = await open(['askmebet'])
  await world.sandbox.addFault({
    operation: setting.askmebet,
    kind: 'delay',
    delayMs: 1_000,
    count: 1,
  })
  const asked = player.call('GET /api/wallet/resetpassword/askmebet')
  await world.until(
    () => due(player),
    (rows) => rows.length === 1,
  )
  await changePassword(player)
  const { body: seen } = await asked
  await world.work(1, 31_000)
  await expectReplaced(player, 'askmebet', old['askmebet']!)
  expect((await read(player, 'askmebet')).body.password).not.toBe(seen.password)
})

/** How many calls the provider is answering at this moment. */
const underWay = async (): Promise<number> => {
  const asked = `/journal?limit=1000&operation=${setting.askmebet}`
  const calls = await world.sandbox.control<{ reply: unknown }[]>('GET', asked)
  return calls.filter(({ reply }) => reply === null).length
}

test(
  'NAME-23 concurrent readers, resets and jobs of two processes: one provider call at a time, and both sides agree',
  { tags: 'long-4', timeout: patienceMs },
  async () => {
    const { player, old } = await open(['askmebet'])
    const slow = { operation: setting.askmebet, kind: 'delay', delayMs: 300 }
    await world.sandbox.addFault(slow)
    const second = await startDoomedServer(world, null)
    const readThere = () =>
      send(second.address, 'GET /api/wallet/account/askmebet', { token: player.token })
    const resetThere = () =>
      send(second.address, 'GET /api/wallet/resetpassword/askmebet', { token: player.token })
    let most = 0
    try {
      await changePassword(player)
      const all = Promise.all([
        ...Array.from({ length: 10 }, () => read(player, 'askmebet')),
        ...Array.from({ length: 5 }, () => player.call('GET /api/wallet/resetpassword/askmebet')),
        ...Array.from({ length: 5 }, readThere),
        ...Array.from({ length: 5 }, resetThere),
        world.runJobs(),
      ])
      let isOver = false
      void all.finally(() => (isOver = true)).catch(() => undefined)
      while (!isOver) most = Math.max(most, await underWay())
      await all
    } finally {
      await second.stop()
    }
    expect(most).toBe(1)
    await world.work(2, 31_000)
    expect(await due(player)).toEqual([])
    await expectReplaced(player, 'askmebet', old['askmebet']!)
  },
)
