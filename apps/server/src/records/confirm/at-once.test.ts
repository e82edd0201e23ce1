import { beforeEach, expect, test } from 'vitest'
import { anyArrival, openDepositWorld } from '#testing/worlds/deposit-world.ts'
import { openTerminals, requestIn, type Terminals } from '#testing/operators/terminals.ts'
import { rewardLines } from '#testing/operators/rewards.ts'
import { anyWheel } from '#testing/worlds/any-wheel.ts'
import { freshWorld } from '#testing/worlds/test-world.ts'

const world = freshWorld(openDepositWorld)
let house: Terminals
let memberId: string
beforeEach(async () => {
  house = openTerminals(world)
  await house.add('nok', null)
  for (const name of ['lek', 'som']) await house.add(name, 'nok')
  await house.passHours(48)
  memberId = (await world.addMember()).id
})

const ask = async (...line: string[]): Promise<string> =>
  requestIn(await house.kapao('lek', ...line))
const askMax = (value: string) => ask('settings', 'set', 'withdraw.max.BAHT', '--text', value)

let asked = 0

/** Another one each time: what is there already is not defined again. */
async function askWheel(): Promise<string> {
  asked += 1
  const slices = [
    { code: 'all', label: 'All', weight: asked, prize: { amount: '9', currency: 'BAHT' } },
    { code: 'none', label: 'None', weight: 1 },
  ]
  const lines = rewardLines({ ...house, db: world.database.db, clock: world.clock })
  const small = { kind: 'wheel', code: 'small' } as const
  return requestIn(await lines.define('lek', small, anyWheel({ slices })))
}

async function askMatch(): Promise<string> {
  const money = { amount: 2_500_000n, currency: 'BAHT' } as const
  const { id } = await world.processes[0]!.settle(anyArrival({ money }))
  const why = ['--memberId', memberId, '--why', 'bank receipt 4711']
  return ask('work', 'decide', 'deposit', id, '--decision', 'match', ...why)
}

async function rowOf(number: string): Promise<{ state: string; isDone: boolean }> {
  const rows = await world.database.db.query<{ state: string; isDone: boolean }>(
    'select state::text, done_at is not null as "isDone" from confirm_request where id = $1',
    [number],
  )
  return rows[0]!
}

const yes = (number: string) => house.yes('som', number)

test(
  'S18 CARE-24 of several concurrent confirmations one does the work, and the row says that it is done',
  { tags: 'long-1' },
  async () => {
    for (let round = 1; round <= 8; round += 1) {
      const numbers = [await askMax(String(100_000 + round)), await askWheel(), await askMatch()]
      for (const number of numbers) {
        const said = await Promise.allSettled([1, 2, 3].map(() => yes(number)))
        const done = said.filter(({ status }) => status === 'fulfilled')
        expect(done).toHaveLength(1)
        expect(await rowOf(number)).toEqual({ state: 'confirmed', isDone: true })
      }
    }
    expect(await world.balanceOf(memberId)).toBe(8 * 2_500_000)
    const versions = await world.database.db.query('select from spinwheel_wheel')
    expect(versions).toHaveLength(8)
  },
)

test('work that was cut off and is then refused may have been done: the row does not claim that it was not', async () => {
  const number = await askMatch()
  await yes(number)
  // As if the confirming process had been cut off before it marked the row as done.
  await world.database.db.query('update confirm_request set done_at = null where id = $1', [number])
  await expect(yes(number)).rejects.toThrow(/^state +unclear/m)
  expect(await rowOf(number)).toEqual({ state: 'unclear', isDone: false })
  expect(await house.kapao('som', 'work', 'list', 'second')).not.toContain('deposits match')
  await expect(yes(number)).rejects.toThrow('ALREADY_DECIDED')
  expect(await world.balanceOf(memberId)).toBe(2_500_000)

  const other = await askMax('950000')
  await house.kapao('som', 'settings', 'set', 'withdraw.max.BAHT', '--text', '1000')
  await expect(yes(other)).rejects.toThrow(/^state +refused/m)
  expect(await rowOf(other)).toEqual({ state: 'refused', isDone: false })
})
