import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { compiled } from '#testing/processes/compiled.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const program = join(import.meta.dirname, '../../../../bin/kapao.mjs')
const world = testWorld(openPayoutWorld)
/** Each command is a process of its own. */
const patienceMs = 60_000

afterAll(async () => {
  expect(await world.violations()).toEqual([])
})

function kapao(...args: string[]): Promise<string> {
  const env = { ...compiled, PATH: dirname(process.execPath), DATABASE_URL: world.database.url }
  const child = spawn(process.execPath, [program, 'withdrawals', ...args], { env })
  let out = ''
  child.stdout.on('data', (part: Buffer) => (out += part.toString()))
  return new Promise((resolve) => child.on('close', () => resolve(out)))
}

test(
  "S18 REACH-22 a small one that waits for approval is listed with its day's total, and is found by its quoted number",
  { tags: 'long-2', timeout: patienceMs },
  async () => {
    // The commands use this machine's clock; a session does not last until then.
    await world.passTime(Date.now() - world.clock.now().getTime())
    const player = await world.addPlayer(2_000_000n, [])
    for (let n = 0; n < 5; n += 1) {
      await world.passTime(1)
      await world.withdraw(player, 2_000)
      await world.until(
        () => world.stateOf(player),
        (state) => state === 'paid',
      )
    }
    await world.passTime(1)
    const id: string = (await world.withdraw(player, 150)).body.receipt._id
    expect(await kapao('list')).toMatch(new RegExp(`${id}.* 150.00 BAHT .* held +1 `))
    const shown = await kapao('show', id)
    // REACH-22: by the number that the page shows the member to quote.
    const number = id.replaceAll('-', '').slice(-12).toUpperCase().match(/.{4}/g)!.join('-')
    expect(await kapao('show', number)).toBe(shown)
    expect(shown).toMatch(/in 24 hours +10150.00 BAHT, with this one/)
    expect(shown).toMatch(/without a person +10000.00 BAHT/)
  },
)
