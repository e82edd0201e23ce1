import { CallFault } from '#core/calls/fault.ts'
import type { OwnMessage, MessageInput } from '../story/line.ts'
import type { ChatDeps } from './deps.ts'
import type { Store } from './store.ts'

/** Messages of this device that the server has not returned yet. */
export type Queue = {
  all: () => readonly OwnMessage[]
  find: (id: string) => OwnMessage | undefined
  set: (next: readonly OwnMessage[]) => void
  change: (id: string, part: Partial<OwnMessage>) => void
  /** From then on they are stored across reloads, for this participant. */
  keepFor: (who: string) => void
}

export function createQueue({ outbox }: Pick<ChatDeps, 'outbox'>, store: Store): Queue {
  let who: string | null = null
  const all = (): readonly OwnMessage[] => store.read().story.own
  function set(next: readonly OwnMessage[]): void {
    store.change({ story: { ...store.read().story, own: next } })
    if (who !== null)
      outbox.write(
        who,
        next.filter(isKept).map(({ message }) => message),
      )
  }
  return {
    all,
    find: (id) => all().find((one) => one.id === id),
    set,
    change: (id, part) => set(all().map((one) => (one.id === id ? { ...one, ...part } : one))),
    keepFor: (now) => (who = now),
  }
}

export function ownOf(message: MessageInput, status: OwnMessage['status']): OwnMessage {
  const id = message.deliver?.id ?? ''
  return { id, message, status, isWaiting: false, progress: 0, createdAt: null, fault: null }
}

/** Worth storing across a reload: not yet on the server, and complete. A file itself cannot be stored. */
export function isKept({ message, createdAt }: OwnMessage): boolean {
  if (createdAt !== null) return false
  return message.message_type !== 'media' || message.payload.filePath !== ''
}

export type Drain = { run: () => void; wake: () => void; start: () => void; stop: () => void }

/** The pauses before a failed message is sent again. */
const pausesMs = [2_000, 4_000, 8_000, 15_000, 30_000]

type DrainDeps = { queue: Queue; store: Store; onSent: () => void }

/** Sends one message after the other, in the order in which they were written, each until the server has it. */
export function createDrain(deps: ChatDeps, { queue, store, onSent }: DrainDeps): Drain {
  let state: 'resting' | 'idle' | 'sending' | 'stopped' = 'resting'
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function run(): Promise<void> {
    clearTimeout(timer)
    if (state !== 'idle') return
    state = 'sending'
    for (;;) {
      const next = queue
        .all()
        .find(({ status, createdAt }) => status === 'sending' && createdAt === null)
      if (!next || !(await sendOne(next)) || isStopped()) break
    }
    if (!isStopped()) state = 'idle'
  }
  const isStopped = (): boolean => state === 'stopped'

  /** False if the rest has to wait. */
  async function sendOne({ id, message }: OwnMessage): Promise<boolean> {
    try {
      const session = store.read().story.received.at(-1)?.session_id ?? null
      const createdAt = await deps.send(message, session)
      tries = 0
      queue.change(id, { status: 'succeed', isWaiting: false, createdAt })
      if (!isStopped()) onSent()
      return true
    } catch (fault) {
      return failed(id, fault)
    }
  }
  function failed(id: string, fault: unknown): boolean {
    if (isStopped() || (fault instanceof CallFault && fault.kind === 'leaving')) return false
    if (fault instanceof CallFault && fault.kind === 'refused' && fault.status < 500) {
      queue.change(id, { status: 'failed', isWaiting: false, fault })
      return true
    }
    const wait = (one: OwnMessage): OwnMessage =>
      one.status === 'sending' ? { ...one, isWaiting: true } : one
    queue.set(queue.all().map(wait))
    timer = setTimeout(runIfWorth, pausesMs[Math.min(tries, pausesMs.length - 1)])
    tries += 1
    return false
  }
  function runIfWorth(): void {
    if (deps.isWorthAsking()) void run()
    else timer = setTimeout(runIfWorth, pausesMs[0])
  }

  return {
    run: () => void run(),
    wake: () => {
      tries = 0
      void run()
    },
    start: () => {
      if (state === 'resting') state = 'idle'
      void run()
    },
    stop: () => {
      state = 'stopped'
      clearTimeout(timer)
    },
  }
}
