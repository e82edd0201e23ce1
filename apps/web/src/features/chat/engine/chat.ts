import { chatReadDelayMs } from '@kapao/contract/limits'
import type { ChatDeps, ChatStatus, Link, LinkState } from './deps.ts'
import { createReading } from './reading.ts'
import { createSending, type ChatSender } from './sending.ts'
import { createStore, type ChatState, type Store } from './store.ts'

export type Chat = Pick<ChatSender, 'add' | 'addFile' | 'retry' | 'remove' | 'previewOf'> & {
  read: () => ChatState
  subscribe: (listener: () => void) => () => void
  /** Identifies the visitor, opens the socket and reads the newest messages; once, unless it failed. */
  begin: () => Promise<void>
  refresh: () => Promise<void>
  readOlder: () => Promise<void>
  /** Whether the history is shown: messages are reported as read only then. */
  setShown: (isShown: boolean) => void
  /** Reports that somebody is typing to the staff who have the conversation, a few times a minute. */
  sendTyping: () => void
  stop: () => void
}

/**
 * While the socket is down, a shown history is polled this often; while it is up, much less often, in case an event was
 * lost.
 */
const pollEveryMs = 10_000
const asksSkippedMax = 5
/** A message that the server accepted should arrive over the socket within this time; otherwise it is read. */
const echoPatienceMs = 3_000
/** A typing indicator ends after this time. */
const typingMs = 12_000
/** How often typing is reported while it continues; the desk shows it for a little longer. */
const typingEveryMs = 4_000

/** One conversation: its history, and what is sent and received. */
export function createChat(deps: ChatDeps): Chat {
  const store = createStore(deps.openLink ? 'down' : 'none')
  const reading = createReading(deps, store)
  const sending = createSending(deps, store, onSent)
  const report = createReport(deps, store)
  const events = createEvents(store)
  const asking = createAsking(deps, store, () => void reading.catchUp())
  let isStopped = false
  let echo: Timer | undefined
  let link: Link | null = null
  let begun: Promise<void> | null = null

  function onSent(): void {
    // Without a socket nothing else would deliver it.
    if (store.read().link !== 'up') return void reading.catchUp()
    clearTimeout(echo)
    echo = setTimeout(() => {
      if (store.read().story.own.some(({ createdAt }) => createdAt !== null)) void reading.catchUp()
    }, echoPatienceMs)
  }

  function onState(state: LinkState): void {
    store.change({ link: state })
    if (state === 'up') sending.wake()
    // The next call returns why it was refused, and where to go then.
    if (state !== 'down') void reading.catchUp()
  }

  async function begin(): Promise<void> {
    store.change({ phase: 'loading' })
    try {
      const { id, unread, seen } = await deps.open()
      if (isStopped) return
      store.change({ unread, seen })
      sending.restore(id)
      const onMessage = reading.take
      link ??= deps.openLink?.({ onState, onMessage, onChat: events.onChat }) ?? null
      asking.start()
      await reading.catchUp()
    } catch {
      store.change({ phase: 'failed' })
    }
    if (store.read().phase === 'failed') begun = null
  }

  return {
    ...sending,
    read: store.read,
    subscribe: store.subscribe,
    begin: () => (begun ??= begin()),
    refresh: () => (begun === null ? (begun = begin()) : reading.catchUp(true)),
    readOlder: reading.readOlder,
    setShown: (now) => {
      asking.setShown(now)
      report.setShown(now)
    },
    sendTyping: createTyping(() => link?.sendTyping()),
    stop: () => {
      isStopped = true
      link?.close()
      sending.stop()
      report.setShown(false)
      clearTimeout(echo)
      events.stop()
      asking.stop()
    },
  }
}

type Timer = ReturnType<typeof setTimeout>

type ChatPoll = { start: () => void; setShown: (isShown: boolean) => void; stop: () => void }

/** Polls at intervals while the history is shown. */
function createAsking(
  { isWorthAsking }: Pick<ChatDeps, 'isWorthAsking'>,
  store: Store,
  ask: () => void,
): ChatPoll {
  let timer: Timer | undefined
  let isShown = false
  let skipped = 0

  function tick(): void {
    const { link } = store.read()
    if (link === 'none' || !isShown || !isWorthAsking()) return
    skipped = link === 'up' ? (skipped + 1) % (asksSkippedMax + 1) : 0
    if (skipped === 0) ask()
  }
  return {
    start: () => (timer ??= setInterval(tick, pollEveryMs)),
    setShown: (now) => (isShown = now),
    stop: () => clearInterval(timer),
  }
}

/** Reports typing at once, and while it continues a few times a minute. */
function createTyping(send: () => void): () => void {
  let isSent = false
  return () => {
    if (isSent) return
    isSent = true
    setTimeout(() => (isSent = false), typingEveryMs)
    send()
  }
}

/** Handles what the server reports besides messages. */
function createEvents(store: Store): { onChat: (status: ChatStatus) => void; stop: () => void } {
  let timer: Timer | undefined
  return {
    onChat: ({ unread, seen, isTyping }) => {
      store.change({ unread, seen: Math.max(seen, store.read().seen), isTyping })
      clearTimeout(timer)
      if (isTyping) timer = setTimeout(() => store.change({ isTyping: false }), typingMs)
    },
    stop: () => clearTimeout(timer),
  }
}

/** Reports messages as read to the server, a second after a shown history has changed. */
function createReport(
  { markRead, isWorthAsking }: Pick<ChatDeps, 'markRead' | 'isWorthAsking'>,
  store: Store,
): { setShown: (isShown: boolean) => void } {
  let timer: Timer | undefined
  let reported = -1
  let due = -1
  let stop: (() => void) | null = null

  function look(): void {
    const newest = store.read().story.received.at(-1)?.seq ?? -1
    if (newest <= Math.max(reported, due)) return
    due = newest
    clearTimeout(timer)
    timer = setTimeout(report, chatReadDelayMs)
  }
  function report(): void {
    const seq = due
    if (!isWorthAsking()) timer = setTimeout(report, chatReadDelayMs)
    else
      markRead(seq).then(
        () => {
          reported = Math.max(reported, seq)
          store.change({ unread: 0 })
        },
        // After a failure, the next change reports it again.
        () => (due = reported),
      )
  }

  return {
    setShown: (isShown) => {
      clearTimeout(timer)
      stop?.()
      stop = isShown ? store.subscribe(look) : null
      due = reported
      if (isShown) look()
    },
  }
}
