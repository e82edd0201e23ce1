import type { CrashPoint } from '#core/jobs/failpoint.ts'
import { expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { openBonusWorld } from '#testing/worlds/bonus-world.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { startDoomedServer } from '#testing/processes/killed-server.ts'
import { sampled } from '#testing/models/sample.ts'
import { send } from '#testing/worlds/test-app.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openBonusWorld)

/** Each case starts a server, and the worker covers six minutes of its time. */
const patienceMs = 90_000
const games = ['pg', 'joker2']
const anyEnd = { endAmount: { BAHT: '999999' } }

/** Advances time and runs the worker until nothing is open. */
async function cleanUp(): Promise<void> {
  for (let turn = 0; turn < 6; turn += 1) {
    await world.passTime(61_000)
    await world.runJobs()
  }
}

async function killedAt(
  step: CrashPoint,
  player: Player,
  name: string,
  key: string,
): Promise<void> {
  const doomed = await startDoomedServer(world, step)
  const [path, body] = name.split(' with ')
  const options = {
    token: player.token,
    headers: { 'idempotency-key': key },
    ...(body ? { body: JSON.parse(body) } : {}),
  }
  await send(doomed.address, path!, options).catch(() => undefined)
  expect(await doomed.died).toBe('SIGKILL')
}

test.each(sampled<CrashPoint>('bonus: given', 1, ['reward.planned', 'reward.given']))(
  'F32 killed at %s: the same call again gives it once',
  { tags: 'long-4', timeout: patienceMs },
  async (step) => {
    const code = step.replaceAll(' ', '').toUpperCase()
    await world.defineBonus(code, { maxReceived: 9 })
    const player = await world.addPlayer(10_000n, games)
    const key = systemIds.key()
    const name = `GET /api/bonus/activate/${code}`
    await killedAt(step, player, name, key)
    const again = await player.call(name, { headers: { 'idempotency-key': key } })
    expect(again.status).toBe(200)
    expect(again.body.received).toHaveLength(1)
    expect((await player.balances()).wallet).toBe(20_000)
    expect(await world.givenFor('bonus', code)).toEqual([10_000])
  },
)

const clearSteps: CrashPoint[] = [
  'bonus.checked',
  'bonus.clearing',
  'bonus.transfer-begun',
  'transfer.held',
  'transfer.answered',
  'transfer.ended',
  'bonus.transfer-ended',
  'bonus.ended',
  'bonus.before-reply',
]

test.each(sampled('bonus: ended', 2, clearSteps))(
  'I25 ended and killed at %s: every game is emptied once, the wallet is untouched, nothing is lost',
  { tags: 'long-3', timeout: patienceMs },
  async (step) => {
    const code = `END${clearSteps.indexOf(step)}`
    await world.defineBonus(code, { terms: anyEnd })
    const player = await world.addPlayer(50_000n, games)
    await player.call(`GET /api/bonus/activate/${code}`)
    for (const to of games)
      await player.call('POST /api/wallet/transfer', { body: { from: 'wallet', to, amount: 150 } })
    const before = await world.forfeited()
    const key = systemIds.key()
    await killedAt(step, player, 'GET /api/bonus/clear', key)
    await cleanUp()
    const options = { headers: { 'idempotency-key': key } }
    const again = await player.call('GET /api/bonus/clear', options)
    expect([again.status, again.body]).toEqual([200, { message: 'BONUS_CLEAR' }])
    await cleanUp()
    expect(await player.balances()).toEqual({ wallet: 30_000, transit: 0, pg: 0, joker2: 0 })
    for (const game of games) expect(await world.balanceAt(player, game)).toBe(0)
    expect((await world.forfeited()) - before).toBe(30_000)
    const check = await player.call('GET /api/bonus/check/active')
    expect(check.body.status).toBe(false)
    const finished = (await world.rowsOf(player)).filter(
      (row) => row.statementType === 'finish_bonus',
    )
    expect(finished.map(({ money }) => money.amount)).toEqual([30_000n])
  },
)

const withdrawSteps: CrashPoint[] = [
  'withdrawal.begun',
  'bonus.deducted',
  'bonus.transfer-begun',
  'bonus.transfer-ended',
]

test.each(sampled('bonus: withdrawn', 1, withdrawSteps))(
  'WD-13 a withdrawal from a met target, killed at %s: the rest is deducted once, and the requested amount is paid out',
  { tags: 'long-3', timeout: patienceMs },
  async (step) => {
    const code = `OUT${step.replaceAll(' ', '').toUpperCase()}`
    await world.defineBonus(code, { terms: { factor: '1' } })
    const player = await world.addPlayer(50_000n, games)
    await player.call(`GET /api/bonus/activate/${code}`)
    await player.call('POST /api/wallet/transfer', {
      body: { from: 'wallet', to: 'pg', amount: 150 },
    })
    const before = await world.forfeited()
    const key = systemIds.key()
    await killedAt(step, player, 'POST /api/wallet/withdraw with {"amount":300}', key)
    await cleanUp()
    expect(await player.balances()).toMatchObject({ wallet: 0, transit: 0, pg: 0 })
    expect((await world.forfeited()) - before).toBe(30_000)
    const bill = (await player.call('GET /api/bonus/bill')).body
    expect(bill).toMatchObject({ state: 'ended', endedBy: 'withdrawn', takenTotal: 300 })
  },
)
