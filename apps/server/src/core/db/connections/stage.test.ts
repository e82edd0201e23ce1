import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#testing/worlds/test-world.ts'
import type { Queryable, Tx } from '../db.ts'
import { openStage, type Stage } from './stage.ts'

const database = testDatabase()
let stage: Stage
beforeAll(async () => {
  await database.ownerDb.query('create table stage_note (text text primary key)')
  stage = openStage(database.ownerDb)
})

const add = (on: Queryable, text: string) =>
  on.query('insert into stage_note (text) values ($1)', [text])
const texts = async (on: Queryable) =>
  (await on.query<{ text: string }>('select text from stage_note order by text')).map(
    ({ text }) => text,
  )

test('SCREEN-48 one piece of work sees all that it wrote, nobody else does, and nothing stays', async () => {
  const seen = await stage.rehearse(async (tx) => {
    await add(tx, 'first')
    await Promise.all([
      stage.db.begin((inner) => add(inner, 'second')),
      stage.db.beginFor('somebody', (inner) => add(inner, 'third')),
      stage.db.inLine('somebody').query('select 1'),
    ])
    expect(await stage.rehearse((other) => texts(other)).catch(() => 'refused')).toBe('refused')
    return texts(stage.db)
  })
  expect(seen).toEqual(['first', 'second', 'third'])
  expect(await texts(database.ownerDb)).toEqual([])
})

test('SCREEN-48 a step that fails is undone alone, one that only reads leaves what follows free to write', async () => {
  const readOnly = (tx: Tx) =>
    tx.query('set transaction isolation level repeatable read, read only')
  const seen = await stage.rehearse(async () => {
    const failed = stage.db.begin(async (tx) => {
      await add(tx, 'lost')
      await add(tx, 'lost')
    })
    await expect(failed).rejects.toThrow()
    await stage.db.begin(readOnly)
    await stage.db.begin((tx) => add(tx, 'kept'))
    return texts(stage.db)
  })
  expect(seen).toEqual(['kept'])
})

test('SCREEN-48 several rehearse at once, each for itself', async () => {
  const seen = await Promise.all(
    ['one', 'two', 'three'].map((text) =>
      stage.rehearse(async () => {
        await stage.db.begin((tx) => add(tx, text))
        return texts(stage.db)
      }),
    ),
  )
  expect(seen).toEqual([['one'], ['two'], ['three']])
})

test('SCREEN-48 what goes on after its end, or begins outside, reaches no connection', async () => {
  const { promise: later, resolve: goOn } = Promise.withResolvers<void>()
  let late: Promise<unknown> = Promise.resolve()
  await stage.rehearse(async () => {
    late = later.then(() => add(stage.db, 'late'))
  })
  goOn()
  await expect(late).rejects.toThrow('nothing is rehearsed now')
  await expect(texts(stage.db)).rejects.toThrow('nothing is rehearsed now')
  await expect(stage.db.holdOutside(async () => undefined)).rejects.toThrow('holds nothing outside')
})

test('SCREEN-48 an error of the work is its error, and undoes it, too', async () => {
  const failing = stage.rehearse(async (tx) => {
    await add(tx, 'lost')
    throw new Error('on purpose')
  })
  await expect(failing).rejects.toThrow('on purpose')
  expect(await texts(database.ownerDb)).toEqual([])
})
