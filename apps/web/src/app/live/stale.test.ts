import { expect, test, vi } from 'vitest'
import { createQueries } from '#core/queries/query-store.ts'
import { markStale, staleAfterLoss } from './stale.ts'

test('REACH-114 after a lost line everything that a push could have changed is stale', () => {
  expect([...staleAfterLoss].toSorted()).toEqual(
    'bonus chat deposits invite profile refund spin statement wallet withdrawals'.split(' '),
  )
})

test('REACH-114 what is shown is read again, what is not shown only when it is next opened', async () => {
  const queries = createQueries()
  const [shown, left, other] = [vi.fn(async () => 1), vi.fn(async () => 2), vi.fn(async () => 3)]
  queries.watch({ queryKey: ['deposits', 'slips', 1], queryFn: shown }, () => undefined)
  queries.watch({ queryKey: ['banners', 'th'], queryFn: other }, () => undefined)
  queries.watch({ queryKey: ['profile'], queryFn: left }, () => undefined)()
  markStale(queries, staleAfterLoss)
  expect([shown, left, other].map(({ mock }) => mock.calls.length)).toEqual([2, 1, 1])
})
