import { CallFault } from '#core/calls/fault.ts'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { linesOf } from '../story/merge.ts'
import type { MessageInput, ServerLine } from '../story/line.ts'
import { createChat, type Chat } from './chat.ts'
import type { ChatDeps, LinkEvents } from './deps.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const unreachable = () => new CallFault('unreachable', { status: 0, code: null, message: '' })
const refused = () =>
  new CallFault('refused', { status: 429, code: 'REQUEST_LIMIT', message: 'later' })
const text = (message: string): MessageInput => ({ message_type: 'text', payload: { message } })
const after = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

/** The server: one history, in which the same message counts once, and its listeners. */
function openServer(stored: ServerLine[] = []) {
  const listeners = new Set<LinkEvents>()
  const read: number[] = []
  let session = 's1'

  function add(sender: ServerLine['sender'], message: ServerLine['message']): ServerLine {
    const seq = stored.length + 1
    const one: ServerLine = {
      _id: `c${seq}`,
      seq,
      sender,
      message,
      createdAt: new Date(Date.UTC(2026, 10, 21) + seq * 1_000).toISOString(),
      session_id: session,
      userId: 'm1',
      guestId: null,
      username: null,
      name: null,
      deviceToken: '',
    }
    stored.push(one)
    return one
  }
  return {
    stored,
    read,
    listeners,
    endSession: () => void (session += '+'),
    say: (words: string) => add('other', { message_type: 'text', payload: { message: words } }),
    take: (message: MessageInput): ServerLine => {
      const id = message.deliver?.id
      return (
        stored.find((one) => one.message.deliver?.id === id) ??
        add('customer', { ...message, deliver: { id: id ?? '', status: 'succeed' } })
      )
    },
    page: (skip: number) => stored.toReversed().slice(skip, skip + 10),
  }
}

type Connection = {
  /** What happens to the next call: whether it arrives, and whether its answer does. */
  calls: ('fine' | 'lost' | 'answer lost' | 'refused')[]
  isUp: boolean
}

let ids = 0

/** One device of a member, on a connection that can be cut anywhere. */
function openDevice(server: ReturnType<typeof openServer>, part: Partial<ChatDeps> = {}) {
  const line: Connection = { calls: [], isUp: true }
  const kept = new Map<string, readonly MessageInput[]>()
  const uploads: { file: File; stop: AbortSignal }[] = []
  let events: LinkEvents | null = null

  async function pass<T>(act: () => T): Promise<T> {
    const fate = line.calls.shift() ?? 'fine'
    await new Promise((resolve) => setTimeout(resolve, 20))
    if (fate === 'refused') throw refused()
    if (fate === 'lost') throw unreachable()
    const answer = act()
    if (fate === 'answer lost') throw unreachable()
    return answer
  }
  const deps: ChatDeps = {
    open: () => pass(() => ({ id: 'm1', unread: 0, seen: 0 })),
    readPage: (skip) => pass(() => server.page(skip)),
    send: (message) => pass(() => server.take(message).createdAt),
    upload: async (file, { onProgress, signal }) => {
      uploads.push({ file, stop: signal })
      onProgress(0.5)
      return pass(() => ({ fileType: 'image', filePath: '/files/a.png', name: file.name }))
    },
    markRead: (seq) => pass(() => server.read.push(seq)),
    openLink: (given) => {
      events = given
      if (line.isUp) given.onState('up')
      return { close: () => void (events = null), sendTyping: () => undefined }
    },
    outbox: {
      read: (who) => [...(kept.get(who) ?? [])],
      write: (who, waiting) => void kept.set(who, waiting),
    },
    isWorthAsking: () => true,
    makeId: () => `d${(ids += 1)}`,
    preview: { make: () => 'blob:1', drop: () => undefined },
    ...part,
  }
  const turn = (isUp: boolean): void => {
    line.isUp = isUp
    events?.onState(isUp ? 'up' : 'down')
  }
  const receive = (one: ServerLine): void => void (line.isUp && events?.onMessage(one))
  return { chat: createChat(deps), line, turn, receive, kept, uploads, deps, events: () => events }
}

