import { describe, expect, test } from 'vitest'
import { hourMs } from '@kapao/contract/times'
import { readPages } from './pages.ts'

const now = Date.UTC(2026, 10, 21)
const itemsBack = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ uuid: `p${n}`, at: new Date(now - n * hourMs) }))
const wanted = (hours: number) => ({
  since: new Date(now - hours * hourMs),
  atOf: ({ at }: { at: Date }) => at,
})

describe('a paged list', () => {
  const pagesOf = (items: ReturnType<typeof itemsBack>, size: number) => {
    const asked: number[] = []
    const readPage = async (page: number) => {
      asked.push(page)
      return items.slice((page - 1) * size, page * size)
    }
    return { asked, readPage }
  }

  test('is read whole, whatever the page size', async () => {
    const { readPage, asked } = pagesOf(itemsBack(25), 10)
    expect(await readPages(readPage, wanted(1_000))).toHaveLength(25)
    expect(asked).toEqual([1, 2, 3, 4])
  })

  test('is read no further than needed, where it goes back in time', async () => {
    const { readPage, asked } = pagesOf(itemsBack(1_000), 10)
    const found = await readPages(readPage, wanted(24))
    expect(found).toHaveLength(40)
    expect(asked).toEqual([1, 2, 3, 4])
  })

  test('is read to its end where the oldest come first', async () => {
    const { readPage } = pagesOf(itemsBack(45).toReversed(), 10)
    expect(await readPages(readPage, wanted(3))).toHaveLength(45)
  })

  test('without pages is taken once', async () => {
    const items = itemsBack(5)
    expect(await readPages(async () => items, wanted(1_000))).toEqual(items)
  })

  test('that shifts while it is read has each item once', async () => {
    const items = itemsBack(30)
    const shifting = async (page: number) => items.slice((page - 1) * 9, page * 10)
    const found = await readPages(shifting, wanted(1_000))
    expect(found).toHaveLength(30)
  })

  test('is not believed without an end, and a refusal is passed on', async () => {
    let n = 0
    type Item = { uuid: string; at: Date }
    const endless = async (): Promise<Item[]> => [{ uuid: `u${(n += 1)}`, at: new Date(now) }]
    expect(await readPages(endless, wanted(1))).toMatchObject({ outcome: 'unknown' })
    const no = { outcome: 'refused', why: '40001' }
    const refused = async (): Promise<Item[] | typeof no> => no
    expect(await readPages(refused, wanted(1))).toBe(no)
  })
})
