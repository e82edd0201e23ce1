import { beforeAll, expect, test } from 'vitest'
import { openGameWorld, type Player } from '#testing/worlds/game-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { passwordBox } from './password-box.ts'

const world = testWorld(openGameWorld)
let player: Player

beforeAll(async () => {
  player = await world.addPlayer(0n, ['pg', 'betflix', 'askmebet', 'joker2'])
})

const read = async (game: string) => (await player.call(`GET /api/wallet/account/${game}`)).body

test.each([
  ['GAME-12 ERRC-63', 'activate/pg', 409, 'SLOT_ALREADY_ACTIVE'],
  ['GAME-13', 'activate/nowhere', 404, 'NO_GAME'],
  ['GAME-13', 'account/circus', 404, 'SLOT_NO_ACCOUNT'],
  ['GAME-13', 'account/nowhere', 404, 'NO_GAME'],
  ['GAME-13', 'resetpassword/circus', 404, 'SLOT_NO_ACCOUNT'],
  ['GAME-13 ERRC-66', 'resetpassword/pg', 502, 'SLOT_RESET_PASSWORD_FAIL'],
])('%s %s answers %i %s', async (_, path, status, code) => {
  expect(await player.call(`GET /api/wallet/${path}`)).toMatchObject({ status, body: { code } })
})

test('GAME-12 ERRC-64 a provider without free names: SLOT_ACTIVATE_FAIL, and the game stays closed', async () => {
  await world.sandbox.control('POST', '/games/imi/pool', { left: 0 })
  const answer = await player.call('GET /api/wallet/activate/imi')
  expect(answer).toMatchObject({ status: 502, body: { code: 'SLOT_ACTIVATE_FAIL' } })
  expect(await read('imi')).toMatchObject({ code: 'SLOT_NO_ACCOUNT' })
})

test.each(['betflix', 'askmebet', 'joker2'])(
  'GAME-07 OP-RESET %s gives a new password, which is then shown',
  async (game) => {
    const before = await read(game)
    const reset = await player.call(`GET /api/wallet/resetpassword/${game}`)
    expect(reset.status).toBe(200)
    expect(reset.body.password).not.toBe(before.password)
    expect(await read(game)).toEqual({ ...before, password: reset.body.password })
  },
)

test.each(['pg', 'betflix', 'askmebet', 'joker2'])(
  'GAME-16 OP-AUTO %s: a link to its own host, whatever password is in the path',
  async (game) => {
    const { username } = await read(game)
    const path = `GET /api/autoLogin/${game}/${encodeURIComponent(username)}/not-the-password`
    const answer = await player.call(path)
    expect(answer.status).toBe(200)
    expect(new URL(answer.body.link).host).toBe(new URL(world.sandbox.url).host)
    expect(world.logText()).not.toContain('not-the-password')
  },
)

test("S19 S32 GAME-22 a name other than the caller's own is unknown, and so is an unknown provider", async () => {
  const stranger = await player.call('GET /api/autoLogin/pg/somebody')
  expect(stranger.body.code).toBe('SLOT_NO_ACCOUNT')
  expect((await player.call('GET /api/autoLogin/nowhere/x')).body.code).toBe('NO_GAME')
  await player.call('GET /api/wallet/activate/areaslot')
  expect((await player.call('GET /api/autoLogin/areaslot/x')).body.code).toBe('NOT_AREASLOT')
})

test('S33 the password is stored encrypted, and decrypts for its owner only', async () => {
  const { password } = await read('betflix')
  const [row] = await world.database.db.query<{ box: Buffer }>(
    `select password_box as box from games_account where member_id = $1 and game = 'betflix'`,
    [player.id],
  )
  expect(row!.box.includes(password)).toBe(false)
  const { open } = passwordBox(Buffer.alloc(32, 7))
  expect(open(row!.box, { memberId: player.id, game: 'betflix' })).toBe(password)
  expect(() => open(row!.box, { memberId: player.id, game: 'pg' })).toThrow('authenticate')
  const other = await world.addPlayer(0n, [])
  expect(() => open(row!.box, { memberId: other.id, game: 'betflix' })).toThrow('authenticate')
})
