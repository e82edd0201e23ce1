import { beforeEach, expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { testWorld } from '#testing/worlds/test-world.ts'
import type { Authenticator, Options } from '#testing/console/authenticator.ts'
import { openConsoleWorld, type ConsoleOperator } from '#testing/console/console-world.ts'

const world = testWorld(openConsoleWorld)

let one: ConsoleOperator
let count = 0
beforeEach(async () => {
  count += 1
  one = await world.seat(`lost-${count}`, ['cashier'])
})

async function makeCodes(cookie = one.cookie): Promise<string[]> {
  const said = await world.call('POST /api/console/own/recovery', { cookie, body: {} })
  expect(said.status).toBe(200)
  return said.body.codes
}

async function recover(code: string, key: Authenticator = world.newKey()) {
  const asked = await world.call('POST /api/console/recovery/begin', { body: { code } })
  if (asked.status !== 200) return asked
  const { challenge, options } = asked.body as { challenge: string; options: Options }
  const body = { code, challenge, answer: key.create(options), label: 'a new phone' }
  return world.call('POST /api/console/recovery/finish', { body })
}

test('PERSON-05 a recovery code makes one passkey, signs nobody in, and is used up', async () => {
  const codes = await makeCodes()
  expect(new Set(codes).size).toBe(10)
  const key = world.newKey()
  const said = await recover(codes[0]!.toLowerCase().replaceAll('-', ''), key)
  expect(said.body).toEqual({ message: 'SUCCESS' })
  expect(said.headers.get('set-cookie')).toBeNull()
  expect((await world.signIn(key)).body).toMatchObject({ name: one.name, passkeys: 2 })
  const again = await recover(codes[0]!)
  expect([again.status, again.body.code]).toEqual([401, 'RECOVERY_CODE_WRONG'])
  // It is refused before anything is asked of a device.
  const begun = await world.call('POST /api/console/recovery/begin', { body: { code: codes[0]! } })
  expect(begun.status).toBe(401)
  const left = await world.call('GET /api/console/own/notices', { cookie: one.cookie })
  expect(left.body).toMatchObject({ passkeys: 2, recoveryCodes: 9 })
})

test('PERSON-05 of two devices that use one code at once one gets a passkey', async () => {
  const [code] = await makeCodes()
  const bodies = await Promise.all(
    [1, 2].map(async () => {
      const { body } = await world.call('POST /api/console/recovery/begin', { body: { code } })
      const answer = world.newKey().create(body.options as Options)
      return { code, challenge: body.challenge, answer, label: 'new' }
    }),
  )
  const said = await Promise.all(
    bodies.map((body) => world.call('POST /api/console/recovery/finish', { body })),
  )
  expect(said.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
})

test('PERSON-05 new codes void the old ones', async () => {
  const [old] = await makeCodes()
  const [fresh] = await makeCodes()
  expect((await recover(old!)).body.code).toBe('RECOVERY_CODE_WRONG')
  expect((await recover(fresh!)).status).toBe(200)
})

test.each(['', 'x', 'AAAA-AAAA-AAAA-AAA', 'UUUU-UUUU-UUUU-UUUU', 'ZZZZ-ZZZZ-ZZZZ-ZZZZ', '🔑'])(
  'PERSON-05 the code %j is none, and the trail says so',
  async (code) => {
    await makeCodes()
    expect((await recover(code)).body.code).toBe('RECOVERY_CODE_WRONG')
    const [row] = await world.database.db.query<{ after: object }>(
      `select after from core_audit where action = 'operators.refused' order by id desc limit 1`,
    )
    expect(row!.after).toMatchObject({ why: 'recovery-code-wrong' })
  },
)

test('PERSON-05 the codes of an operator who was disabled make nothing', async () => {
  const [code, other] = await makeCodes()
  const { body } = await world.call('POST /api/console/recovery/begin', { body: { code: other } })
  await world.database.db.query(
    `update operators_operator set disabled_at = now(), disabled_by = 'operator:nok' where name = $1`,
    [one.name],
  )
  expect((await recover(code!)).body.code).toBe('RECOVERY_CODE_WRONG')
  const answer = world.newKey().create(body.options as Options)
  const late = { code: other, challenge: body.challenge, answer, label: 'late' }
  const said = await world.call('POST /api/console/recovery/finish', { body: late })
  expect(said.body.code).toBe('RECOVERY_CODE_WRONG')
})

test('PERSON-05 the question of one code is not answered with another', async () => {
  const [code, other] = await makeCodes()
  const { body } = await world.call('POST /api/console/recovery/begin', { body: { code } })
  const answer = world.newKey().create(body.options as Options)
  const swapped = { code: other, challenge: body.challenge, answer, label: 'x' }
  const said = await world.call('POST /api/console/recovery/finish', { body: swapped })
  expect(said.body.code).toBe('CHALLENGE_OVER')
})

test('PERSON-05 codes are made with a touch, and no row, log or trail has one', async () => {
  const codes = await makeCodes()
  await recover(codes[0]!)
  const rows = await world.database.db.query<{ line: string }>(
    `select to_jsonb(r)::text as line from sign_in_recovery r union all select to_jsonb(a)::text from core_audit a`,
  )
  const kept = [...rows.map(({ line }) => line), world.logText()].join()
  for (const code of codes) {
    expect(kept).not.toContain(code)
    expect(kept).not.toContain(code.replaceAll('-', ''))
  }
  world.clock.moveMs(5 * minuteMs)
  const stale = await world.call('POST /api/console/own/recovery', {
    cookie: one.cookie,
    body: {},
  })
  expect(stale.body.code).toBe('TOUCH_NEEDED')
})

test('PERSON-05 ten passkeys do not keep an operator from recovering', async () => {
  const [code] = await makeCodes()
  await world.database.db.query(
    `insert into sign_in_passkey (id, operator, label, public_key, counter, transports, created_at)
     select repeat('k', 16) || $1 || no, $1, 'x', '', 0, '{}', now() from generate_series(1, 9) no`,
    [one.name],
  )
  const key = world.newKey()
  expect((await recover(code!, key)).status).toBe(200)
  expect((await world.signIn(key)).status).toBe(200)
})
