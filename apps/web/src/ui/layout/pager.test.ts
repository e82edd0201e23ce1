import { expect, test } from 'vitest'
import { pagesAround } from './pager.tsx'

test.each([
  [{ page: 5, pages: 9, before: 3, after: 1 }, [2, 3, 4, 5, 6]],
  [{ page: 1, pages: 9, before: 3, after: 1 }, [1, 2]],
  [{ page: 9, pages: 9, before: 1, after: 1 }, [8, 9]],
  [{ page: 1, pages: 1, before: 1, after: 1 }, [1]],
])('the neighbours of %o are %o', (around, pages) => {
  expect(pagesAround(around)).toEqual(pages)
})
