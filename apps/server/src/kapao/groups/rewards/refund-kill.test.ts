import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCommands, type Commands } from '#testing/operators/killed-command.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'

const world = testWorld(openPayoutWorld)
let commands: Commands
beforeAll(async () => {
  commands = await openCommands(world.database.url)
})
afterAll(() => commands.close())

test(
  'I36 a refund period that an operator closes, killed before the operator is recorded: closed and recorded together, by the next who closes it',
  { tags: 'long-2', timeout: 180_000 },
  async () => {
    const closed = () => world.database.db.query('select 1 from refund_closed')
    const args = ['refund', 'close', '--as', 'nok']
    await commands.killedAt({ at: 'before', statement: 'insert into core_audit' }, args)
    expect(await closed()).toEqual([])
    expect((await commands.kapao(...args)).code).toBe(0)
    expect(await closed()).toHaveLength(1)
    const recorded = "select actor from core_audit where action = 'refund.close'"
    expect(await world.database.db.query(recorded)).toEqual([{ actor: 'operator:nok' }])
  },
)
