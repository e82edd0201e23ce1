import { workKinds } from '@kapao/contract/console/words'
import { beforeAll, expect, test } from 'vitest'
import type { Queryable } from '#core/db/db.ts'
import { maskName } from '#core/console/work/masks.ts'
import { listNames } from '#records/account/store.ts'
import { settingsOf } from '#settings/read.ts'
import { listInbox } from '#talk/chat/desk.ts'
import { openWorkWorld } from '#testing/desk/work-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { openQueues, type Queues } from './kinds/queues.ts'
import { listRows, openCounts } from './list.ts'
import { promisedIn } from './show.ts'

const world = testWorld(openWorkWorld)
let queues: Queues
const promised = promisedIn(settingsOf([]))
beforeAll(async () => {
  const { make } = world
  queues = openQueues(world.around)
  await make.deposit()
  await make.request((await world.addMember()).id)
})

/** Counts how many statements are under way at once. */
function watched(on: Queryable): Queryable & { most: number } {
  let now = 0
  const seen = {
    most: 0,
    query: async <Row extends object>(text: string, values?: readonly unknown[]) => {
      now += 1
      seen.most = Math.max(seen.most, now)
      return on.query<Row>(text, values).finally(() => (now -= 1))
    },
  }
  return seen
}

test('DESK-160 the list of everything and the counts of all kinds ask the database for one thing at a time', async () => {
  const now = world.clock.now()
  const list = watched(world.database.db)
  const { rows } = await listRows(
    { on: list, now, queues, promised },
    { kinds: workKinds, after: null },
  )
  expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['deposit', 'manual'])
  expect(list.most).toBe(1)
  const counts = watched(world.database.db)
  const counted = await openCounts(async () => ({ on: counts, now, queues, promised }))(workKinds)
  expect(counted.map(({ kind }) => kind)).toEqual(workKinds)
  expect(counts.most).toBe(1)
})

test('DESK-160 a page of the inbox asks for the names of all its members at once', async () => {
  const { database, clock } = world
  const members = [(await world.addMember()).id, (await world.addMember()).id]
  await database.ownerDb.query(
    `insert into chat_conversation (owner, code, state, language, session, created_at, last_at)
     select 'member:' || id, 'TALK' || at, 'person', 'th', gen_random_uuid(), $2, $2
     from unnest($1::text[]) with ordinality as m (id, at)`,
    [members, clock.now()],
  )
  const inbox = watched(database.db)
  const deps = { db: inbox, clock, listNames, maskName }
  const { rows } = await listInbox(deps, {
    box: 'all',
    operator: { name: 'lek', roles: [] },
    after: null,
  })
  expect(new Set(rows.map(({ memberId }) => memberId))).toEqual(new Set(members))
  expect(rows.every(({ name }) => name !== '')).toBe(true)
  expect(inbox.most).toBe(1)
})
