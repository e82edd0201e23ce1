import { beforeEach, expect, test } from 'vitest'
import { hourMs } from '@kapao/contract/times'
import { rowsOfList } from '@kapao/contract/console/limits'
import type { Db } from '#core/db/db.ts'
import { deactivateMember } from '#records/account/deactivate.ts'
import { noteItem } from '#records/items/store.ts'
import { insertStop } from '#records/payouts/store.ts'
import { insertAnyMember, openDepositWorld } from '#testing/worlds/deposit-world.ts'
import { fund } from '#testing/worlds/game-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { countLargest, readFlagged, readLargest } from './lists.ts'

const world = testWorld(openDepositWorld)
let db: Db
beforeEach(async () => {
  db = world.database.db
  await world.database.ownerDb.query('truncate payouts_stop, items_item, desk_largest')
})

async function addMember(owed = 0n, currency: 'BAHT' | 'LAK' = 'BAHT'): Promise<string> {
  const { id } = await insertAnyMember(db, { currency })
  if (owed > 0n) await fund(world, id, { amount: owed, currency })
  return id
}

const count = () => countLargest({ db, clock: world.clock })

test('HOUSE-86 those to whom most is owed are listed by currency, as of the last count and with its time', async () => {
  const [small, kip, large] = [
    await addMember(100_000n),
    await addMember(900_000_000n, 'LAK'),
    await addMember(300_000n),
  ]
  await addMember()
  expect(await readLargest(db)).toEqual({ countedAt: null, members: [] })
  await count()
  const owedBy = async () =>
    (await readLargest(db)).members.map(({ memberId, owed }) => [memberId, owed.amount])
  const first = [
    [large, '3000.00'],
    [small, '1000.00'],
    [kip, '900000000'],
  ]
  expect(await owedBy()).toEqual(first)
  const countedAt = world.clock.now().toISOString()

  await fund(world, small, { amount: 500_000n, currency: 'BAHT' })
  world.clock.moveMs(hourMs)
  expect(await owedBy()).toEqual(first)
  expect((await readLargest(db)).countedAt).toBe(countedAt)
  await count()
  expect((await owedBy())[0]).toEqual([small, '6000.00'])
  expect((await readLargest(db)).countedAt).toBe(world.clock.now().toISOString())
})

test('HOUSE-86 of each currency no more are counted than a list shows', async () => {
  for (let n = 0; n <= rowsOfList; n += 1) await addMember(BigInt(1 + n))
  await count()
  const { members } = await readLargest(db)
  expect(members.filter(({ owed }) => owed.currency === 'BAHT')).toHaveLength(rowsOfList)
})

test('HOUSE-86 who is deactivated, stopped or named by an open suspicion is flagged, once and the newest first', async () => {
  const by = { actor: 'operator:som', requestId: 'request' } as const
  const now = () => world.clock.now()
  const [off, stopped, one, other] = await Promise.all([1, 2, 3, 4].map(() => addMember()))
  expect((await readFlagged(db)).members).toEqual([])
  await deactivateMember(
    { ...world, db, endAllOf: async () => 0 },
    { id: off!, why: 'asked', ...by },
  )
  world.clock.moveMs(1_000)
  await db.begin((tx) =>
    insertStop(tx, { ...by, memberId: stopped!, findings: ['a'], why: 'look', at: now() }),
  )
  world.clock.moveMs(1_000)
  const item = { kind: 'bonus.linked' as const, words: 'the same name', since: now() }
  await noteItem(db, { ...item, key: 'a', memberId: one!, otherId: other! })
  // It waits as its deposit, in another list.
  await noteItem(db, { ...item, key: 'b', memberId: await addMember(), waitsAs: 'deposit' })
  world.clock.moveMs(1_000)
  await noteItem(db, { ...item, key: 'c', memberId: off!, since: now() })
  const flagged = async () =>
    (await readFlagged(db)).members.map(({ memberId, flag }) => `${memberId} ${flag}`)
  const pair = [one!, other!].toSorted().map((id) => `${id} suspected`)
  expect(await flagged()).toEqual([`${off} suspected`, ...pair, `${stopped} stopped`])

  await world.database.ownerDb.query('truncate payouts_stop, items_item')
  expect(await flagged()).toEqual([`${off} deactivated`])
})
