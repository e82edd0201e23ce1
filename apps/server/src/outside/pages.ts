/** Far more than the payments of the compared days; a longer list is not believed. */
const pagesMax = 100

type PageRange<Item> = {
  /** The oldest that is needed. */
  since: Date
  atOf: (item: Item) => Date | undefined
}

/**
 * Reads a paged list up to an empty page; the page size is theirs. A list that goes back in time is read only until a
 * page lies wholly before `since`. An item that moves to the next page meanwhile counts once.
 */
export async function readPages<Item extends { uuid: string }, No extends object>(
  readPage: (page: number) => Promise<Item[] | No>,
  { since, atOf }: PageRange<Item>,
): Promise<Item[] | No | { outcome: 'unknown'; why: string }> {
  const found = new Map<string, Item>()
  for (let page = 1; page <= pagesMax; page += 1) {
    const items = await readPage(page)
    if (!Array.isArray(items)) return items
    const before = found.size
    for (const item of items) found.set(item.uuid, item)
    const times = items.map((item) => atOf(item)?.getTime() ?? Number.NaN)
    const goesBack = times.length > 1 && times[0]! > times.at(-1)!
    const isBefore = goesBack && times.every((at) => at < since.getTime())
    // A service without pages repeats the same items.
    if (found.size === before || isBefore) return [...found.values()]
  }
  return { outcome: 'unknown', why: 'their list has no end' }
}
