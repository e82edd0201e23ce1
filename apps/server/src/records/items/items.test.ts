import { expect, test } from 'vitest'
import type { Answer, CommandInput } from '../../kapao/command.ts'
import { itemsGroup } from '../../kapao/groups/items.ts'
import { cliOf } from '#testing/operators/cli.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { isHeldByItem, listItems, noteItem, type NewItem } from './store.ts'

const database = testDatabase()
const at = new Date('2026-11-20T05:00:00Z')

function run(name: string, args: string[] = [], flags: string[] = []): Promise<Answer> {
  const typed: CommandInput = {
    args,
    text: (option) => (option === 'why' && !flags.includes('no-why') ? 'talked to both' : null),
    flag: (option) => flags.includes(option),
  }
  return itemsGroup.commands
    .find((one) => one.name === `items ${name}`)!
    .run(cliOf({ db: database.db, clock: { now: () => at } }), typed)
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
  await run('decide', [id], ['allow'])
  expect(await held()).toEqual([false, false, false])
  expect(await noteItem(db, linked('once'))).toBe(false)
  expect(await held()).toEqual([false, false, false])
})

test('CARE-35 an item is listed, shown, taken and decided, each with who did it in the audit trail', async () => {
  await noteItem(database.db, linked('walk'))
  const id = await idOf('walk')
  expect((await run('list')).text).toMatch(
    /invite\.linked +a-walk, b-walk +rewards +- +the same name/,
  )
  expect((await run('show', [id])).text).toContain('somchai jaidee')
  await run('take', [id])
  expect((await run('list')).text).toContain('operator:nok')
  await run('decide', [id], ['deny'])
  expect((await run('list')).text).not.toContain('a-walk')
  expect((await run('list', [], ['decided'])).text).toMatch(/a-walk, b-walk +rewards +deny/)
  const audit = await database.db.query<{ action: string; actor: string }>(
    'select action, actor from core_audit where subject = $1 order by id',
    [`item:${id}`],
  )
  expect(audit).toEqual([
    { action: 'items.take', actor: 'operator:nok' },
    { action: 'items.decide', actor: 'operator:nok' },
  ])
})

test('CARE-35 of ten concurrent decisions one counts; no operator decides both ways, or neither', async () => {
  await noteItem(database.db, linked('many'))
  const id = await idOf('many')
  for (const flags of [[], ['allow', 'deny'], ['allow', 'no-why']])
    await expect(run('decide', [id], flags)).rejects.toThrow(/Say/)
  const words = Array.from({ length: 10 }, (_, n) =>
    run('decide', [id], [n % 2 ? 'allow' : 'deny']),
  )
  const settled = await Promise.allSettled(words)
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const others = settled.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  expect(others.filter((why) => !why.includes('no open item'))).toEqual([])
  await expect(run('decide', ['999999'], ['allow'])).rejects.toThrow('no open item')
  await expect(run('take', [id])).rejects.toThrow('no open item')
})

test('CARE-35 a decision and its evidence cannot be rewritten, not even by the server', async () => {
  const { db } = database
  await noteItem(db, linked('fixed'))
  const id = await idOf('fixed')
  await run('decide', [id], ['deny'])
  await expect(
    db.query(`update items_item set decision = 'allow' where id = $1`, [id]),
  ).rejects.toThrow('is decided')
  for (const sql of [`update items_item set words = 'x'`, 'delete from items_item'])
    await expect(db.query(sql)).rejects.toThrow('permission denied')
})
