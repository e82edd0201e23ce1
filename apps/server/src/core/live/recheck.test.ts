import { expect, test } from 'vitest'
import { openRecheck } from './recheck.ts'

function world(lost: readonly string[]) {
  const cut: string[] = []
  const asked: (readonly string[])[] = []
  let answers: Promise<unknown> = Promise.resolve()
  const socket = (name: string, sessionKey: string | null) => ({
    data: { sessionKey },
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
    log: { warn: () => undefined },
    listSockets: () => sockets,
  })
  return { recheck, cut, asked, answerAfter: (next: Promise<unknown>) => void (answers = next) }
}

test('six hundred sessions are asked about in three questions, and every page of a lost one is cut', async () => {
  const { recheck, cut, asked } = world(['session 7', 'session 599'])
  await recheck.run(null)
  expect(asked.map((keys) => keys.length)).toEqual([256, 256, 88])
  expect(cut).toEqual(['socket 7', 'second page', 'socket 599'])
})

test('a pass is left out while one is under way, and comes when it has ended', async () => {
  const { recheck, asked, answerAfter } = world([])
  let answer = (): void => undefined
  answerAfter(new Promise<void>((resolve) => (answer = resolve)))
  recheck.pass()
  recheck.pass()
  expect(asked).toHaveLength(1)
  answer()
  await expect.poll(() => asked.length).toBe(3)
  recheck.pass()
  await expect.poll(() => asked.length).toBe(6)
})
