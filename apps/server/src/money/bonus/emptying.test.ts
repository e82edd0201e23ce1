import { expect, test } from 'vitest'
import type { Db } from '#core/db/db.ts'
import { lockMember } from '#records/statement/store.ts'
import { openDepositWorld } from '#testing/worlds/deposit-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { mayMoveIn } from './emptying.ts'
import { findHeld } from './read.ts'
import { forfeitPlace, setClearing } from './store.ts'

const world = testWorld(openDepositWorld)

async function beginEnding(memberId: string): Promise<void> {
  const ending = { endedBy: 'cancelled', clearKey: null, walletTaken: 0n, games: [] } as const
  await world.database.db.beginFor(memberId, async (tx) => {
    const { id } = (await findHeld(tx, memberId))!
    await lockMember(tx, memberId)
    const nextAt = world.clock.now()
    await setClearing(tx, id, { ...ending, totalAtEnd: 100n, nextAt })
  })
}

test('members who move money concurrently are asked about in one query, and each gets their own answer', async () => {
  const members = await Promise.all(Array.from({ length: 60 }, () => world.addMember()))
  const [held, ending] = members
  for (const one of [held!, ending!]) await world.giveBonus(one.id)
  await beginEnding(ending!.id)
  const { db } = world.database
  let questions = 0
  const counted: Db = {
    ...db,
    query: (...asked) => {
      questions += 1
      return db.query(...asked)
    },
  }
  const mayMove = mayMoveIn(counted)
  const may = await Promise.all(members.map(({ id }) => mayMove({ memberId: id, to: 'pg' })))
  expect(may).toEqual(members.map((_, n) => n !== 1))
  expect(questions).toBeLessThanOrEqual(4)
  // The transfer that empties a game is not blocked by it.
  expect(await mayMove({ memberId: ending!.id, to: forfeitPlace })).toBe(true)
})
