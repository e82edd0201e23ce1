import { recentGamesKey } from '#core/session/member-storage.ts'
import { readStored, writeStored } from '#core/storage.ts'

const recentMax = 4

/** The games that a member played last on this device, newest first; another member's are not returned. */
export function readRecent(memberId: string): string[] {
  try {
    const kept: unknown = JSON.parse(readStored(recentGamesKey) ?? '[]')
    if (!Array.isArray(kept) || kept[0] !== memberId) return []
    return kept.slice(1, recentMax + 1).filter((code) => typeof code === 'string')
  } catch {
    return []
  }
}

export function addRecent(memberId: string, code: string): void {
  const others = readRecent(memberId).filter((one) => one !== code)
  writeStored(recentGamesKey, JSON.stringify([memberId, code, ...others].slice(0, recentMax + 1)))
}
