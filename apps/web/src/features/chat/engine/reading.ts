import { chatPageSize } from '@kapao/contract/limits'
import type { ServerLine } from '../story/line.ts'
import { addReceived, countFrom, dropBelowGap, findGap } from '../story/merge.ts'
import type { ChatDeps } from './deps.ts'
import type { Store } from './store.ts'

export type ChatReader = {
  /** Reads the newest messages and fills the gap between them and the known ones. Never throws. */
  catchUp: (renew?: boolean) => Promise<void>
  readOlder: () => Promise<void>
  /** Takes a message from the socket; a skipped number is read at once. */
  take: (received: ServerLine) => void
}

/** With a gap longer than this many pages, the history starts from the newest messages again. */
const gapPagesMax = 5

export function createReading({ readPage }: Pick<ChatDeps, 'readPage'>, store: Store): ChatReader {
  let running: Promise<void> | null = null
  let isAskedAgain = false

  function add(page: readonly ServerLine[], { isPage = true, renew = false } = {}): void {
    const story = addReceived(store.read().story, page, renew)
    const isWhole = story.isWhole || (isPage && page.length < chatPageSize)
    store.change({ story: { ...story, isWhole } })
  }

  async function round(renew: boolean): Promise<void> {
    store.change({ isCatchingUp: true })
    try {
      add(await readPage(0), { renew })
      for (let page = 0; page < gapPagesMax; page += 1) {
        const { received } = store.read().story
        const gap = findGap(received)
        if (gap === null) break
        add(await readPage(countFrom(received, gap)))
      }
      store.change({ phase: 'ready', story: dropBelowGap(store.read().story) })
    } catch {
      // The known messages stay; the next message, connection or tap tries again.
      if (store.read().phase !== 'ready') store.change({ phase: 'failed' })
    } finally {
      store.change({ isCatchingUp: false })
    }
  }

  function catchUp(renew = false): Promise<void> {
    // A message that arrives while it reads may be newer than what it has read.
    isAskedAgain = running !== null
    running ??= (async () => {
      do {
        isAskedAgain = false
        await round(renew)
      } while (isAskedAgain)
      running = null
    })()
    return running
  }

  return {
    catchUp,
    readOlder: async () => {
      const { story, older } = store.read()
      const oldest = story.received[0]
      if (older === 'loading' || story.isWhole || !oldest) return
      store.change({ older: 'loading' })
      try {
        add(await readPage(countFrom(story.received, oldest.seq)))
        store.change({ older: 'idle' })
      } catch {
        store.change({ older: 'failed' })
      }
    },
    take: (received) => {
      const newest = store.read().story.received.at(-1)
      add([received], { isPage: false })
      if (received.seq > (newest?.seq ?? 0) + 1) void catchUp()
    },
  }
}
