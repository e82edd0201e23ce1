/** Far more than anybody is paid in the days that are compared; a list that goes on for longer is not believed. */
const pagesMax = 100

type Wanted<Item> = {
  /** The oldest that is wanted. */
  since: Date
  atOf: (item: Item) => Date | undefined
}

/**
 * Reads a list that is told in pages, until there is nothing on one: how many they put on a page is theirs to say. Where it goes back in
 * time, it is read no further than a page that lies wholly before what is wanted. What moves to the next page meanwhile counts once.
 */
export async function readPages<Item extends { uuid: string }, No extends object>(
  readPage: (page: number) => Promise<Item[] | No>,
  { since, atOf }: Wanted<Item>,
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
    // Whoever knows no pages tells the same again.
    if (found.size === before || isBefore) return [...found.values()]
  }
  return { outcome: 'unknown', why: 'their list has no end' }
}
