import type { MessageInput } from '../story/line.ts'
import type { ChatDeps } from './deps.ts'
import { createDrain, createQueue, isKept, ownOf } from './drain.ts'
import type { Store } from './store.ts'
import { createUploads } from './uploads.ts'

export type ChatSender = {
  add: (message: MessageInput) => void
  addFile: (file: File) => void
  /** Retries what failed or waits. */
  retry: (id: string) => void
  /** Removes a message that has not been sent; an upload under way is aborted. */
  remove: (id: string) => void
  previewOf: (id: string) => string | null
  /** The connection may be back: waiting messages are sent at once. */
  wake: () => void
  /** Restores the unsent messages of an earlier visit in this tab. */
  restore: (who: string) => void
  stop: () => void
}

/** Everything sent from this device, from the moment it is written until the server has it. */
export function createSending(deps: ChatDeps, store: Store, onSent: () => void): ChatSender {
  const queue = createQueue(deps, store)
  const drain = createDrain(deps, { queue, store, onSent })
  const uploads = createUploads(deps, queue, drain.run)

  return {
    add: (message) => {
      const sent = { ...message, deliver: { id: deps.makeId(), status: 'sending' as const } }
      queue.set([...queue.all(), ownOf(sent, 'sending')])
      drain.run()
    },
    addFile: uploads.add,
    retry: (id) => {
      const one = queue.find(id)
      if (!one || (one.status !== 'failed' && !one.isWaiting)) return
      const again = { isWaiting: false, progress: 0, fault: null }
      if (isKept(one)) {
        queue.change(id, { ...again, status: 'sending' })
        drain.run()
      } else {
        queue.change(id, { ...again, status: 'uploading_file' })
        uploads.again(id)
      }
    },
    remove: (id) => {
      queue.set(queue.all().filter((one) => one.id !== id))
      uploads.drop(id)
    },
    previewOf: uploads.previewOf,
    wake: drain.wake,
    restore: (who) => {
      queue.keepFor(who)
      const known = new Set(queue.all().map(({ id }) => id))
      const left = deps.outbox.read(who).filter(({ deliver }) => !known.has(deliver?.id ?? ''))
      queue.set([...left.map((message) => ownOf(message, 'sending')), ...queue.all()])
      drain.start()
    },
    stop: () => {
      drain.stop()
      uploads.stop()
    },
  }
}
