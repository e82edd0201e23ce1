import { io, type Socket } from 'socket.io-client'
import { afterEach, describe, expect, test } from 'vitest'
import { hints, type HintEvents } from '@kapao/contract/console/events'
import { hint, hintOperator } from '#core/console/hint-store.ts'
import { endRole } from '#records/operators/store.ts'
import type { Role } from '@kapao/contract/console/roles'
import { minuteMs } from '@kapao/contract/times'
import { openConsoleWorld } from '#testing/console/console-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openConsoleWorld)
type Listener = { socket: Socket<HintEvents>; received: unknown[][]; cut: Promise<string> }
const opened: Socket<HintEvents>[] = []
afterEach(() => opened.splice(0).forEach((socket) => socket.close()))

let count = 0
async function seat(...roles: Role[]) {
  count += 1
  return world.seat(`at-${count}`, roles)
}

/** Opens a socket as the page does; rejects where it is not admitted. */
async function listen(headers: Record<string, string>): Promise<Listener> {
  const socket: Socket<HintEvents> = io(world.address, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: { origin: world.origin, ...headers },
  })
  opened.push(socket)
  const received: unknown[][] = []
  for (const name of Object.keys(hints) as (keyof HintEvents)[])
    socket.on(name, (said: unknown) => void received.push([name, said]))
  const cut = new Promise<string>((resolve) => void socket.once('disconnect', resolve))
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  // The hint of the sign-in itself may still be on its way.
  await new Promise((resolve) => setTimeout(resolve, 200))
  received.length = 0
  return { socket, received, cut }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T | 'late'> {
  const late = new Promise<'late'>((resolve) => void setTimeout(() => resolve('late'), ms))
  return Promise.race([work, late])
}

describe('who is admitted', () => {
  test('DESK-20 only the console’s own page with a session connects', async () => {
    const { cookie } = await seat('cashier')
    await expect(listen({ cookie })).resolves.toBeDefined()
    await expect(listen({})).rejects.toThrow('websocket error')
    await expect(listen({ cookie, origin: 'https://kapao.example' })).rejects.toThrow(
      'websocket error',
    )
    await expect(listen({ cookie, origin: 'null' })).rejects.toThrow('websocket error')
    const made = `__Host-kapao-console=${'x'.repeat(43)}`
    await expect(listen({ cookie: made })).rejects.toThrow('websocket error')
  })

  test('DESK-20 no address outside the listed networks', async () => {
    const { cookie } = await seat('cashier')
    const open = await listen({ cookie, 'x-forwarded-for': '10.9.0.1' })
    await world.set('console.addresses', ['10.8.0.0/16'])
    expect(await within(2_000, open.cut)).toBe('io server disconnect')
    await expect(listen({ cookie, 'x-forwarded-for': '10.9.0.1' })).rejects.toThrow(
      'websocket error',
    )
    await expect(listen({ cookie, 'x-forwarded-for': '10.8.0.1' })).resolves.toBeDefined()
    await world.set('console.addresses', [])
  })
})

describe('what is received', () => {
  test('DESK-20 a hint reaches operators who may see the thing, and names nothing else', async () => {
    const cashier = await listen({ cookie: (await seat('cashier')).cookie })
    const support = await listen({ cookie: (await seat('support')).cookie })
    const none = await listen({ cookie: (await seat()).cookie })
    const secret = { kind: 'deposit', id: '7', account: '1234567890' } as const
    await world.database.db.begin(async (tx) => {
      await hint(tx, 'work', secret)
      await hint(tx, 'member', { memberId: 'M1' })
      await hint(tx, 'talk', { talk: 'M1' })
    })
    await expect
      .poll(() => cashier.received)
      .toEqual([
        ['work', { kind: 'deposit', id: '7' }],
        ['member', { memberId: 'M1' }],
      ])
    await expect
      .poll(() => support.received)
      .toEqual([
        ['member', { memberId: 'M1' }],
        ['talk', { talk: 'M1' }],
      ])
    expect(none.received).toEqual([])
  })

  test('DESK-20 what was rolled back is never sent, and what is no hint is passed over', async () => {
    const { received } = await listen({ cookie: (await seat('cashier')).cookie })
    const { db } = world.database
    await db
      .begin(async (tx) => {
        await hint(tx, 'member', { memberId: 'M2' })
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    for (const broken of ['{', '{"name":"none","hint":{}}', '{"name":"work","hint":{"kind":7}}'])
      await db.query(`select pg_notify('core_console_hint', $1)`, [broken])
    await hint(db, 'member', { memberId: 'M3' })
    await expect.poll(() => received).toEqual([['member', { memberId: 'M3' }]])
  })

  test('DESK-20 hints about an operator reach only that operator', async () => {
    const [one, other] = [await seat('cashier'), await seat('cashier')]
    const mine = await listen({ cookie: one.cookie })
    const theirs = await listen({ cookie: other.cookie })
    await hintOperator(world.database.db, one.name)
    await hint(world.database.db, 'member', { memberId: 'M4' })
    await expect
      .poll(() => mine.received)
      .toEqual([
        ['me', {}],
        ['member', { memberId: 'M4' }],
      ])
    expect(theirs.received).toEqual([['member', { memberId: 'M4' }]])
  })

  test(
    'DESK-12 a role that is taken away counts for an open socket within 2 s',
    { tags: 'long-1' },
    async () => {
      const { name, cookie } = await seat('cashier', 'support')
      const { received } = await listen({ cookie })
      const { db } = world.database
      await endRole(db, { name, role: 'support', endedBy: 'operator:nok' })
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      await hint(db, 'talk', { talk: 'M1' })
      await hint(db, 'member', { memberId: 'M5' })
      await expect
        .poll(() => received)
        .toEqual([
          ['me', {}],
          ['member', { memberId: 'M5' }],
        ])
    },
  )
})

describe('when it ends', () => {
  test('DESK-11 with the operator: within 2 s of being disabled', async () => {
    const { name, cookie } = await seat('cashier')
    const { cut } = await listen({ cookie })
    await world.database.db.query(
      `update operators_operator set disabled_at = now(), disabled_by = 'operator:nok' where name = $1`,
      [name],
    )
    expect(await within(2_000, cut)).toBe('io server disconnect')
    await expect(listen({ cookie })).rejects.toThrow('websocket error')
  })

  test(
    'with its session, and not with another one of the same operator',
    { tags: 'long-3' },
    async () => {
      const { cookie, key } = await seat('cashier')
      const first = await listen({ cookie })
      const second = (await world.signIn(key)).headers.get('set-cookie')!.split(';')[0]!
      const other = await listen({ cookie: second })
      await world.call('POST /api/console/sign-out', { cookie, body: {} })
      expect(await within(2_000, first.cut)).toBe('io server disconnect')
      expect(await within(1_500, other.cut)).toBe('late')
    },
  )

  test('with the idle time: an open socket is no use of a session', async () => {
    const { cookie } = await seat('cashier')
    const { cut } = await listen({ cookie })
    world.clock.moveMs(31 * minuteMs)
    expect(await within(2_000, cut)).toBe('io server disconnect')
  })

  test('also where no notice of it arrives', async () => {
    const { name, cookie } = await seat('cashier')
    const { cut } = await listen({ cookie })
    await world.database.db.query(
      `update sign_in_session set ended_at = now(), ended_why = 'test' where operator = $1`,
      [name],
    )
    expect(await within(2_000, cut)).toBe('io server disconnect')
  })
})
