import { expect, test } from 'vitest'
import { hourMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { listItems } from '#records/items/store.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { openLossWorld } from '#testing/worlds/loss-world.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { decideItems, cliOf } from '#testing/operators/cli.ts'

const world = testWorld(openLossWorld)

let persons = 0
/** Two accounts in one name, in one household. */
async function addTwins(): Promise<[Player, Player]> {
  const [one, other] = await addAlike(2)
  return [one!, other!]
}
async function addAlike(count: number, person?: number): Promise<Player[]> {
  if (person === undefined) persons += 1
  const letter = String.fromCharCode(64 + (person ?? persons))
  const name = `TWIN ${letter} PERSON`
  const alike: Player[] = []
  while (alike.length < count)
    alike.push(await world.addPlayer(50_000n, [], { bankAccountName: name }))
  for (const { id } of alike)
    await world.database.db.query(
      'update core_session set address = $2, last_used_at = $3 where member_id = $1',
      [id, `203.0.113.${person ?? persons}`, world.clock.now()],
    )
  return alike
}
const activate = async (player: Player, code: string, key?: string) => {
  const options = key === undefined ? {} : { headers: { 'idempotency-key': key } }
  const answer = await player.call(`GET /api/bonus/activate/${code}`, options)
  return answer.status === 200 ? 200 : answer.body.code
}
const itemsOf = ({ id }: Player) =>
  listItems(world.database.db, { kind: 'bonus.linked', memberId: id, open: true, limit: 9 })
const decide = async (player: Player, word: 'allow' | 'deny', itemsMax = 9) =>
  decideItems(
    cliOf({ db: world.database.db, clock: world.clock }),
    (await itemsOf(player)).slice(0, itemsMax),
    word,
  )

test("CARE-101 a once-per-person bonus waits for an operator if an account that may be the same person's has had it; deposits and other rewards do not wait", async () => {
  await world.defineBonus('FIRST')
  await world.defineBonus('OTHER')
  const [first, second] = await addTwins()
  expect(await activate(first, 'FIRST')).toBe(200)
  const key = systemIds.key()
  expect(await activate(second, 'FIRST', key)).toBe('REWARD_HELD')
  expect(await itemsOf(second)).toMatchObject([
    { memberId: second.id, otherId: first.id, holds: ['bonus'] },
  ])
  expect(await second.balances()).toMatchObject({ wallet: 50_000 })
  // Meanwhile a bonus that the other account has not taken is given.
  const [third, fourth] = await addTwins()
  expect(await activate(third, 'FIRST')).toBe(200)
  expect(await activate(fourth, 'FIRST')).toBe('REWARD_HELD')
  expect(await activate(fourth, 'OTHER')).toBe(200)
  await decide(second, 'allow')
  expect(await activate(second, 'FIRST', key)).toBe(200)
  expect(await second.balances()).toMatchObject({ wallet: 60_000 })
})

test('CARE-101 a denied bonus reads as already received; nothing else is lost', async () => {
  await world.defineBonus('DENIED')
  await world.defineBonus('LATER')
  const [first, second] = await addTwins()
  await activate(first, 'DENIED')
  expect(await activate(second, 'DENIED')).toBe('REWARD_HELD')
  await decide(second, 'deny')
  expect(await activate(second, 'DENIED')).toBe('BONUS_MAX_CLAIMED')
  expect(await activate(second, 'LATER')).toBe(200)
})

test('CARE-101 a member who may be the same person as two who have had it waits until both are allowed', async () => {
  await world.defineBonus('THRICE')
  const [first, second, third] = (await addAlike(3)) as [Player, Player, Player]
  expect(await activate(first, 'THRICE')).toBe(200)
  expect(await activate(second, 'THRICE')).toBe('REWARD_HELD')
  await decide(second, 'allow')
  expect(await activate(second, 'THRICE')).toBe(200)
  expect(await activate(third, 'THRICE')).toBe('REWARD_HELD')
  expect(await itemsOf(third)).toHaveLength(2)
  await decide(third, 'allow', 1)
  expect(await activate(third, 'THRICE')).toBe('REWARD_HELD')
  await decide(third, 'allow')
  expect(await activate(third, 'THRICE')).toBe(200)
})

test.each([
  ['day', 24],
  ['week', 7 * 24],
] as const)(
  'PLAY-02 of a bonus by %s a second account of one person waits in each period, and what was received before it does not count',
  async (type, hours) => {
    const code = `EACH${type.toUpperCase()}`
    await world.defineBonus(code, { type, terms: { endAmount: { BAHT: '999999' } } })
    const [first, second] = await addTwins()
    expect(await activate(first, code)).toBe(200)
    await world.passTime(1_000)
    expect(await activate(second, code)).toBe('REWARD_HELD')
    expect(await itemsOf(second)).toMatchObject([{ otherId: first.id, holds: ['bonus'] }])
    expect(await second.balances()).toMatchObject({ wallet: 50_000 })
    await decide(second, 'allow')
    expect(await activate(second, code)).toBe(200)
    await world.passTime(hours * hourMs)
    const [third] = await addAlike(1, persons)
    expect(await activate(third!, code)).toBe(200)
  },
)

test('CARE-101 strangers, and accounts that share only one sign, do not wait', async () => {
  await world.defineBonus('ONCE', { terms: { gives: { of: 'amount', amount: { BAHT: '10' } } } })
  const strangers = await Promise.all(
    ['STRANGER ONE', 'STRANGER ONE', 'STRANGER TWO'].map((bankAccountName) =>
      world.addPlayer(50_000n, [], { bankAccountName }),
    ),
  )
  for (const player of strangers) expect(await activate(player, 'ONCE')).toBe(200)
})

test('CARE-101 if both accounts ask at once one gets it, and the other is an item for operators', async () => {
  for (let round = 0; round < 6; round += 1) {
    const code = `RACE${round}`
    await world.defineBonus(code)
    const pair = await addTwins()
    const said = await Promise.all(pair.map((player) => activate(player, code)))
    expect(new Set(said)).toEqual(new Set([200, 'REWARD_HELD']))
    expect(await itemsOf(pair[0])).toHaveLength(1)
  }
})
