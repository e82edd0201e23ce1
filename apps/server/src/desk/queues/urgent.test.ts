import { expect, test } from 'vitest'
import { rowsOfList } from '@kapao/contract/console/limits'
import { noteItem } from '#records/items/store.ts'
import { openWorkWorld } from '#testing/desk/work-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openWorkWorld)

const as = { name: 'lek', roles: ['owner'] } as const

test('WHOLE-08 that the books are not whole comes before the oldest of every list, late from its first moment, and on no other page', async () => {
  for (let made = 0; made <= rowsOfList; made += 1) await world.make.deposit()
  const item = {
    kind: 'ledger.not-whole',
    key: 'stop 1',
    words: 'The books are not whole',
  } as const
  await noteItem(world.database.db, { ...item, since: world.clock.now() })
  const list = async (kind: string, after?: string) =>
    (
      await world.desk.call('GET /api/console/work/list/{kind}', {
        as,
        input: { kind, ...(after === undefined ? {} : { after }) },
      })
    ).body as { rows: { kind: string; since: string; redAt: string }[]; next: string | null }
  const first = await list('all')
  expect(first.rows[0]).toMatchObject({ kind: 'suspicion' })
  expect(first.rows[0]!.redAt).toBe(first.rows[0]!.since)
  expect(first.rows[1]).toMatchObject({ kind: 'deposit' })
  const second = await list('all', first.next!)
  expect([...first.rows.slice(1), ...second.rows].map(({ kind }) => kind)).not.toContain(
    'suspicion',
  )
  expect((await list('suspicion')).rows).toHaveLength(1)
})
