// @vitest-environment jsdom
import { io } from 'socket.io-client'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from '#core/queries.ts'
import { followHouse } from './line.ts'

type Handler = (said?: unknown) => void
const handlers = new Map<string, Handler>()
vi.mock('socket.io-client', () => ({
  io: vi.fn(() => ({
    on: (name: string, handler: Handler) => void handlers.set(name, handler),
    connect: vi.fn(),
    close: vi.fn(),
    active: true,
  })),
}))

const say = (name: string, said?: unknown) => handlers.get(name)!(said)
const work = 'GET /api/console/work/list/{kind}'

function follow() {
  const stop = followHouse()
  expect(io).toHaveBeenCalled()
  for (const kind of ['all', 'deposit', 'payout'])
    queryClient.setQueryData([work, { kind }], { rows: [], next: null })
  const isOld = (kind: string) => queryClient.getQueryState([work, { kind }])?.isInvalidated
  return { stop, isOld }
}

let end = () => undefined as void
afterEach(() => {
  end()
  queryClient.clear()
  vi.useRealTimers()
})

describe('SECOND-16 hints from the house:', () => {
  test('the first connection reads nothing again; one that was down reads everything that was missed', () => {
    const { stop, isOld } = follow()
    end = stop
    say('connect')
    expect(isOld('deposit')).toBe(false)
    say('disconnect', 'transport close')
    say('connect')
    expect(isOld('deposit')).toBe(true)
    expect(isOld('payout')).toBe(true)
  })

  test('a hint of one kind reads the lists that show it, and no other', () => {
    const { stop, isOld } = follow()
    end = stop
    say('work', { kind: 'deposit', id: null })
    expect([isOld('all'), isOld('deposit'), isOld('payout')]).toEqual([true, true, false])
  })

  test('a hint of one talk reads that talk, and no other that was open before', () => {
    const { stop } = follow()
    end = stop
    const name = 'GET /api/console/talks/{talk}'
    for (const talk of ['one', 'other']) queryClient.setQueryData([name, { talk }], {})
    say('talk', { talk: 'one' })
    const isOld = (talk: string) => queryClient.getQueryState([name, { talk }])?.isInvalidated
    expect([isOld('one'), isOld('other')]).toEqual([true, false])
  })

  test('while the line is down the page asks every ten seconds, and no longer once it is left', () => {
    vi.useFakeTimers()
    const { stop, isOld } = follow()
    say('connect')
    vi.advanceTimersByTime(10_000)
    expect(isOld('payout')).toBe(false)
    say('disconnect', 'transport close')
    vi.advanceTimersByTime(10_000)
    expect(isOld('payout')).toBe(true)
    stop()
    queryClient.setQueryData([work, { kind: 'payout' }], { rows: [], next: null })
    vi.advanceTimersByTime(30_000)
    expect(isOld('payout')).toBe(false)
  })
})
