import { expect, test } from 'vitest'
import { roomOfMember } from '#core/live/admit.ts'
import { systemIds } from '#core/ids.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { openChatWorld, wordsOf, type Talker } from '#testing/worlds/chat-world.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { countLockWaits, holdRows } from '#testing/database/held-rows.ts'
import { replyTo } from './people.ts'

const world = testWorld(openChatWorld)

const said = (n: number) => `word ${n}`

test(
  'RUN-15 thirty members with thirty concurrent messages each: all are kept, none is refused, and other calls are served meanwhile',
  { tags: 'long-2', timeout: 90_000 },
  async () => {
    const players = await addPlayers(31)
    const [reader, ...writers] = players
    const talkers = writers.map((player) => world.talkerOf(player))
    const inUse = watchConnections()
    const sent = talkers.flatMap((talker) =>
      Array.from({ length: 30 }, async (_, n) => (await talker.say(said(n))).status),
    )
    const reads: number[] = []
    const reading = readWhile(reader!, Promise.all(sent), reads)
    expect(new Set(await Promise.all(sent))).toEqual(new Set([200]))
    await reading
    expect(new Set(reads)).toEqual(new Set([200]))
    expect(reads.length).toBeGreaterThan(5)
    // Four writers with a connection each, plus the reader's and the one that watches the clock.
    expect(await inUse.stop()).toBeLessThanOrEqual(7)
    for (const talker of talkers) {
      const own = (await talker.history({ limit: 100 })).map(wordsOf)
      expect(own.filter((words) => words.startsWith('word')).toSorted()).toEqual(
        Array.from({ length: 30 }, (_, n) => said(n)).toSorted(),
      )
    }
  },
)

test('RUN-15 a talk locked elsewhere keeps one connection waiting, whatever its member and its readers do; a staff answer keeps its place in the order', async () => {
  const [player, other] = await addPlayers(2)
  const talker = world.talkerOf(player!)
  await talker.say('first')
  const { db } = world.database
  const [talk] = await db.query<{ code: string }>(
    'select code from chat_conversation where owner = $1',
    [roomOfMember(player!.id)],
  )
  const letGo = await holdTalk(player!)
  const reply = replyTo(
    { db, clock: world.clock, ids: systemIds },
    { code: talk!.code, actor: 'operator:nok', requestId: 'test' },
    { message_type: 'text', payload: { message: 'a person' } },
  )
  const words = Array.from({ length: 15 }, (_, n) => talker.say(said(n)))
  const read = Array.from({ length: 15 }, () =>
    talker.call('PUT /api/chat/read-customer/', { body: {} }),
  )
  await expect.poll(() => countLockWaits(world.database)).toBe(1)
  for (let n = 0; n < 20; n += 1) expect((await other!.call('GET /api/wallet')).status).toBe(200)
  expect((await world.talkerOf(other!).say('not mine')).status).toBe(200)
  expect(await countLockWaits(world.database)).toBe(1)
  await letGo()
  await reply
  expect(new Set((await Promise.all([...words, ...read])).map(({ status }) => status))).toEqual(
    new Set([200]),
  )
  const shown = (await talker.history({ limit: 100 })).map(wordsOf)
  expect(shown.filter((one) => one === 'a person')).toHaveLength(1)
  expect(shown.filter((one) => one.startsWith('word'))).toHaveLength(15)
})

test("RUN-15 fifty new guests of one network at once wait with one connection, and the limit's number of them is admitted", async () => {
  await world.set('chat.guestOpenMax', 20)
  const guests: Talker[] = []
  for (let n = 0; n < 50; n += 1) guests.push(await world.addGuest())
  const inUse = watchConnections()
  const statuses = await Promise.all(
    guests.map(async (guest) => {
      const answer = await guest.call('POST /api/chat/send-message', {
        body: {
          message: { message_type: 'text', payload: { message: 'hello' } },
          sender: 'customer',
        },
        headers: { 'x-forwarded-for': '10.9.9.9' },
      })
      return answer.status
    }),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(30)
  expect(await inUse.stop()).toBeLessThanOrEqual(4)
})

test('RUN-83 two hundred messages of one member at once: those beyond the queue are refused to that member, and nobody else waits for them', async () => {
  const [player, other] = await addPlayers(2)
  const talker = world.talkerOf(player!)
  await talker.say('first')
  const letGo = await holdTalk(player!)
  const refused: Awaited<ReturnType<Talker['say']>>[] = []
  let kept = 0
  const sent = Array.from({ length: 200 }, async (_, n) => {
    const answer = await talker.say(said(n))
    if (answer.status === 200) kept += 1
    else refused.push(answer)
  })
  // One is being written, and sixty wait.
  await expect.poll(() => refused.length).toBe(139)
  expect((await world.talkerOf(other!).say('not mine')).status).toBe(200)
  await letGo()
  await Promise.all(sent)
  expect([kept, refused.length]).toEqual([61, 139])
  for (const { status, body, headers } of refused) {
    expect([status, body.code]).toEqual([429, 'REQUEST_LIMIT'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  const [stored] = await world.database.db.query<{ said: number }>(
    `select count(*)::int as said from chat_message where owner = $1 and sender = 'customer'`,
    [roomOfMember(player!.id)],
  )
  expect(stored!.said).toBe(1 + 61)
})

const holdTalk = (player: Player) =>
  holdRows(world.database, 'select from chat_conversation where owner = $1 for update', [
    roomOfMember(player.id),
  ])

async function addPlayers(count: number): Promise<Player[]> {
  const players: Player[] = []
  for (let n = 0; n < count; n += 1) players.push(await world.addPlayer(0n, []))
  return players
}

async function readWhile(player: Player, work: Promise<unknown>, reads: number[]): Promise<void> {
  let isOver = false
  const end = work.finally(() => (isOver = true))
  while (!isOver) reads.push((await player.call('GET /api/wallet')).status)
  await end
}

/** Samples how many connections of the server are inside a transaction, and returns the maximum. */
function watchConnections(): { stop: () => Promise<number> } {
  let isOver = false
  const watching = (async () => {
    let most = 0
    while (!isOver) {
      const [row] = await world.database.ownerDb.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
      )
      most = Math.max(most, row!.n)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    return most
  })()
  return {
    stop: () => {
      isOver = true
      return watching
    },
  }
}
