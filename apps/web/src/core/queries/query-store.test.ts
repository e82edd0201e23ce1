import { expect, onTestFinished, test, vi } from 'vitest'
import { createQueries } from './query-store.ts'

const key = ['wallet', 'whole'] as const
const silent = (): void => {}

/** Answers that arrive when the test releases them. */
function slowAnswers() {
  const waiting: { resolve: (data: unknown) => void; reject: (error: unknown) => void }[] = []
  const queryFn = vi.fn(
    () => new Promise((resolve, reject) => void waiting.push({ resolve, reject })),
  )
  return { waiting, queryFn }
}

test('a prefetched query is not fetched again by the parts of the screen that show it, but by later ones', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const queries = createQueries()
  const { queryFn, waiting } = slowAnswers()
  const asked = queries.prime({ queryKey: key, queryFn })
  waiting[0]?.resolve('early')
  await asked
  expect(queries.stateOf(key)).toMatchObject({ data: 'early', isFetching: false })
  const leave = queries.watch({ queryKey: key, queryFn }, silent)
  queries.watch({ queryKey: key, queryFn }, silent)
  expect(queryFn).toHaveBeenCalledTimes(1)
  leave()
  vi.advanceTimersByTime(1_000)
  queries.watch({ queryKey: key, queryFn }, silent)
  expect(queryFn).toHaveBeenCalledTimes(2)
})

test('a query shown for the first time is rendered once until it is answered', async () => {
  const queries = createQueries()
  const listener = vi.fn(silent)
  expect(queries.stateOf(key)).toMatchObject({ isPending: true, isFetching: true })
  queries.watch({ queryKey: key, queryFn: async () => 1 }, listener)
  expect(listener).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(1))
})

test('a query is fetched once, however many components show it', async () => {
  const queries = createQueries()
  const { queryFn, waiting } = slowAnswers()
  const listener = vi.fn(silent)
  queries.watch({ queryKey: key, queryFn }, listener)
  queries.watch({ queryKey: [...key], queryFn }, silent)
  expect(queryFn).toHaveBeenCalledTimes(1)
  waiting[0]?.resolve('1')
  await vi.waitFor(() => expect(queries.stateOf(key)).toMatchObject({ data: '1', isSuccess: true }))
  expect(listener).toHaveBeenCalled()
})

test('settled waits for the answer of the last round, or returns at once what is known', async () => {
  const queries = createQueries()
  const { queryFn, waiting } = slowAnswers()
  queries.watch({ queryKey: key, queryFn }, silent)
  const settled = queries.settled(key)
  void queries.refetch(key)
  waiting[0]?.resolve('before the spin')
  waiting[1]?.resolve('after the spin')
  expect(await settled).toMatchObject({ data: 'after the spin', isFetching: false })
  expect(await queries.settled(key)).toMatchObject({ data: 'after the spin' })
  expect(queryFn).toHaveBeenCalledTimes(2)
})

test('of two rounds the later one counts, whichever is answered first', async () => {
  const queries = createQueries()
  const { queryFn, waiting } = slowAnswers()
  queries.watch({ queryKey: key, queryFn }, silent)
  const later = queries.refetch(key)
  waiting[1]?.resolve('after the transfer')
  await later
  waiting[0]?.resolve('before the transfer')
  await Promise.resolve()
  expect(queries.stateOf(key)).toMatchObject({ data: 'after the transfer', isFetching: false })
})

test('a failure keeps the data, is reported, and is not retried automatically', async () => {
  const queries = createQueries()
  const { queryFn, waiting } = slowAnswers()
  queries.watch({ queryKey: key, queryFn }, silent)
  waiting[0]?.resolve('known')
  await vi.waitFor(() => expect(queries.stateOf(key).isSuccess).toBe(true))
  const again = queries.refetch(key)
  waiting[1]?.reject(new Error('no line'))
  expect(await again).toMatchObject({ data: 'known', isError: true, isPending: false })
  expect(queryFn).toHaveBeenCalledTimes(2)
})

