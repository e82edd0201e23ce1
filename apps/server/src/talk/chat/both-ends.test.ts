import fc from 'fast-check'
import type { Conversation } from '@kapao/contract/chat'
import { expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { openChatWorld, wordsOf, type Talker } from '#testing/worlds/chat-world.ts'
import type { MemberSocket } from '#testing/doubles/member-socket.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { replyTo } from './people.ts'

const world = testWorld(openChatWorld)

/** The number of random sequences. A failure prints its seed; `fc.assert(..., { seed, path })` repeats it. */
const runs = Number(process.env['KAPAO_MODEL_RUNS'] ?? 25)
const pageSize = 3

/** A page as the contract requires it: numbers show what is missing, delivery ids what was already sent. */
type Page = {
  connect: () => Promise<void>
  disconnect: () => void
  /** Queues a text; `fate` says what becomes of the call. */
  say: (text: string, fate: 'arrived' | 'call lost' | 'answer lost') => Promise<void>
  /** Takes the socket's messages in the given order, with the given losses. */
  take: (order: 'as it came' | 'turned round' | 'twice' | 'the last only') => Promise<void>
  settle: () => Promise<Conversation[]>
}

function openPage(talker: Talker): Page {
  const known = new Map<number, Conversation>()
  const queue = new Map<string, string>()
  let socket: MemberSocket | null = null

  const learn = (message: Conversation): void => void known.set(message.seq, message)
  /** Reads back from the newest message until it reaches what it knows without a gap. */
  const catchUp = async (): Promise<void> => {
    for (let skip = 0; ; skip += pageSize) {
      const page = await talker.history({ skip, limit: pageSize })
      const isMet = page.length < pageSize || page.some(({ seq }) => isWholeTo(seq))
      for (const message of page) learn(message)
      if (isMet) return
    }
  }
  const isWholeTo = (seq: number): boolean => {
    for (let at = seq; at >= 1; at -= 1) if (!known.has(at)) return false
    return true
  }
  const post = async (id: string): Promise<void> => {
    const answer = await talker.say(queue.get(id)!, id)
    if (answer.status !== 200) throw new Error(answer.text)
  }
  return {
    connect: async () => {
      if (socket) return
      socket = await talker.socket()
      await catchUp()
    },
    disconnect: () => {
      socket?.socket.close()
      socket = null
    },
    say: async (text, fate) => {
      const id = systemIds.key()
      queue.set(id, text)
      if (fate === 'call lost') return
      await post(id)
      if (fate === 'arrived') queue.delete(id)
    },
    take: async (order) => {
      const come = socket?.messages.splice(0) ?? []
      const taken = {
        'as it came': come,
        'turned round': come.toReversed(),
        twice: [...come, ...come],
        'the last only': come.slice(-1),
      }[order]
      for (const message of taken) learn(message)
      const newest = Math.max(0, ...known.keys())
      if (!isWholeTo(newest)) await catchUp()
    },
    settle: async () => {
      for (const id of queue.keys()) await post(id)
      queue.clear()
      // A page that returns reads the newest page, as on every connect.
      await catchUp()
      return [...known.values()].toSorted((a, b) => a.seq - b.seq)
    },
  }
}

const step = fc.oneof(
  fc.record({
    what: fc.constant('say' as const),
    page: fc.nat(1),
    fate: fc.constantFrom('arrived' as const, 'call lost' as const, 'answer lost' as const),
  }),
  fc.record({
    what: fc.constant('take' as const),
    page: fc.nat(1),
    order: fc.constantFrom(
      'as it came' as const,
      'turned round' as const,
      'twice' as const,
      'the last only' as const,
    ),
  }),
  fc.record({ what: fc.constantFrom('connect' as const, 'disconnect' as const), page: fc.nat(1) }),
  fc.record({ what: fc.constant('reply' as const), page: fc.nat(1) }),
  fc.record({ what: fc.constant('both' as const), page: fc.nat(1) }),
)

async function reply(owner: string, text: string): Promise<boolean> {
  const { db } = world.database
  const [row] = await db.query<{ code: string }>(
    'select code from chat_conversation where owner = $1',
    [owner],
  )
  if (!row) return false
  const act = { code: row.code, actor: 'operator:nok' as const, requestId: 'test' }
  const message = { message_type: 'text' as const, payload: { message: text } }
  await replyTo({ db, clock: world.clock, ids: systemIds }, act, message)
  return true
}

test(
  'OP-CHAT with losses, duplicates, reordering, reconnects and two devices all ends converge on one history',
  { tags: 'long-3', timeout: 60_000 + runs * 5_000 },
  async () => {
    const seed = fc.sample(fc.noBias(fc.integer()), 1)[0]!
    const counted = new Map<string, number>()
    const count = (what: string): void => void counted.set(what, (counted.get(what) ?? 0) + 1)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
        const guest = await world.addGuest()
        const owner = `guest:${guest.guestId.split('.')[0]}`
        const pages = [openPage(guest), openPage(guest)] as const
        const said: string[] = []
        const newText = (): string => {
          said.push(`text ${said.length}`)
          return said.at(-1)!
        }
        for (const one of steps) {
          count('fate' in one ? one.fate : 'order' in one ? one.order : one.what)
          const page = pages[one.page as 0 | 1]
          if (one.what === 'say') await page.say(newText(), one.fate)
          else if (one.what === 'take') await page.take(one.order)
          else if (one.what === 'connect') await page.connect()
          else if (one.what === 'disconnect') page.disconnect()
          else if (one.what === 'reply') {
            if (!(await reply(owner, `${newText()} `))) said.pop()
          } else
            await Promise.all([
              pages[0].say(newText(), 'arrived'),
              pages[1].say(newText(), 'answer lost'),
            ])
        }
        for (const page of pages) await page.settle()
        const ends = [await pages[0].settle(), await pages[1].settle()]
        const ours = (await guest.history()).toReversed()
        for (const end of ends) expect(end.map(idsOf)).toEqual(ours.map(idsOf))
        expect(ours.map(({ seq }) => seq)).toEqual(ours.map((_, at) => at + 1))
        const texts = ours
          .map((one) => wordsOf(one).trim())
          .filter((text) => /^text \d+$/.test(text))
        expect(texts.toSorted()).toEqual(said.map((text) => text.trim()).toSorted())
        for (const page of pages) page.disconnect()
      }),
      { numRuns: runs, seed, endOnFailure: runs <= 25 },
    )
    const figures = [...counted].map(([what, times]) => `${times} ${what}`).join(', ')
    process.stdout.write(`both ends: ${runs} sequences from seed ${seed}: ${figures}\n`)
  },
)

function idsOf({ _id, seq, sender, message }: Conversation): unknown[] {
  return [_id, seq, sender, message.message_type]
}
