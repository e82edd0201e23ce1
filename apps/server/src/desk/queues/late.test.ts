import { workKinds, type WorkKind } from '@kapao/contract/console/words'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { hintChannel } from '#core/console/hint-store.ts'
import { changeSettings } from '#settings/change.ts'
import { readSettings, settingsOf } from '#settings/read.ts'
import { openWorkWorld } from '#testing/desk/work-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { lateAt, promisedIn } from './show.ts'

const world = testWorld(openWorkWorld)
const hints: string[] = []
let stop: () => Promise<unknown>
beforeAll(async () => {
  const listening = await world.database.db.listen(hintChannel, (payload) => {
    if (payload !== null) hints.push(JSON.parse(payload).hint.kind)
  })
  stop = () => listening.stop()
})
afterAll(() => stop())

const promise = (kind: WorkKind, to: 'default' | { value: number }) =>
  changeSettings(
    { db: world.database.db, clock: world.clock },
    {
      changes: [{ name: `console.promisedMinutes.${kind}`, to, expectedVersion: null }],
      actor: 'system:test',
      requestId: 'test',
    },
  )

test('DESK-140 every kind of item has a time of its own', async () => {
  const since = world.clock.now()
  for (const [at, kind] of workKinds.entries()) await promise(kind, { value: 100 + at })
  const promised = promisedIn(await readSettings(world.database.db))
  for (const [at, kind] of workKinds.entries()) {
    const late = lateAt({ kind, since, why: { code: 'late', detail: null } }, promised)
    expect(late.amber.getTime() - since.getTime(), kind).toBe((100 + at) * minuteMs)
    expect(late.red.getTime() - since.getTime(), kind).toBe(2 * (100 + at) * minuteMs)
  }
  for (const kind of workKinds) await promise(kind, 'default')
  expect(promisedIn(await readSettings(world.database.db))).toEqual(promisedIn(settingsOf([])))
})

test('DESK-140 a changed time counts at the next question: in the list, on the item and in the counts; open pages are notified', async () => {
  const { clock, make, database } = world
  const id = await make.unread()
  const since = clock.now()
  // Half an hour is early by the usual hour.
  await database.db.query(
    `update bankfeed_unread set received_at = $1 where source || ':' || event_id = $2`,
    [new Date(since.getTime() - 30 * minuteMs), id],
  )
  const seen = async () => {
    const row = (await world.list('unread')).find((one) => one.id === id) as unknown as {
      since: string
      amberAt: string
      redAt: string
    }
    const { body } = await world.read('lek', 'unread', id)
    expect([body.amberAt, body.redAt]).toEqual([row.amberAt, row.redAt])
    const counts = (await world.ask('lek', 'counts')).body.kinds as {
      kind: string
      amber: number
      red: number
    }[]
    const minutesTo = (at: string) => (Date.parse(at) - Date.parse(row.since)) / minuteMs
    const { amber, red } = counts.find(({ kind }) => kind === 'unread')!
    return { amberAfter: minutesTo(row.amberAt), redAfter: minutesTo(row.redAt), amber, red }
  }
  const usual = { amberAfter: 60, redAfter: 120, amber: 0, red: 0 }
  expect(await seen()).toEqual(usual)
  hints.length = 0
  await promise('unread', { value: 20 })
  await vi.waitFor(() => expect(hints).toEqual(['unread']), 5_000)
  expect(await seen()).toEqual({ amberAfter: 20, redAfter: 40, amber: 1, red: 0 })
  await promise('unread', { value: 15 })
  expect(await seen()).toEqual({ amberAfter: 15, redAfter: 30, amber: 0, red: 1 })
  // A setting of something else sends no hint: this one is the next to arrive.
  hints.length = 0
  await changeSettings(
    { db: database.db, clock },
    {
      changes: [{ name: 'qr.minutes', to: { value: 21 }, expectedVersion: null }],
      actor: 'system:test',
      requestId: 'test',
    },
  )
  await promise('unread', 'default')
  await vi.waitFor(() => expect(hints).toEqual(['unread']), 5_000)
  expect(await seen()).toEqual(usual)
})