const textOf = ({ message }: Pick<ServerLine, 'message'>) =>
  message.message_type === 'text' ? message.payload.message : message.message_type
const textsOf = (chat: Chat) => linesOf(chat.read().story).map(textOf)
const history = (count: number) => {
  const server = openServer()
  for (let n = 1; n <= count; n += 1) server.say(`words ${n}`)
  return server
}

describe('happy', () => {
  test('CHAT-42 CHAT-43 the newest ten are read first, then ten by ten until all are there', async () => {
    const { chat } = openDevice(history(25))
    void chat.begin()
    await after(200)
    expect(textsOf(chat)).toHaveLength(10)
    expect(textsOf(chat).at(-1)).toBe('words 25')
    for (const count of [20, 25, 25]) {
      void chat.readOlder()
      await after(100)
      expect(textsOf(chat)).toHaveLength(count)
    }
    expect(chat.read().story.isWhole).toBe(true)
  })

  test('CHAT-34 CHAT-48 a sent message is shown at once, gets its time from the answer, and is never shown twice', async () => {
    const server = openServer()
    const { chat, receive } = openDevice(server)
    void chat.begin()
    await after(200)
    chat.add(text('hello'))
    expect(linesOf(chat.read().story)).toMatchObject([
      { createdAt: null, own: { status: 'sending' } },
    ])
    await after(30)
    const taken = server.stored[0]!
    expect(linesOf(chat.read().story)).toMatchObject([
      { createdAt: taken.createdAt, own: { status: 'succeed' } },
    ])
    receive(taken)
    receive(taken)
    expect(linesOf(chat.read().story)).toMatchObject([{ seq: 1, own: null }])
  })

  test('CHAT-35 CHAT-36 a new message is added, and reported as read a second after it came if the history is shown', async () => {
    const server = history(1)
    const { chat, receive } = openDevice(server)
    void chat.begin()
    await after(3_000)
    expect(server.read).toEqual([])
    chat.setShown(true)
    await after(990)
    expect(server.read).toEqual([])
    await after(50)
    expect(server.read).toEqual([1])
    receive(server.say('more'))
    expect(textsOf(chat)).toEqual(['words 1', 'more'])
    await after(1_100)
    expect(server.read).toEqual([1, 2])
    chat.setShown(false)
    receive(server.say('unseen'))
    await after(5_000)
    expect(server.read).toEqual([1, 2])
  })

  test('OP-B21 without a chat server the page reads after each message, and opens no socket', async () => {
    const server = openServer()
    const { chat } = openDevice(server, { openLink: null })
    void chat.begin()
    await after(200)
    expect(chat.read().link).toBe('none')
    chat.add(text('hello'))
    server.say('an answer')
    await after(200)
    expect(textsOf(chat)).toEqual(['an answer', 'hello'])
    server.say('not announced')
    await after(60_000)
    expect(textsOf(chat)).toHaveLength(2)
    void chat.refresh()
    await after(100)
    expect(textsOf(chat)).toHaveLength(3)
  })
})

