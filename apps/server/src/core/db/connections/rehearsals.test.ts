import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#testing/worlds/test-world.ts'
import type { Queryable, Tx } from '../db.ts'
import { openRehearsals, type Rehearsals } from './rehearsals.ts'

const database = testDatabase()
let rehearsals: Rehearsals
beforeAll(async () => {
  await database.ownerDb.query('create table rehearsal_note (text text primary key)')
  rehearsals = openRehearsals(database.ownerDb)
})

const add = (on: Queryable, text: string) =>
  on.query('insert into rehearsal_note (text) values ($1)', [text])
const texts = async (on: Queryable) =>
  (await on.query<{ text: string }>('select text from rehearsal_note order by text')).map(
    ({ text }) => text,
  )

test('SCREEN-48 one piece of work sees all that it wrote, nobody else does, and nothing stays', async () => {
  const seen = await rehearsals.rehearse(async (tx) => {
    await add(tx, 'first')
    await Promise.all([
      rehearsals.db.begin((inner) => add(inner, 'second')),
      rehearsals.db.beginFor('somebody', (inner) => add(inner, 'third')),
      rehearsals.db.inLine('somebody').query('select 1'),
    ])
    expect(await rehearsals.rehearse((other) => texts(other)).catch(() => 'refused')).toBe(
      'refused',
    )
    return texts(rehearsals.db)
  })
  expect(seen).toEqual(['first', 'second', 'third'])
  expect(await texts(database.ownerDb)).toEqual([])
})

test('SCREEN-48 a step that fails is undone alone, one that only reads leaves what follows free to write', async () => {
  const readOnly = (tx: Tx) =>
    tx.query('set transaction isolation level repeatable read, read only')
  const seen = await rehearsals.rehearse(async () => {
    const failed = rehearsals.db.begin(async (tx) => {
      await add(tx, 'lost')
      await add(tx, 'lost')
    })
    await expect(failed).rejects.toThrow('duplicate key')
    await rehearsals.db.begin(readOnly)
    await rehearsals.db.begin((tx) => add(tx, 'kept'))
    return texts(rehearsals.db)
  })
  expect(seen).toEqual(['kept'])
})

test('SCREEN-48 several rehearse at once, each for itself', async () => {
  const seen = await Promise.all(
    ['one', 'two', 'three'].map((text) =>
      rehearsals.rehearse(async () => {
        await rehearsals.db.begin((tx) => add(tx, text))
        return texts(rehearsals.db)
      }),
    ),
  )
  expect(seen).toEqual([['one'], ['two'], ['three']])
})

test('SCREEN-48 what goes on after its end, or begins outside, reaches no connection', async () => {
  const { promise: later, resolve: goOn } = Promise.withResolvers<void>()
  let late: Promise<unknown> = Promise.resolve()
  await rehearsals.rehearse(async () => {
    late = later.then(() => add(rehearsals.db, 'late'))
  })
  goOn()
  await expect(late).rejects.toThrow('nothing is rehearsed now')
  await expect(texts(rehearsals.db)).rejects.toThrow('nothing is rehearsed now')
  await expect(rehearsals.db.holdOutside(async () => undefined)).rejects.toThrow(
    'holds nothing outside',
  )
})

test('SCREEN-48 an error of the work is its error, and undoes it, too', async () => {
  const failing = rehearsals.rehearse(async (tx) => {
    await add(tx, 'lost')
    throw new Error('on purpose')
  })
  await expect(failing).rejects.toThrow('on purpose')
  expect(await texts(database.ownerDb)).toEqual([])
})
