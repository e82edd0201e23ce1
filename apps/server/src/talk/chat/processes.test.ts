import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  openChatWorld,
  until,
  wordsOf,
  type ChatWorld,
  type Talker,
} from '#testing/worlds/chat-world.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { startDoomedServer, type DoomedServer } from '#testing/processes/killed-server.ts'
import { hasRedis, startRedis, type TestRedis } from '#testing/doubles/redis.ts'

const patienceMs = 120_000

type Two = { world: ChatWorld; second: DoomedServer; player: Player; mine: Talker }

async function openTwo(more: Record<string, string>, redisUrl: string | null): Promise<Two> {
  const world = await openChatWorld({ redisUrl })
  const second = await startDoomedServer(world, null, more)
  const player = await world.addPlayer(0n, [])
  return { world, second, player, mine: world.talkerOf(player) }
}

/** The history, and what the page of each process received. */
async function receiveAll({ world, second, player, mine }: Two): Promise<string[][]> {
  const there = await world.talkerOf(player).socket(second.address)
  const here = await mine.socket()
  await mine.say('said here')
  await until(() => there.messages.length >= 3 && here.messages.length >= 3, 'both received it')
  // A duplicate would arrive right behind the first.
  await new Promise((resolve) => setTimeout(resolve, 300))
  const history = (await mine.history()).toReversed().map(({ _id }) => _id)
  for (const page of [here, there]) page.socket.close()
  return [history, ...[here, there].map(({ messages }) => messages.map(({ _id }) => _id))]
}

describe('two processes side by side', () => {
  let two: Two
  beforeAll(async () => {
    two = await openTwo({}, null)
  }, patienceMs)
  afterAll(async () => {
    await two.second.stop()
    await two.world.close()
  })

  test('OP-CHAT a message sent to one reaches the sockets of both, once, without Redis', async () => {
    const [history, here, there] = await receiveAll(two)
    expect([here, there]).toEqual([history, history])
  })

  test('a guest id signed by one is valid at the other', async () => {
    const { guestId } = await two.world.addGuest()
    const answer = await fetch(`${two.second.address}/api/chat/config`, {
      headers: { 'x-guest': guestId },
    })
    expect(await answer.json()).toEqual({ PREFIX: 'chat', unread: 0, seen: 0 })
  })

  test('a process that dies with messages in transit loses and duplicates none', async () => {
    const { world, second, player, mine } = two
    const headers = { authorization: `Bearer ${player.token}`, 'content-type': 'application/json' }
    const bodies = Array.from({ length: 40 }, (_, at) => ({
      message: {
        message_type: 'text' as const,
        payload: { message: `of forty ${at}` },
        deliver: { id: `forty-${at}`, status: 'sending' as const },
      },
    }))
    const answered: number[] = []
    const sending = bodies.map(async (body, at) => {
      const answer = await fetch(`${second.address}/api/chat/send-message`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      }).catch(() => null)
      if (answer?.status === 200) answered.push(at)
    })
    await until(() => answered.length >= 5, 'some were answered')
    await second.stop()
    await Promise.all(sending)
    expect(answered.length).toBeLessThan(40)
    const textsOf = async () =>
      [...(await mine.history({ limit: 100 })), ...(await mine.history({ skip: 100 }))]
        .map(wordsOf)
        .filter((text) => text.startsWith('of forty'))
    const before = new Set(await textsOf())
    for (const at of answered) expect(before).toContain(`of forty ${at}`)
    // The page sends every unanswered message again.
    const unanswered = bodies.filter((_, at) => !answered.includes(at))
    for (const { message } of unanswered)
      expect((await world.talkerOf(player).send(message)).status).toBe(200)
    expect((await textsOf()).toSorted()).toEqual(
      bodies.map(({ message }) => message.payload.message).toSorted(),
    )
  })
})

describe.skipIf(!hasRedis)('two processes with a Redis between them', () => {
  let redis: TestRedis
  let two: Two
  beforeAll(async () => {
    redis = await startRedis()
    two = await openTwo({ REDIS_URL: redis.url }, redis.url)
  }, patienceMs)
  afterAll(async () => {
    await two.second.stop()
    await two.world.close()
    await redis.stop()
  })

  test('Redis duplicates nothing', async () => {
    const [history, here, there] = await receiveAll(two)
    expect([here, there]).toEqual([history, history])
  })
})