describe('a connection that fails', () => {
  test('a skipped number is read, and until then the page shows that lines are missing', async () => {
    const server = history(3)
    const { chat, receive } = openDevice(server)
    void chat.begin()
    await after(200)
    for (let n = 4; n <= 18; n += 1) server.say(`words ${n}`)
    receive(server.say('words 19'))
    expect(chat.read().isCatchingUp).toBe(true)
    await after(200)
    expect(textsOf(chat)).toEqual(Array.from({ length: 19 }, (_, n) => `words ${n + 1}`))
    expect(chat.read().isCatchingUp).toBe(false)
  })

  test('after a very long absence the history starts with the newest messages, without a gap', async () => {
    const server = history(3)
    const { chat, receive } = openDevice(server)
    void chat.begin()
    await after(200)
    for (let n = 4; n <= 200; n += 1) server.say(`words ${n}`)
    receive(server.say('words 201'))
    await after(1_000)
    const words = textsOf(chat)
    expect(words.at(-1)).toBe('words 201')
    expect(words).toEqual(words.map((_, n) => `words ${201 - words.length + n + 1}`))
  })

  test('messages that cannot be sent wait, are sent automatically in their order, and count once', async () => {
    const server = openServer()
    const { chat, line, receive } = openDevice(server)
    void chat.begin()
    await after(200)
    line.calls = ['answer lost', 'lost']
    chat.add(text('one'))
    chat.add(text('two'))
    await after(100)
    expect(chat.read().story.own.every(({ isWaiting }) => isWaiting)).toBe(true)
    await after(10_000)
    expect(server.stored.map(textOf)).toEqual(['one', 'two'])
    for (const one of server.stored) receive(one)
    expect(chat.read().story.own).toEqual([])
  })

  test('a connection that is back is used at once, whatever pause was left', async () => {
    const server = openServer()
    const { chat, line, turn } = openDevice(server)
    void chat.begin()
    await after(200)
    turn(false)
    line.calls = Array.from({ length: 9 }, () => 'lost' as const)
    chat.add(text('one'))
    await after(7_000)
    expect(server.stored).toHaveLength(0)
    line.calls = []
    turn(true)
    await after(100)
    expect(server.stored).toHaveLength(1)
  })

  test('a refusal is shown, blocks nothing else, and can be retried or removed', async () => {
    const server = openServer()
    const { chat, line } = openDevice(server)
    void chat.begin()
    await after(200)
    line.calls = ['refused', 'fine', 'refused']
    for (const words of ['one', 'two', 'three']) chat.add(text(words))
    await after(200)
    const [one, , three] = chat.read().story.own
    expect([one?.status, three?.status]).toEqual(['failed', 'failed'])
    expect((one?.fault as CallFault | undefined)?.code).toBe('REQUEST_LIMIT')
    await after(60_000)
    expect(server.stored).toHaveLength(1)
    chat.retry(one!.id)
    chat.remove(three!.id)
    await after(5_000)
    expect(server.stored.map(textOf)).toEqual(['two', 'one'])
    expect(chat.read().story.own).toEqual([])
  })

  test('messages unsent when the page was left are sent on the next visit', async () => {
    const server = openServer()
    const before = openDevice(server)
    void before.chat.begin()
    await after(200)
    before.line.calls = ['answer lost', 'lost', 'lost']
    before.chat.add(text('one'))
    before.chat.add(text('two'))
    await after(30)
    before.chat.stop()
    const later = openDevice(server, { outbox: before.deps.outbox })
    void later.chat.begin()
    await after(5_000)
    expect(server.stored.map(textOf)).toEqual(['one', 'two'])
    expect(before.kept.get('m1')).toEqual([])
  })

  test('a history that cannot be read is reported, and a tap tries again', async () => {
    const { chat, line } = openDevice(history(2))
    line.calls = ['lost']
    void chat.begin()
    await after(100)
    expect(chat.read().phase).toBe('failed')
    void chat.refresh()
    await after(200)
    expect(chat.read().phase).toBe('ready')
    expect(textsOf(chat)).toHaveLength(2)
  })

  test('CHAT-47 nothing runs after the page is left', async () => {
    const server = history(1)
    const { chat, events } = openDevice(server)
    void chat.begin()
    chat.setShown(true)
    await after(500)
    expect(events()).not.toBeNull()
    chat.stop()
    expect(events()).toBeNull()
    await after(60_000)
    expect(server.read).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('files', () => {
  const file = new File(['x'], 'a.png', { type: 'image/png' })

  test('CHAT-32 CHAT-33 a file passes through its states, and its progress is reported', async () => {
    const server = openServer()
    const { chat } = openDevice(server)
    void chat.begin()
    await after(200)
    chat.addFile(file)
    const states: string[] = []
    chat.subscribe(() => {
      const { status, progress } = chat.read().story.own[0] ?? {}
      if (states.at(-1) !== `${status} ${progress}`) states.push(`${status} ${progress}`)
    })
    await after(100)
    expect(states).toEqual(['sending 100', 'succeed 100'])
    expect(server.stored[0]?.message).toMatchObject({
      message_type: 'media',
      payload: { fileType: 'image', filePath: '/files/a.png', name: 'a.png' },
    })
  })

  test('CHAT-23 CHAT-24 a failed upload is repeated, or removed for good', async () => {
    const server = openServer()
    const { chat, line, uploads } = openDevice(server)
    void chat.begin()
    await after(200)
    line.calls = ['lost', 'lost']
    chat.addFile(file)
    chat.addFile(file)
    expect(chat.read().story.own[0]).toMatchObject({ status: 'uploading_file', progress: 50 })
    await after(50)
    const [first, second] = chat.read().story.own
    expect([first?.status, second?.status]).toEqual(['failed', 'failed'])
    chat.remove(second!.id)
    chat.retry(first!.id)
    await after(200)
    expect(uploads).toHaveLength(3)
    expect(server.stored).toHaveLength(1)
    expect(chat.read().story.own).toMatchObject([{ id: first!.id, status: 'succeed' }])
  })

  test('an upload cancelled under way ends and is never sent', async () => {
    const server = openServer()
    const { chat, uploads } = openDevice(server)
    void chat.begin()
    await after(200)
    chat.addFile(file)
    chat.remove(chat.read().story.own[0]!.id)
    await after(5_000)
    expect(uploads[0]?.stop.aborted).toBe(true)
    expect(server.stored).toEqual([])
  })
})

describe('concurrently', () => {
  /** A failure prints its seed; `fc.assert(..., { seed, path })` repeats it. */
  const sequences = 300
  const device = fc.constantFrom(0, 1)
  const step = fc.oneof(
    fc.record({ does: fc.constant('write' as const), device }),
    fc.record({ does: fc.constant('answer' as const), device }),
    fc.record({ does: fc.constant('cut' as const), device }),
    fc.record({ does: fc.constant('join' as const), device }),
    fc.record({ does: fc.constant('lose' as const), device }),
    fc.record({ does: fc.constant('half' as const), device }),
    fc.record({ does: fc.constant('wait' as const), device }),
    fc.record({ does: fc.constant('end' as const), device }),
  )

  test('two devices on connections that drop, repeat and reorder: both end with the history of the server', async () => {
    const seed = fc.sample(fc.noBias(fc.integer()), 1)[0]!
    const counted = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
        for (const { does } of steps) counted.set(does, (counted.get(does) ?? 0) + 1)
        const server = openServer()
        const devices = [openDevice(server), openDevice(server)]
        let written = 0
        let delivered = 0
        for (const { chat } of devices) {
          void chat.begin()
          chat.setShown(true)
        }
        // The server's messages are delivered out of order, twice, and only to connected devices.
        const deliver = (): void => {
          const fresh = server.stored.slice(delivered)
          delivered = server.stored.length
          for (const one of [...fresh.toReversed(), ...fresh.slice(0, 1)])
            for (const { receive } of devices) if ((one.seq * 7) % 5 !== 0) receive(one)
        }
        for (const { does, device: n } of steps) {
          const { chat, line, turn } = devices[n]!
          if (does === 'write') chat.add(text(`written ${(written += 1)}`))
          if (does === 'answer') server.say(`answer ${server.stored.length}`)
          if (does === 'cut') turn(false)
          if (does === 'join') turn(true)
          if (does === 'lose') line.calls.push('lost')
          if (does === 'half') line.calls.push('answer lost')
          if (does === 'end') server.endSession()
          await after(does === 'wait' ? 1_500 : 7)
          deliver()
        }
        for (const { line, turn, chat } of devices) {
          line.calls = []
          void chat.refresh()
          await after(500)
          turn(true)
        }
        await after(70_000)
        deliver()
        await after(70_000)
        expect(server.stored.filter(({ sender }) => sender === 'customer')).toHaveLength(written)
        for (const { chat } of devices) {
          for (let page = 0; page < 10; page += 1) {
            void chat.readOlder()
            await after(100)
          }
          expect(chat.read().story.own).toEqual([])
          expect(chat.read().story.received).toEqual(server.stored)
          chat.stop()
        }
      }),
      { numRuns: sequences, seed },
    )
    const figures = [...counted].map(([does, times]) => `${times} ${does}`).join(', ')
    process.stdout.write(`two devices: ${sequences} sequences from seed ${seed}: ${figures}\n`)
  })
})
