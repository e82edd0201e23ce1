import { hourMs } from '@kapao/contract/times'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDoorFigures } from '#outside/door-figures.ts'
import { openSms } from '#outside/sms/client.ts'
import { openDeskCalls, type DeskCall, type DeskCalls } from '#testing/desk/desk-calls.ts'
import { startSandbox, type Sandbox } from '#testing/doubles/sandbox.ts'
import { insertAnyMember } from '#testing/worlds/deposit-world.ts'
import { movableClock } from '#testing/worlds/test-app.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { deliver } from './deliver.ts'
import { noticeDeskRoutes } from './desk-routes.ts'

const database = testDatabase()
const clock = movableClock()
let sandbox: Sandbox
let desk: DeskCalls
let work: () => Promise<void>
beforeAll(async () => {
  const { db } = database
  sandbox = await startSandbox()
  const account = { key: 'sandbox-key', secret: 'sandbox-secret', sender: 'KAPAO' }
  const urls = { codeUrl: sandbox.url, textUrl: sandbox.url }
  const sms = openSms({ ...account, ...urls }, { clock, figures: openDoorFigures() })
  const quiet = {
    log: { warn: () => undefined },
    failpoint: async () => undefined,
    countEnded: () => undefined,
  }
  work = () => deliver({ db, clock, sms, readBrand: async () => 'KAPAO', ...quiet })
  desk = await openDeskCalls((api) => noticeDeskRoutes(api, { db, clock, variant: 'thai' }), {
    clock,
  })
})
afterAll(async () => {
  await desk.close()
  await sandbox.stop()
})
beforeEach(async () => {
  await sandbox.reset()
  await database.ownerDb.query('truncate notices_notice, notices_delivery')
  clock.moveMs(25 * hourMs)
})

const cashier = { name: 'nok', roles: ['cashier'] } as const
const support = { name: 'lek', roles: ['support'] } as const
const list = (input: DeskCall['input'] = {}, as: DeskCall['as'] = support) =>
  desk.call('GET /api/console/notices/list', { input, ...(as && { as }) })
const again = (delivery: string, as: DeskCall['as'] = support) =>
  desk.call('POST /api/console/notices/again/{delivery}', {
    input: { delivery, why: 'there is credit again' },
    ...(as && { as }),
  })
const note = (memberId: string, kind: string, about: object = {}) =>
  database.db.query('select notices_note($1, $2::notices_kind, $3, $4)', [
    memberId,
    kind,
    crypto.randomUUID(),
    about,
  ])
const fault = (kind: string) => sandbox.addFault({ operation: 'sms.send', kind })
const addMember = () => insertAnyMember(database.db)
const onlyDelivery = async () => (await list()).body.rows[0].deliveries[0]
const trail = () =>
  database.db.query<{ actor: string; subject: string; after: object }>(
    `select actor, subject, after from core_audit where action = 'notices.again' order by id`,
  )

describe('what operators see of notices', () => {
  test('NOTE-15 each notice of a member with what was said in their language, when it was read, and what became of every delivery', async () => {
    const { id } = await addMember()
    const other = await addMember()
    const about = { amount: 50_000, currency: 'BAHT' }
    await note(id, 'deposit.credited', about)
    await note(other.id, 'bank.byHand')
    await fault('out-of-credit')
    await note(id, 'deposit.taken', about)
    await work()
    const { body } = await list({ memberId: id })
    expect(body.next).toBeNull()
    expect(body.rows).toMatchObject([
      {
        memberId: id,
        kind: 'deposit.taken',
        said: expect.stringMatching(/^เจ้าหน้าที่หักคืนเงินฝาก 500\.00/),
        readAt: null,
        deliveries: [
          {
            channel: 'sms',
            state: 'due',
            tries: 1,
            nextAt: new Date(clock.now().getTime() + 60_000).toISOString(),
            endedAt: null,
            why: 'they answered 423',
            mayGoAgain: true,
          },
        ],
      },
      { kind: 'deposit.credited', deliveries: [] },
    ])
    await database.db.query('update notices_notice set read_at = $1', [clock.now()])
    const [read] = (await list({ memberId: id })).body.rows
    expect(read.readAt).toBe(clock.now().toISOString())
    expect(read.deliveries[0].mayGoAgain).toBe(false)
  })

  test('NOTE-15 in parts of twenty, newest first, and of the whole house', async () => {
    const people = [await addMember(), await addMember()]
    for (let no = 0; no < 21; no += 1) await note(people[no % 2]!.id, 'deposit.credited')
    const first = (await list()).body
    expect(first.rows).toHaveLength(20)
    const second = (await list({ after: first.next })).body
    expect(second).toMatchObject({ next: null, rows: [{ memberId: people[0]!.id }] })
    const ids = [...first.rows, ...second.rows].map(({ id }: { id: string }) => Number(id))
    expect(ids).toEqual(ids.toSorted((one, two) => two - one))
    expect((await list({ after: 'x' })).body.rows).toHaveLength(20)
    expect((await list({ only: 'other' })).status).toBe(400)
  })

  test('NOTE-15 only what no channel has carried and nobody has read, if asked', async () => {
    const [sent, read, unsent, unknown] = await Promise.all([1, 2, 3, 4].map(addMember))
    await note(sent!.id, 'bank.byHand')
    await work()
    await fault('out-of-credit')
    for (const one of [read, unsent]) await note(one!.id, 'bank.byHand')
    await work()
    await database.db.query('update notices_notice set read_at = now() where member_id = $1', [
      read!.id,
    ])
    await sandbox.reset()
    await sandbox.addFault({ operation: 'sms.send', kind: 'drop-after' })
    await note(unknown!.id, 'bank.byHand')
    await note(unknown!.id, 'deposit.credited')
    await work()
    const { rows } = (await list({ only: 'unsent' })).body
    expect(rows.map(({ memberId }: { memberId: string }) => memberId)).toEqual([
      unknown!.id,
      unsent!.id,
    ])
  })

  test('NOTE-15 nobody without the right to see members', async () => {
    const marketing = { name: 'kai', roles: ['marketing'] } as const
    expect((await list({}, marketing)).body.code).toBe('NO_RIGHT')
    expect((await again(crypto.randomUUID(), marketing)).body.code).toBe('NO_RIGHT')
  })
})

