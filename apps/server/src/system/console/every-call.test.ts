import { consoleCalls, nameOfConsoleCall } from '@kapao/contract/console/calls'
import { hasRight, rights, roles, rightsOf, type Role } from '@kapao/contract/console/roles'
import { beforeAll, describe, expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { startSession } from '#core/session/session.ts'
import { cookieIn, openConsoleWorld, type ConsoleOperator } from '#testing/console/console-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { servedConsoleCalls } from './open.ts'

const world = testWorld(openConsoleWorld)

/** An operator of each role alone, and one of none. */
const seats: readonly (Role | null)[] = [...roles, null]
const sitting = new Map<Role | null, ConsoleOperator>()
let disabled: ConsoleOperator
let memberToken: string

beforeAll(async () => {
  for (const role of seats)
    sitting.set(role, await world.seat(`a-${role ?? 'nobody'}`, role === null ? [] : [role]))
  disabled = await world.seat('a-gone', ['owner'])
  const { db } = world.database
  await db.query(
    `update operators_operator set disabled_at = now(), disabled_by = 'operator:nok' where name = 'a-gone'`,
  )
  const who = { memberId: 'M1', address: '10.0.0.1', device: 'test' }
  memberToken = await startSession({ clock: world.clock, ids: systemIds }, db, who)
})

const served = servedConsoleCalls()
const known = consoleCalls.map((call) => ({ call, name: nameOfConsoleCall(call) as string }))

/** The fields do not matter here: a caller without the right is refused before they are read. */
const pathOf = (path: string): string => path.replaceAll(/\{\w+\}/g, 'x1')

async function ask(
  { method, path }: { method: string; path: string },
  who: { cookie?: string; token?: string },
): Promise<{ status: number; code: unknown }> {
  const { cookie, token } = who
  const { status, body } = await world.call(`${method} ${pathOf(path)}`, {
    cookie,
    ...(token !== undefined && { token }),
    ...(method === 'POST' && { body: {} }),
    headers: { 'idempotency-key': systemIds.key() },
  })
  return { status, code: body?.code }
}

/** Sits down again where a call was the end of a session, or its touch is too long ago. */
async function cookieOf(role: Role | null): Promise<string> {
  const seat = sitting.get(role)!
  const me = await world.call('GET /api/console/me', { cookie: seat.cookie })
  const isFresh = me.status === 200 && new Date(me.body.touchedUntil) > world.clock.now()
  if (!isFresh) seat.cookie = cookieIn(await world.signIn(seat.key))
  return seat.cookie
}

const refusalsForWho = ['NOT_SIGNED_IN', 'SESSION_ENDED', 'NO_RIGHT', 'TOUCH_NEEDED'] as const

/** Why the caller may not call at all; null if the call looked at its input. */
function refusalIn(code: unknown): (typeof refusalsForWho)[number] | null {
  return refusalsForWho.find((one) => one === code) ?? null
}

describe.each(served.map((call) => [`${call.method} ${call.path}`, call] as const))(
  '%s',
  (name, call) => {
    test('stands in the contract as it is served', () => {
      expect(known.find((one) => one.name === name)?.call).toBe(call)
      expect(world.served.has(name)).toBe(true)
    })

    test.each(seats)(
      'DESK-04 asked by an operator whose role is %s',
      { tags: 'long-3' },
      async (role) => {
        const { access } = call
        const may =
          access === 'public' || access === 'session' || (role !== null && hasRight([role], access))
        const { code } = await ask(call, { cookie: await cookieOf(role) })
        expect(refusalIn(code)).toBe(may ? null : 'NO_RIGHT')
      },
    )

    test('DESK-04 without a session, by a member, and by a disabled operator', async () => {
      const strangers = [
        [{}, 'NOT_SIGNED_IN'],
        [{ token: memberToken }, 'NOT_SIGNED_IN'],
        [{ cookie: `__Host-kapao-console=${memberToken}` }, 'NOT_SIGNED_IN'],
        [{ cookie: disabled.cookie }, 'SESSION_ENDED'],
      ] as const
      for (const [who, why] of strangers) {
        const { code } = await ask(call, who)
        expect(refusalIn(code)).toBe(call.access === 'public' ? null : why)
      }
    })

    test.runIf(call.touch)('DESK-13 asked without a fresh touch', async () => {
      const cookie = cookieIn(await world.signIn(sitting.get('owner')!.key))
      world.clock.moveMs(5 * minuteMs)
      expect(await ask(call, { cookie })).toEqual({ status: 403, code: 'TOUCH_NEEDED' })
    })
  },
)

test('DESK-04 a file is refused like its call', async () => {
  const file = { method: 'GET', path: '/api/console/audit.csv' }
  for (const role of seats) {
    const { status } = await ask(file, { cookie: await cookieOf(role) })
    expect([role, status]).toEqual([
      role,
      role !== null && rightsOf[role].includes('audit.see') ? 200 : 403,
    ])
  }
  expect(await ask(file, {})).toEqual({ status: 401, code: 'NOT_SIGNED_IN' })
})

test('DESK-04 no path of the console answers but those of the contract and the few that are no call', () => {
  const calls = served.map(({ path }) => path.replace(/\{\w+\}/g, ':part'))
  const others = world.paths.filter((path) => !calls.includes(path))
  expect(others.toSorted()).toEqual([
    '/api/console/audit.csv',
    '/csp-reports',
    '/docs',
    '/files/:part/:part/:part/:part',
    '/openapi.json',
    '/pictures/:part',
  ])
})

test('every right is asked for by a call, once all are served', () => {
  const asked = new Set<string>(consoleCalls.map(({ access }) => access))
  const words = [
    'work.decide',
    'withdrawal.approve',
    'second.decide',
    'review.tick',
    'house.rescue',
    'rewards.see',
    // Asked by the group of a setting, once its name is known.
    'settings.change',
    'settings.tighten',
    'content.change',
    'rewards.change',
  ]
  // These are asked by the decision that they are for, or by commands where no console can be, not by a call.
  expect(rights.filter((right) => !asked.has(right) && !words.includes(right))).toEqual([])
})