test('the store keeps the fault of the last answer until a good one arrives', async () => {
  const queries = createQueries()
  const shut = new Error('shut')
  const asked = (word: string, answer: Promise<unknown>) =>
    queries.prime({ queryKey: [word], queryFn: () => answer })
  expect(queries.lastFault()).toBeNull()
  await asked('wallet', Promise.reject(shut))
  expect(queries.lastFault()).toBe(shut)
  const again = queries.refetch(['wallet'])
  // A query that is still being fetched is no answer.
  expect(queries.lastFault()).toBe(shut)
  await again
  await asked('profile', Promise.resolve(1))
  expect(queries.lastFault()).toBeNull()
})

test('a prefetched query serves the first component that shows it, unless it has become stale meanwhile', async () => {
  const queries = createQueries()
  const wallet = vi.fn(async () => 1)
  const query = { queryKey: key, queryFn: wallet }
  await queries.prime(query)
  queries.watch(query, silent)()
  expect(wallet).toHaveBeenCalledTimes(1)

  await queries.prime(query)
  await queries.invalidateQueries({ queryKey: ['wallet'] })
  expect(wallet).toHaveBeenCalledTimes(2)
  queries.watch(query, silent)
  expect(wallet).toHaveBeenCalledTimes(3)
})

test('stale queries are fetched again where they are shown, by the prefix of their key', async () => {
  const queries = createQueries()
  const whole = vi.fn(async () => 1)
  const bank = vi.fn(async () => 2)
  const profile = vi.fn(async () => 3)
  queries.watch({ queryKey: key, queryFn: whole }, silent)
  queries.watch({ queryKey: ['profile'], queryFn: profile }, silent)
  const leave = queries.watch({ queryKey: ['wallet', 'bank'], queryFn: bank }, silent)
  await vi.waitFor(() => expect(queries.stateOf(key).isSuccess).toBe(true))
  leave()
  await queries.invalidateQueries({ queryKey: ['wallet'] })
  expect([whole, bank, profile].map(({ mock }) => mock.calls.length)).toEqual([2, 1, 1])
  // Shown again, it is fetched again, and the old answer stays meanwhile.
  expect(queries.stateOf(['wallet', 'bank']).data).toBe(2)
  queries.watch({ queryKey: ['wallet', 'bank'], queryFn: bank }, silent)
  expect(bank).toHaveBeenCalledTimes(2)
})

test('a secret is forgotten when nothing shows it any more, other answers are not', async () => {
  const queries = createQueries()
  const secret = { queryKey: ['game-account', 'PG'], queryFn: async () => 'word', isKept: false }
  const leave = queries.watch(secret, silent)
  await vi.waitFor(() => expect(queries.stateOf(secret.queryKey).data).toBe('word'))
  leave()
  expect(queries.stateOf(secret.queryKey).data).toBeUndefined()
})

test('data set by hand is not overwritten by an answer that was still loading', async () => {
  const queries = createQueries()
  const { queryFn, waiting } = slowAnswers()
  queries.watch({ queryKey: key, queryFn }, silent)
  queries.setQueryData<number>(key, (old = 0) => old + 5)
  waiting[0]?.resolve(99)
  await Promise.resolve()
  expect(queries.stateOf(key).data).toBe(5)
  expect(await queries.ensureQueryData({ queryKey: key, queryFn: async () => 7 })).toBe(5)
})

test('coming back refetches what is shown, except for what must not change', async () => {
  const queries = createQueries()
  const shown = vi.fn(async () => 1)
  const still = vi.fn(async () => 2)
  queries.watch({ queryKey: ['a'], queryFn: shown }, silent)
  queries.watch({ queryKey: ['b'], queryFn: still, refetchOnReturn: false }, silent)
  queries.refetchShown()
  expect([shown.mock.calls.length, still.mock.calls.length]).toEqual([2, 1])
})

test('unused queries do not pile up', () => {
  const queries = createQueries()
  for (let page = 1; page <= 500; page += 1) queries.setQueryData(['statement', page], page)
  expect(queries.stateOf(['statement', 1]).data).toBeUndefined()
  expect(queries.stateOf(['statement', 500]).data).toBe(500)
})
