import { expect, test } from 'vitest'
import { openRecheck } from './recheck.ts'

const everybodyMay = { serviceActive: true, isBlocked: (_address: string) => false }

function world(lost: readonly string[], doors = everybodyMay) {
  const cut: string[] = []
  const asked: (readonly string[])[] = []
  let answers: Promise<unknown> = Promise.resolve()
  const socket = (name: string, sessionKey: string | null) => ({
    data: { sessionKey, address: name },
    disconnect: () => cut.push(name),
  })
  const sockets = [
    socket('guest', null),
    ...Array.from({ length: 600 }, (_, at) => socket(`socket ${at}`, `session ${at}`)),
    socket('second page', 'session 7'),
  ]
  const recheck = openRecheck({
    sessions: {
      listLost: async (keys) => {
        asked.push(keys)
        await answers
        return keys.filter((key) => lost.includes(key))
      },
    },
    switches: async () => doors,
    log: { warn: () => undefined },
    listSockets: () => sockets,
  })
  return { recheck, cut, asked, answerAfter: (next: Promise<unknown>) => void (answers = next) }
}

test('six hundred sessions take three queries, and every page of a lost one is cut', async () => {
  const { recheck, cut, asked } = world(['session 7', 'session 599'])
  await recheck.run(null)
  expect(asked.map((keys) => keys.length)).toEqual([256, 256, 88])
  expect(cut).toEqual(['socket 7', 'second page', 'socket 599'])
})

test("ERRC-07 sockets at a blocked address are cut, a guest's too, without a query", async () => {
  const isBlocked = (address: string) => ['guest', 'socket 3', 'second page'].includes(address)
  const { recheck, cut, asked } = world(['session 7'], { serviceActive: true, isBlocked })
  await recheck.run(null)
  expect(cut).toEqual(['guest', 'socket 3', 'second page', 'socket 7'])
  expect(asked.flat()).not.toContain('session 3')
})

test('API-06 every socket of a service that has ended is cut', async () => {
  const { recheck, cut, asked } = world([], { ...everybodyMay, serviceActive: false })
  await recheck.run(null)
  expect(cut).toHaveLength(602)
  expect(asked).toEqual([])
})

test('a pass is skipped while one is running, and runs again after it has ended', async () => {
  const { recheck, asked, answerAfter } = world([])
  let answer = (): void => undefined
  answerAfter(new Promise<void>((resolve) => (answer = resolve)))
  recheck.pass()
  recheck.pass()
  await expect.poll(() => asked.length).toBe(1)
  answer()
  await expect.poll(() => asked.length).toBe(3)
  recheck.pass()
  await expect.poll(() => asked.length).toBe(6)
})
