import { outboxKey } from '#core/session/member-storage.ts'
import { readStored, removeStored, writeStored } from '#core/storage.ts'
import type { MessageInput } from '../story/line.ts'

const keptMax = 50

/**
 * Unsent messages, stored for a reload. They end with the tab, a member's also with the session, and are shown only to
 * their author: when another participant reads, they are deleted.
 */
export const outbox = {
  read: (who: string): MessageInput[] => {
    try {
      const kept: unknown = JSON.parse(readStored(outboxKey, 'session') ?? 'null')
      const { who: writer, waiting } = kept as { who: string; waiting: MessageInput[] }
      if (writer === who && Array.isArray(waiting)) return waiting.filter(isMessage)
    } catch {
      // Nothing was stored, or nothing readable.
    }
    removeStored(outboxKey, 'session')
    return []
  },
  write: (who: string, waiting: readonly MessageInput[]): void => {
    if (waiting.length === 0) removeStored(outboxKey, 'session')
    else
      writeStored(outboxKey, JSON.stringify({ who, waiting: waiting.slice(-keptMax) }), 'session')
  },
}

function isMessage(value: MessageInput | null): value is MessageInput {
  return typeof value?.deliver?.id === 'string' && typeof value.payload === 'object'
}