describe('tried once more', () => {
  test('NOTE-16 what was refused is tried at once, and who asked for it and why is in the trail', async () => {
    const { id, phone } = await addMember()
    await fault('out-of-credit')
    await note(id, 'bank.byHand')
    await work()
    await sandbox.reset()
    await work()
    expect(await sandbox.countCalls('sms.send')).toBe(0)
    const { id: delivery } = await onlyDelivery()
    const answers = await Promise.all([again(delivery), again(delivery, cashier), again(delivery)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    await Promise.all([work(), work()])
    expect(await sandbox.countCalls('sms.send')).toBe(1)
    expect(await sandbox.inbox(phone.replace('+66', '0'))).toHaveLength(1)
    expect(await onlyDelivery()).toMatchObject({ state: 'sent', tries: 2, mayGoAgain: false })
    const rows = await trail()
    expect(rows).toHaveLength(3)
    expect(rows[0]).toMatchObject({
      subject: id,
      after: { delivery, kind: 'bank.byHand', why: 'there is credit again' },
    })
    expect(rows.map(({ actor }) => actor).toSorted()).toEqual([
      'operator:lek',
      'operator:lek',
      'operator:nok',
    ])
  })

  test('NOTE-16 what was given up is tried once, and is given up again', async () => {
    const { id } = await addMember()
    await fault('out-of-credit')
    await note(id, 'bank.byHand')
    for (let hour = 0; hour < 32; hour += 1) {
      await work()
      clock.moveMs(hourMs)
    }
    const before = await onlyDelivery()
    expect(before).toMatchObject({ state: 'given-up', nextAt: null, mayGoAgain: true })
    expect((await again(before.id)).status).toBe(200)
    await work()
    expect(await onlyDelivery()).toMatchObject({ state: 'given-up', tries: before.tries + 1 })
    await sandbox.reset()
    expect((await again(before.id)).status).toBe(200)
    await work()
    expect(await onlyDelivery()).toMatchObject({ state: 'sent', tries: before.tries + 2 })
  })

  test('NOTE-16 an SMS of unknown outcome is never repeated, nor what was sent, is being sent or was read', async () => {
    const { id } = await addMember()
    await sandbox.addFault({ operation: 'sms.send', kind: 'drop-after', count: 1 })
    await note(id, 'bank.byHand')
    await work()
    const { id: delivery } = await onlyDelivery()
    const before = (await trail()).length
    const refused = async (state: string, why: string) => {
      expect(await onlyDelivery()).toMatchObject({ state, mayGoAgain: false })
      const { status, body } = await again(delivery)
      expect([status, body.code, body.why]).toEqual([409, 'DECISION_REFUSED', why])
      await work()
      expect(await onlyDelivery()).toMatchObject({ state })
    }
    await refused('unknown', 'may-be-sent')
    const become = (state: string) =>
      database.db.query(
        `update notices_delivery set state = $1::notices_state, taken_until = $2,
           ended_at = case when $1 <> 'sending' then $2::timestamptz end`,
        [state, new Date(clock.now().getTime() + hourMs)],
      )
    for (const [state, why] of [
      ['sent', 'ended-otherwise'],
      ['dropped', 'ended-otherwise'],
      ['sending', 'being-done'],
    ] as const) {
      await become(state)
      await refused(state, why)
    }
    await become('given-up')
    await database.db.query('update notices_notice set read_at = now()')
    await refused('given-up', 'read-already')
    expect(await sandbox.countCalls('sms.send')).toBe(1)
    expect(await trail()).toHaveLength(before)
    expect((await again(crypto.randomUUID())).status).toBe(404)
    expect((await again('x')).status).toBe(400)
  })
})
