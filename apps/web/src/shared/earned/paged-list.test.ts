import { expect, test } from 'vitest'
import { pagesOf } from './paged-list.tsx'

const pageSize = 10

test.each([
  ['the total decides if it is known', { total: 21, count: 10 }, 1, 3],
  ['an empty list has no page', { total: 0, count: 0 }, 1, 0],
  ['no total, an empty list', { count: 0 }, 1, 0],
  ['no total, a full page: there is another one', { count: 10 }, 1, 2],
  ['no total, a full page further on', { count: 10 }, 3, 4],
  ['no total, a page that is not full: it is the last', { count: 3 }, 2, 2],
  ['no total, and the page before was full by chance', { count: 0 }, 3, 3],
])('OP-B24 %s', (_, found, page, pages) => {
  expect(pagesOf(found, { page, pageSize })).toBe(pages)
})
