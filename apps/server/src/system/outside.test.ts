import { expect, onTestFinished, test } from 'vitest'
import { movableClock, send, testConfig } from '#testing/worlds/test-app.ts'
import { openDoorFigures } from '#outside/door-figures.ts'
import { openPayouts } from '#outside/payout/open.ts'
import { startRealServer } from '#testing/faults/real-server.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { openOutside } from './outside.ts'

const world = testWorld(openPayoutWorld)

test('FLOOR-04 an outside system that is opened a second time in a process is refused, with the name of the door', () => {
  const options = {
    sandboxUrl: 'http://127.0.0.1:9',
    accounts: {},
    clock: movableClock(),
    figures: openDoorFigures(),
  }
  openPayouts(options)
  expect(() => openPayouts(options)).toThrow('the door "payouts BANK pay" is open already')
})

test('FLOOR-04 the outside systems are opened once in a process: a second time throws', () => {
  const context = { config: testConfig, db: world.database.db, clock: movableClock() }
  openOutside(context)
  expect(() => openOutside(context)).toThrow('the outside systems are open already')
})

test(
  'FLOOR-05 a bank that hangs up on the withdrawals of five members is shut in the metrics of the process that asked it',
  { tags: 'long-2', timeout: 60_000 },
  async () => {
    const { sandbox } = world
    const players = await Promise.all(
      Array.from({ length: 5 }, () => world.addPlayer(100_000n, [])),
    )
    const server = await startRealServer(world)
    onTestFinished(() => server.signal('SIGKILL'))
    const read = async (series: string): Promise<string | undefined> => {
      const text = await (await fetch(`${server.metrics}/metrics`)).text()
      return text.split('\n').find((line) => line.startsWith(series))
    }
    const shut = 'kapao_outside_shut{system="payouts",party="BANK",kind="pay"}'
    expect(await read(shut)).toBe(`${shut} 0`)
    await sandbox.addFault({ operation: 'payout.pay', kind: 'drop-before' })
    for (const { token } of players) {
      const answer = await send(server.address, 'POST /api/wallet/withdraw', {
        token,
        body: { amount: 500 },
        headers: { 'idempotency-key': crypto.randomUUID() },
      })
      expect(answer.status, answer.text).toBe(200)
    }
    await expect.poll(() => read(shut), { timeout: 20_000 }).toBe(`${shut} 1`)
    await sandbox.control('DELETE', '/faults', {})
  },
)
