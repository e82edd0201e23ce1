import { expect, test } from 'vitest'
import { openDecide } from '#desk/decisions/decide.ts'
import { decideOne } from '#desk/decisions/items.ts'
import { deskContext } from '#testing/desk/desk-context.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { isHeldByItem, listItems, noteItem, type NewItem } from './store.ts'

const database = testDatabase()
const at = new Date('2026-11-20T05:00:00Z')

async function decide(id: string, decision: 'allow' | 'deny'): Promise<void> {
  const desk = deskContext({ db: database.db, clock: { now: () => at } })
  const deps = { ...desk, decide: openDecide(desk) }
  const word = {
    decision,
    why: 'talked to both',
    actor: 'operator:nok',
    requestId: 'test',
  } as const
  await decideOne(deps, { id: BigInt(id), ...word })
}

const linked = (key: string, given: Partial<NewItem> = {}): NewItem => ({
  kind: 'invite.linked',
  key,
  memberId: `a-${key}`,
  otherId: `b-${key}`,
  words: 'the same name',
  evidence: { name: 'somchai jaidee' },
  holds: ['rewards'],
  since: at,
  ...given,
})
const idOf = async (key: string) => {
  const open = await listItems(database.db, {
    kind: null,
    memberId: `a-${key}`,
    open: true,
    limit: 9,
  })
  return String(open[0]!.id)
}

test('CARE-35 found ten times at once it is one item, which holds both until it is decided, and is not raised again afterwards', async () => {
  const { db } = database
  const found = await Promise.all(Array.from({ length: 10 }, () => noteItem(db, linked('once'))))
  expect(found.filter(Boolean)).toHaveLength(1)
  const held = () =>
    Promise.all(['a-once', 'b-once', 'c-once'].map((id) => isHeldByItem(db, id, 'rewards')))
  expect(await held()).toEqual([true, true, false])
  expect(await isHeldByItem(db, 'a-once', 'withdrawals')).toBe(false)
  const id = await idOf('once')
  await decide(id, 'allow')
  expect(await held()).toEqual([false, false, false])
  expect(await noteItem(db, linked('once'))).toBe(false)
  expect(await held()).toEqual([false, false, false])
})

test('CARE-35 an item leaves the list when it is decided, with who did it in the audit trail', async () => {
  const { db } = database
  await noteItem(db, linked('walk'))
  const id = await idOf('walk')
  await decide(id, 'deny')
  const about = { kind: null, memberId: 'a-walk', limit: 9 }
  expect(await listItems(db, { ...about, open: true })).toEqual([])
  expect(await listItems(db, { ...about, open: false })).toMatchObject([
    { evidence: { name: 'somchai jaidee' }, decision: 'deny', decidedBy: 'operator:nok' },
  ])
  const audit = await db.query<{ action: string; actor: string }>(
    'select action, actor from core_audit where subject = $1 order by id',
    [`item:${id}`],
  )
  expect(audit).toEqual([{ action: 'items.decide', actor: 'operator:nok' }])
})

test('CARE-35 of ten concurrent decisions one counts; what is decided or unknown is not decided', async () => {
  await noteItem(database.db, linked('many'))
  const id = await idOf('many')
  const words = Array.from({ length: 10 }, (_, n) => decide(id, n % 2 ? 'allow' : 'deny'))
  const settled = await Promise.allSettled(words)
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const others = settled.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  expect(others.filter((why) => !why.includes('no open item'))).toEqual([])
  await expect(decide('999999', 'allow')).rejects.toThrow('no open item')
})

test('CARE-35 a decision and its evidence cannot be rewritten, not even by the server', async () => {
  const { db } = database
  await noteItem(db, linked('fixed'))
  const id = await idOf('fixed')
  await decide(id, 'deny')
  await expect(
    db.query(`update items_item set decision = 'allow' where id = $1`, [id]),
  ).rejects.toThrow('is decided')
  for (const sql of [`update items_item set words = 'x'`, 'delete from items_item'])
    await expect(db.query(sql)).rejects.toThrow('permission denied')
})
