import { readStored, writeStored } from '#core/storage.ts'
import { randomKey } from '../random-key.ts'

const tabKey = 'tab'
let unstored: string | null = null

/** Names this tab for as long as it is open, including reloads. If storage is blocked, it lasts as long as the page. */
export function readTabMark(): string {
  const known = readStored(tabKey, 'session') ?? unstored
  if (known !== null) return known
  unstored = randomKey().slice(0, 12)
  writeStored(tabKey, unstored, 'session')
  return unstored
}
