import { dayMs, secondMs } from '@kapao/contract/times'
import { expect, test, beforeEach } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { openConsoleWorld, type ConsoleOperator } from '#testing/console/console-world.ts'
import { startSandbox } from '#testing/doubles/sandbox.ts'
import { freshWorld } from '#testing/worlds/test-world.ts'

const world = freshWorld(async () => {
  const sandbox = await startSandbox()
  const house = await openConsoleWorld({
    sms: {
      key: 'sandbox-key',
      secret: 'sandbox-secret',
      codeUrl: sandbox.url,
      textUrl: sandbox.url,
      sender: 'KAPAO',
    },
  })
  const close = () => house.close().finally(() => sandbox.stop())
  return { ...house, sandbox, close }
})
let nok: ConsoleOperator
beforeEach(async () => {
  nok = await world.enrol('nok')
})

const phone = '081 234 5678'
const masked = '081••••678'
const send = (
  body: { phone?: string; product?: 'code' | 'text' } = {},
  key = systemIds.key(),
  { cookie }: Pick<ConsoleOperator, 'cookie'> = nok,
) =>
  world.call('POST /api/console/house/sms', {
    cookie,
    body: { phone, product: 'text', ...body },
    headers: { 'idempotency-key': key },
  })
const arrived = async () => (await world.sandbox.inbox('0812345678')).length
const trail = async () => {
  const rows = await world.database.db.query<{ actor: string; after: Record<string, unknown> }>(
    `select actor, after from core_audit where action = 'house.sms' order by id`,
  )
  return rows.map(({ actor, after }) => ({ actor, ...after }))
}

test.each([
  ['code', /Valid for 5 minutes/],
  ['text', /ข้อความทดสอบ/],
] as const)(
  'SCREEN-73 a %s is sent to the number that an owner has typed, which is masked in the answer and the trail',
  async (product, form) => {
    const { status, body, text } = await send({ product })
    expect(status).toBe(200)
    expect(body).toMatchObject({ outcome: 'sent', phone: masked, why: null })
    expect(text).not.toContain('2345')
    const [message, ...others] = await world.sandbox.inbox('0812345678')
    expect([message!.text, others]).toEqual([expect.stringMatching(form), []])
    const by = { actor: 'operator:nok', phone: masked, product }
    expect(await trail()).toEqual([
      { ...by, state: 'asked' },
      { ...by, state: 'ended', outcome: 'sent', why: null },
    ])
    expect(world.logText()).not.toContain('812345678')
  },
)

test('SCREEN-73 a Lao number is written to in Lao', async () => {
  expect((await send({ phone: '+856 20 5551 2345' })).body.outcome).toBe('sent')
  const [message] = await world.sandbox.inbox('02055512345')
  expect(message!.text).toContain('ຂໍ້ຄວາມທົດສອບ')
})

test.each([
  ['html-403', 'refused'],
  ['out-of-credit', 'refused'],
  ['drop-after', 'unknown'],
  ['garbage', 'unknown'],
])('SCREEN-73 what became of it is said as it is: %s is %s', async (kind, outcome) => {
  await world.sandbox.addFault({ operation: '*', kind, count: 1 })
  const { body } = await send()
  expect(body).toMatchObject({ outcome, why: expect.stringMatching(/./) })
  expect((await trail()).at(-1)).toMatchObject({ outcome, why: body.why })
})

test('SCREEN-73 without an account it is refused, not unknown', async () => {
  const other = await openConsoleWorld({ sms: null })
  const { cookie } = await other.enrol('nok')
  const { body } = await other.call('POST /api/console/house/sms', {
    cookie,
    body: { phone, product: 'code' },
    headers: { 'idempotency-key': systemIds.key() },
  })
  expect(body).toMatchObject({ outcome: 'refused', why: expect.stringContaining('no account') })
  await other.close()
})

test.each(['', '12345', '021234567', '+1 555 123 4567', '081234567๘๙', 'kapao'])(
  'SCREEN-73 %j is no mobile number: refused at its field, and nothing is sent',
  async (wrong) => {
    const { status, body } = await send({ phone: wrong })
    expect([status, body.code]).toEqual([400, wrong === '' ? 'KEY_INVALID' : 'FIELD_WRONG'])
    expect(await trail()).toEqual([])
  },
)

test('SCREEN-73 who is no owner, or has not touched, sends none', async () => {
  for (const role of ['risk', 'marketing', 'cashier', 'support'] as const) {
    const other = await world.seat(`a-${role}`, [role])
    expect((await send({}, systemIds.key(), other)).body.code).toBe('NO_RIGHT')
  }
  world.clock.moveMs(600 * secondMs)
  expect((await send()).body.code).toBe('TOUCH_NEEDED')
  expect([await arrived(), await trail()]).toEqual([0, []])
})

test('SCREEN-73 sent again under its key it is one SMS with one answer; another number under it is refused', async () => {
  const key = systemIds.key()
  const first = await send({}, key)
  expect((await send({}, key)).body).toEqual(first.body)
  expect((await send({ product: 'code' }, key)).body.code).toBe('KEY_REUSED')
  expect((await send({ phone: '0899999999' }, key)).body.code).toBe('KEY_REUSED')
  expect([await arrived(), (await trail()).length]).toEqual([1, 2])
})

test('SCREEN-73 twenty at once under one key are one SMS', async () => {
  const key = systemIds.key()
  const all = await Promise.all(Array.from({ length: 20 }, () => send({}, key)))
  const said = all.map(({ body }) => body.outcome ?? body.code)
  expect(new Set(said)).toEqual(new Set(['sent', 'IN_PROGRESS']))
  expect(await arrived()).toBe(1)
})

test('SCREEN-73 one whose process died while it was sent is unknown, and is not sent again', async () => {
  const key = systemIds.key()
  await send({}, key)
  const { ownerDb } = world.database
  await ownerDb.query('alter table core_audit disable trigger all')
  await ownerDb.query(`delete from core_audit where after ->> 'state' = 'ended'`)
  expect((await send({}, key)).body.code).toBe('IN_PROGRESS')
  world.clock.moveMs(31 * secondMs)
  expect((await send({}, key)).body).toMatchObject({ outcome: 'unknown', phone: masked })
  expect(await arrived()).toBe(1)
})

test('SCREEN-73 the house sends ten in 24 hours, whoever asks and however many at once', async () => {
  const dao = await world.seat('dao', ['owner'])
  const all = await Promise.all(
    Array.from({ length: 14 }, (_, at) => send({}, systemIds.key(), at % 2 === 0 ? nok : dao)),
  )
  const refused = all.filter(({ body }) => body.code === 'DECISION_REFUSED')
  expect(refused.map(({ body }) => body.why)).toEqual(
    Array.from({ length: 4 }, () => 'test-sms-full'),
  )
  expect(await arrived()).toBe(10)
  world.clock.moveMs(dayMs)
  nok = await world.enrol('nok')
  expect((await send()).body.outcome).toBe('sent')
})
