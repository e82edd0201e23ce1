import { beforeAll, describe, expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { openChatWorld, until, wordsOf, type Talker } from '#testing/worlds/chat-world.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openChatWorld)
let player: Player
let mine: Talker

beforeAll(async () => {
  player = await world.addPlayer(50_000n, [])
  mine = world.talkerOf(player)
})

describe('a talk', () => {
  test('CHAT-46 the settings of the chat: a prefix, and a signed id for a guest', async () => {
    expect(await mine.config()).toEqual({ PREFIX: 'chat', unread: 0, seen: 0 })
    const guest = await world.addGuest()
    expect(guest.guestId).toMatch(/^[\w-]{22}\.[\w-]{43}$/)
    expect(await guest.config()).toEqual({ PREFIX: 'chat', unread: 0, seen: 0 })
    const other = (await world.call('GET /api/chat/config', { headers: { 'x-guest': 'weak' } }))
      .body
    expect(other.guestId).not.toBe(guest.guestId)
  })

  test('an empty talk shows the greeting, and the greeting becomes its first message', async () => {
    const guest = await world.addGuest()
    const [greeting, ...rest] = await guest.history()
    expect(rest).toEqual([])
    expect(greeting).toMatchObject({ seq: 1, sender: 'other' })
    expect(greeting!.message.message_type).toBe('quick_replies')
    await guest.say('hello')
    const history = await guest.history()
    expect(history.at(-1)).toMatchObject({ _id: greeting!._id, session_id: greeting!.session_id })
    expect(history.map(({ seq }) => seq)).toEqual([3, 2, 1])
    expect((await guest.config()).unread).toBe(1)
  })

  test('CHAT-42 sent messages are in the history, newest first, a page at a time', async () => {
    const talker = world.talkerOf(await world.addPlayer(0n, []))
    for (let at = 1; at <= 6; at += 1) expect((await talker.say(`message ${at}`)).status).toBe(200)
    const all = await talker.history()
    expect(all.map(({ seq }) => seq)).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(all.filter(({ sender }) => sender === 'customer').map(wordsOf)).toEqual(
      [6, 5, 4, 3, 2, 1].map((at) => `message ${at}`),
    )
    const pages = [
      await talker.history({ limit: 10 }),
      await talker.history({ skip: 10, limit: 10 }),
    ]
    expect(pages.flat().map(({ _id }) => _id)).toEqual(all.map(({ _id }) => _id))
  })

  test('ENT-18 a message names its sender, its session and its owner', async () => {
    const answer = await mine.say('who am I?', 'delivery-1')
    const [, sent] = await mine.history()
    expect(sent).toMatchObject({
      sender: 'customer',
      userId: player.id,
      guestId: null,
      name: 'Somchai',
      deviceToken: '',
      createdAt: answer.body,
      message: { deliver: { id: 'delivery-1', status: 'succeed' } },
    })
    const guest = await world.addGuest()
    await guest.say('and I?')
    expect((await guest.history())[0]).toMatchObject({
      userId: null,
      guestId: guest.guestId,
      name: null,
    })
  })

  test('OP-CHAT a session ends after half an hour without a message', async () => {
    const talker = world.talkerOf(await world.addPlayer(0n, []))
    await talker.say('one')
    world.clock.moveMs(29 * minuteMs)
    await talker.say('two')
    world.clock.moveMs(30 * minuteMs)
    await talker.say('three')
    const sessions = (await talker.history())
      .filter(({ sender }) => sender === 'customer')
      .map(({ session_id }) => session_id)
    expect(sessions[2]).toBe(sessions[1])
    expect(sessions[0]).not.toBe(sessions[1])
  })
})

describe('concurrent and repeated', () => {
  test('OP-E16 the same delivery sent again is the same message', async () => {
    const talker = world.talkerOf(await world.addPlayer(0n, []))
    const [first, ...again] = await Promise.all(
      Array.from({ length: 6 }, () => talker.say('only once', 'same-id')),
    )
    for (const answer of again) expect(answer.body).toBe(first!.body)
    const sent = (await talker.history()).filter(({ sender }) => sender === 'customer')
    expect(sent).toHaveLength(1)
  })

  test('concurrent messages are numbered without a gap', async () => {
    const talker = world.talkerOf(await world.addPlayer(0n, []))
    await Promise.all(Array.from({ length: 20 }, (_, at) => talker.say(`at once ${at}`, `d${at}`)))
    const numbers = (await talker.history()).map(({ seq }) => seq)
    expect(numbers).toEqual(Array.from({ length: 41 }, (_, at) => 41 - at))
  })
})

describe('on the socket', () => {
  test('OP-CHAT every page of the member receives each message once, in order', async () => {
    const [phone, desk] = [await mine.socket(), await mine.socket()]
    await mine.say('received on both', 'both')
    await until(() => desk.messages.length >= 2 && phone.messages.length >= 2, 'both received it')
    const [answer, sent] = await mine.history({ limit: 2 })
    for (const page of [phone, desk]) {
      expect(page.messages.map(({ _id }) => _id)).toEqual([sent!._id, answer!._id])
      expect(page.messages[0]!.message.deliver).toEqual({ id: 'both', status: 'succeed' })
      page.socket.close()
    }
  })

  test('SCOPE-07 a guest receives its own talk and reads it', async () => {
    const guest = await world.addGuest()
    const page = await guest.socket()
    await guest.say('hello')
    await until(
      () => page.messages.length === 3,
      'the guest received the greeting, its own message and the answer',
    )
    expect(await page.nextPush('chat')).toEqual({ unread: 1, seen: 2, isTyping: false })
    page.socket.close()
  })

  test('API-11 the read call works with and without the trailing slash', async () => {
    const talker = world.talkerOf(await world.addPlayer(0n, []))
    for (const path of ['/api/chat/read-customer/', '/api/chat/read-customer']) {
      await talker.say('hello')
      expect((await talker.config()).unread).toBe(1)
      expect((await talker.call(`PUT ${path}`, { body: {} })).body).toEqual({ message: 'SUCCESS' })
      expect((await talker.config()).unread).toBe(0)
    }
  })

  test('a read mark of one page reaches the others', async () => {
    const talker = world.talkerOf(await world.addPlayer(0n, []))
    await talker.say('hello')
    expect((await talker.config()).unread).toBe(1)
    const page = await talker.socket()
    const read = await talker.call('PUT /api/chat/read-customer/', { body: { seq: 3 } })
    expect(read.body).toEqual({ message: 'SUCCESS' })
    expect(await page.nextPush('chat')).toMatchObject({ unread: 0 })
    expect((await talker.config()).unread).toBe(0)
    page.socket.close()
  })
})
