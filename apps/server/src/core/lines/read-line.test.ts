import { endpoint } from '@kapao/contract/endpoint'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp, type Answer } from '#testing/worlds/test-app.ts'
import { testDatabase, testWorld } from '#testing/worlds/test-world.ts'
import { route } from '../calls/route.ts'
import { createReadLine } from './read-line.ts'

const shared = {
  method: 'POST',
  summary: 'A call of this test.',
  refusals: [],
  input: null,
  output: z.object({}),
} as const
const read = endpoint({ ...shared, path: '/api/try/read', access: 'member', rate: 'read' })
const receipt = endpoint({ ...shared, path: '/api/try/receipt', access: 'member', rate: 'receipt' })
const change = endpoint({ ...shared, path: '/api/try/change', access: 'member', rate: 'change' })
const look = endpoint({ ...shared, path: '/api/try/look', access: 'public', rate: 'read' })

const database = testDatabase()
const app = testWorld(() =>
  startTestApp(database, {
    config: { rateLimitFactor: 100, trustedProxies: ['127.0.0.1'] },
    registerCalls: (api) => {
      for (const call of [read, receipt, look])
        route(api, call, ({ memberId, address }) => {
          const { promise, resolve } = Promise.withResolvers<Record<string, never>>()
          const reader = memberId ?? address
          begun.set(reader, [...(begun.get(reader) ?? []), () => resolve({})])
          return promise
        })
      route(api, change, () => ({}))
    },
  }),
)
/** The reads that have begun, by reader, each to be ended by the test. */
const begun = new Map<string, (() => void)[]>()

const underWay = (reader: string): number => begun.get(reader)?.length ?? 0

/** Ends everything that begins until all of it has been answered. */
async function endAll<T>(reader: string, work: Promise<T>): Promise<T> {
  const timer = setInterval(() => {
    for (const end of begun.get(reader) ?? []) end()
    begun.set(reader, [])
  }, 1)
  return work.finally(() => clearInterval(timer))
}

const count = (statuses: number[], wanted: number): number =>
  statuses.filter((status) => status === wanted).length

test('RUN-82 four reads of a member are under way at a time, whichever they are; what others read and what the member does wait for none of them', async () => {
  const [one, other] = [await app.login('M1'), await app.login('M2')]
  const all = Array.from({ length: 60 }, (_, n) =>
    app.call(n % 2 === 0 ? 'POST /api/try/read' : 'POST /api/try/receipt', { token: one }),
  )
  await expect.poll(() => underWay('M1')).toBe(4)
  expect((await app.call('POST /api/try/change', { token: one })).status).toBe(200)
  const theirs = app.call('POST /api/try/read', { token: other })
  await expect.poll(() => underWay('M2')).toBe(1)
  expect((await endAll('M2', theirs)).status).toBe(200)
  expect(underWay('M1')).toBe(4)
  const answers = await endAll('M1', Promise.all(all))
  expect(
    count(
      answers.map(({ status }) => status),
      200,
    ),
  ).toBe(60)
})

test('RUN-82 RUN-83 what a member sends beyond the queue is refused to that member, with the time to wait', async () => {
  const token = await app.login('M3')
  const refused: Answer[] = []
  const all = Array.from({ length: 160 }, async () => {
    const answer = await app.call('POST /api/try/read', { token })
    if (answer.status !== 200) refused.push(answer)
  })
  // Four are under way, and 120 wait.
  await expect.poll(() => refused.length).toBe(36)
  await endAll('M3', Promise.all(all))
  expect(refused).toHaveLength(36)
  for (const { status, body, headers } of refused) {
    expect([status, body.code]).toEqual([429, 'REQUEST_LIMIT'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
})

test('RUN-82 callers without a session share the places of their network', async () => {
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const all = Array.from({ length: 40 }, () => app.call('POST /api/try/look', from('10.1.1.1')))
  await expect.poll(() => underWay('10.1.1.1')).toBe(16)
  const theirs = app.call('POST /api/try/look', from('10.2.2.2'))
  await expect.poll(() => underWay('10.2.2.2')).toBe(1)
  expect((await endAll('10.2.2.2', theirs)).status).toBe(200)
  expect(underWay('10.1.1.1')).toBe(16)
  const answers = await endAll('10.1.1.1', Promise.all(all))
  expect(
    count(
      answers.map(({ status }) => status),
      200,
    ),
  ).toBe(40)
})

test('RUN-86 answers that are found at the same moment are written in turns of the thread, one reader after the other', async () => {
  const line = createReadLine()
  const longMs = 6
  const written: string[] = []
  const found = Promise.withResolvers<void>()
  const all = ['M1', 'M1', 'M1', 'M1', 'M2', 'M2', 'M3'].map((id) =>
    line(
      { id },
      () => found.promise,
      () => {
        const end = performance.now() + longMs
        while (performance.now() < end);
        written.push(id)
      },
    ),
  )
  const writtenInTurns: number[] = []
  const countTurn = (): void => {
    const before = writtenInTurns.reduce((sum, one) => sum + one, 0)
    writtenInTurns.push(written.length - before)
    if (written.length < all.length) setImmediate(countTurn)
  }
  found.resolve()
  setImmediate(countTurn)
  await Promise.all(all)
  expect(Math.max(...writtenInTurns)).toBe(1)
  expect(written).toEqual(['M1', 'M1', 'M2', 'M3', 'M1', 'M2', 'M1'])
})

test('RUN-86 a reader whose answer cannot be written is told so, and has the place free for the next', async () => {
  const line = createReadLine()
  const wrong = async (): Promise<void> =>
    line(
      { id: 'M1' },
      async () => null,
      () => {
        throw new Error('not as the contract says')
      },
    )
  for (let n = 0; n < 6; n += 1) await expect(wrong()).rejects.toThrow('not as the contract says')
})
