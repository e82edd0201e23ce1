import { beforeAll, describe, expect, test } from 'vitest'
import { dayMs, minuteMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { openChatWorld, until, wordsOf, type Talker } from '#testing/worlds/chat-world.ts'
import { openSocket } from '#testing/doubles/member-socket.ts'
import { closeTalk } from './people.ts'
import { findTalk } from './store.ts'

const world = testWorld(openChatWorld)
let victim: Player
let victims: Talker

beforeAll(async () => {
  victim = await world.addPlayer(0n, [])
  victims = world.talkerOf(victim)
  await victims.say('a secret of mine', 'secret-1')
})

const calls = {
  send: (who: Talker, more: object) =>
    who.send({ message_type: 'text', payload: { message: 'planted' } }, more),
  history: (who: Talker, more: object) =>
    who.call('POST /api/chat/history', { body: { skip: 0, limit: 10, ...more } }),
  read: (who: Talker, more: object) => who.call('PUT /api/chat/read-customer/', { body: more }),
}

describe('no caller reads, writes or receives for another', () => {
  test("S19 F51 SEC-11 an id in a body that is not the caller's is refused, and changes nothing", async () => {
    const [other, guest, third] = [
      world.talkerOf(await world.addPlayer(0n, [])),
      await world.addGuest(),
      await world.addGuest(),
    ]
    const before = await victims.history()
    for (const who of [other, guest])
      for (const [name, call] of Object.entries(calls)) {
        const answer = await call(who, { userId: victim.id })
        expect([name, answer.status, answer.body.code]).toEqual([name, 400, 'KEY_INVALID'])
      }
    for (const call of Object.values(calls)) {
      expect((await call(guest, { guestId: third.guestId })).status).toBe(400)
      expect((await call(guest, { userId: victim.id, guestId: guest.guestId })).status).toBe(400)
    }
    // A guest id in a member's request is no claim to that guest.
    await guest.say('said as a guest')
    const claimed = await calls.history(other, { guestId: guest.guestId })
    expect(claimed.body.map(wordsOf).join()).not.toContain('said as a guest')
    expect(await victims.history()).toEqual(before)
  })

  test('F51 the session decides, not the guest id that is sent with it', async () => {
    const guest = await world.addGuest()
    const both = await world.call('POST /api/chat/history', {
      token: victim.token,
      headers: { 'x-guest': guest.guestId },
      body: { skip: 0, limit: 10 },
    })
    expect(both.body.every(({ userId }: { userId: string }) => userId === victim.id)).toBe(true)
    const dead = await world.call('POST /api/chat/history', {
      token: 'A'.repeat(43),
      headers: { 'x-guest': guest.guestId },
      body: { skip: 0, limit: 10 },
    })
    expect(dead.status).toBe(401)
  })

  test('S25 a guest id that we did not sign identifies no one', async () => {
    const { guestId } = await world.addGuest()
    const [id, mark] = guestId.split('.') as [string, string]
    const flipped = mark.startsWith('A') ? `B${mark.slice(1)}` : `A${mark.slice(1)}`
    for (const forged of [
      id,
      `${id}.`,
      `${id}.${flipped}`,
      `${'A'.repeat(22)}.${mark}`,
      `${id}.${mark}x`,
      '1',
      `member:${victim.id}`,
      // A longer id ends the connection before it is read.
      'a'.repeat(3_500),
    ]) {
      const answer = await world.call('POST /api/chat/history', {
        headers: { 'x-guest': forged },
        body: { skip: 0, limit: 10 },
      })
      expect([forged.slice(0, 60), answer.status, answer.body.code]).toEqual([
        forged.slice(0, 60),
        401,
        'UNAUTHORIZED',
      ])
      await expect(openSocket(world.address, { guestId: forged })).rejects.toThrow('invalid-token')
    }
  })

  test('F49 whichever room a socket asks for, it receives its own only', async () => {
    const other = await world.addPlayer(0n, [])
    const guest = await world.addGuest()
    const ears = [
      await world.talkerOf(other).socket(),
      await guest.socket(),
      await openSocket(world.address, { token: other.token, guestId: guest.guestId }),
    ]
    for (const { socket } of ears)
      for (const room of [
        `chat-${victim.id}`,
        `member:${victim.id}`,
        victim.id,
        '',
        'x'.repeat(900),
      ])
        socket.emit('join', room)
    const own = await victims.socket()
    await victims.say('for me alone')
    await until(() => own.messages.length > 0, 'the victim received it')
    // What the others must not receive would arrive right behind it.
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(ears.flatMap(({ messages, pushes }) => [...messages, ...pushes])).toEqual([])
    for (const { socket } of [...ears, own]) socket.close()
  })

  test('F49 a flood of joins and a frame of 1 MB are cut off', async () => {
    const flooding = await victims.socket()
    for (let at = 0; at < 100; at += 1) flooding.socket.emit('join', `chat-${at}`)
    expect(await flooding.cut).toBe('io server disconnect')
    const shouting = await victims.socket()
    shouting.socket.emit('join', 'x'.repeat(1024 * 1024))
    expect(await shouting.cut).toMatch(/transport (?:close|error)/)
  })

  test("a delivery id reveals a member's message to no one else", async () => {
    const other = world.talkerOf(await world.addPlayer(0n, []))
    await other.say('mine', 'secret-1')
    const said = (await other.history()).filter(({ sender }) => sender === 'customer')
    expect(said.map(wordsOf)).toEqual(['mine'])
  })
})

describe('hostile text', () => {
  const text = (message: unknown) => ({ message: { message_type: 'text', payload: { message } } })

  test.each<[string, string]>([
    ['2001 characters', JSON.stringify(text('a'.repeat(2_001)))],
    ['nothing', JSON.stringify(text(''))],
    ['blanks', JSON.stringify(text(' \n\t\u200b '))],
    ['NUL', '{"message":{"message_type":"text","payload":{"message":"a\\u0000b"}}}'],
    [
      'half of a surrogate pair',
      '{"message":{"message_type":"text","payload":{"message":"\\ud800"}}}',
    ],
    ['__proto__', '{"message":{"message_type":"text","payload":{"message":"a","__proto__":{}}}}'],
    ['a number', JSON.stringify(text(1e300))],
    ['1e400', '{"message":{"message_type":"text","payload":{"message":1e400}}}'],
    ['arrays 10,000 deep', `{"message":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
    [
      'a kind that only we send',
      JSON.stringify({
        message: { message_type: 'buttons', payload: { message: 'a', buttons: [] } },
      }),
    ],
    [
      'a kind that is none',
      JSON.stringify({ message: { message_type: 'html', payload: { message: '<b>' } } }),
    ],
    ['a sender that is not the customer', JSON.stringify({ ...text('a'), sender: 'other' })],
    ['a list', '[]'],
    ['no JSON', '{'],
  ])('F38 %s is refused', async (_, body) => {
    const before = (await victims.history()).length
    const answer = await victims.call('POST /api/chat/send-message', {
      text: body,
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(await victims.history()).toHaveLength(before)
  })

  test('CHAT-25 2000 characters are accepted, whatever they are', async () => {
    const long = 'น้ำ👍'.repeat(400)
    expect(long).toHaveLength(2_000)
    expect((await victims.say(long)).status).toBe(200)
    expect(wordsOf((await victims.history())[1]!)).toBe(long)
  })

  test('marks that reverse text or control a terminal are removed, words stay', async () => {
    await victims.say('a\u001b[2Jb\u202ec\r\nd\te')
    expect(wordsOf((await victims.history())[1]!)).toBe('a[2Jbc\nd\te')
  })

  test('OP-B41 a message takes nothing from the body but its text', async () => {
    await victims.send(
      {
        message_type: 'text',
        payload: { message: 'plain', html: '<script>' } as { message: string },
      },
      { session_id: 'mine', username: 'root', name: 'Root', deviceToken: 'x' },
    )
    const [, sent] = await victims.history()
    expect(sent).toMatchObject({ deviceToken: '', name: 'Somchai' })
    expect(sent!.session_id).not.toBe('mine')
    expect(JSON.stringify(sent)).not.toContain('script')
  })
})

test('a sender that is too fast receives the time to wait', async () => {
  const limited = await openChatWorld({ rateLimitFactor: 1 })
  try {
    const { guestId } = await limited.addGuest()
    const say = () =>
      limited.call('POST /api/chat/send-message', {
        from: '10.1.2.3',
        headers: { 'x-guest': guestId },
        body: { message: { message_type: 'text', payload: { message: 'again' } } },
      })
    const answers = []
    for (let at = 0; at < 62; at += 1) answers.push(await say())
    const last = answers.at(-1)!
    expect([last.status, last.body.code]).toEqual([429, 'REQUEST_LIMIT'])
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
  } finally {
    await limited.close()
  }
})

test('S57 a talk is removed after the retention time without a message', async () => {
  const guest = await world.addGuest()
  await guest.say('for a while')
  // More than one batch removes.
  await world.database.db.query(
    `insert into chat_conversation (owner, code, language, session, created_at, last_at)
     select 'guest:' || lpad(n::text, 22, '0'), 'old' || n, 'en', gen_random_uuid(), $1, $1 from generate_series(1, 2001) as n`,
    [world.clock.now()],
  )
  world.clock.moveMs(31 * dayMs)
  await world.runJobs()
  const talks = await world.database.db.query('select owner from chat_conversation')
  expect(talks.every(({ owner }) => String(owner).startsWith('member:'))).toBe(true)
  expect(await guest.history()).toHaveLength(1)
  const left = await world.database.db.query('select owner from chat_message')
  expect(left.every(({ owner }) => String(owner).startsWith('member:'))).toBe(true)
  expect(left.length).toBeGreaterThan(1)
})

test('COST-04 S57 of a talk that goes on, old messages end by their own age, and the others stay', async () => {
  const [guest, member] = [await world.addGuest(), world.talkerOf(await world.addPlayer(0n, []))]
  await world.set('chat.keepDays', 8)
  await world.set('chat.guestKeepDays', 13)
  for (let day = 0; day <= 20; day += 5) {
    await guest.say(`day ${day}`)
    await member.say(`day ${day}`)
    await world.runJobs()
    world.clock.moveMs(5 * dayMs)
  }
  await world.runJobs()
  const daysOf = async (who: Talker) =>
    (await who.history()).map(wordsOf).filter((words: string) => words.startsWith('day '))
  expect((await daysOf(guest)).toSorted()).toEqual(['day 15', 'day 20'])
  expect(await daysOf(member)).toEqual(['day 20'])
  const page = await guest.call('POST /api/chat/history', { body: { skip: 2, limit: 100 } })
  expect(page.body.map(wordsOf)).toContain('day 15')
  await world.set('chat.keepDays', 365)
  await world.set('chat.guestKeepDays', 30)
})

describe('a crowd of guests', () => {
  const limit = 5
  const say = (who: Talker, from: string, message_type: 'text' | 'postback' = 'text') => {
    const isPressed = message_type === 'postback'
    const said = isPressed ? { message: 'person', title: 'person' } : { message: 'sawasdee' }
    return who.call('POST /api/chat/send-message', {
      headers: { 'x-forwarded-for': from },
      body: { message: { message_type, payload: said }, sender: 'customer' },
    })
  }
  const crowdOf = (count: number) =>
    Promise.all(Array.from({ length: count }, () => world.addGuest()))
  const statusesOf = (answers: Awaited<ReturnType<typeof say>>[]) =>
    answers.map(({ status }) => status).toSorted((one, other) => one - other)

  test("only the limit's number of guests of one network have a talk open, however many begin at once; members and other networks go on", async () => {
    await world.set('chat.guestOpenMax', limit)
    const crowd = await crowdOf(20)
    // A household has a whole /64.
    const answers = await Promise.all(crowd.map((who, at) => say(who, `2001:db8:1:2::${at + 1}`)))
    expect(statusesOf(answers)).toEqual([...Array(limit).fill(200), ...Array(15).fill(429)])
    expect(answers.find(({ status }) => status === 429)!.body.code).toBe('REQUEST_LIMIT')
    const isIn = (at: number) => answers[at]!.status === 200
    const inside = crowd.filter((_, at) => isIn(at))
    const outside = crowd.filter((_, at) => !isIn(at))
    expect((await say(inside[0]!, '2001:db8:1:2::1')).status).toBe(200)
    expect((await say(outside[0]!, '2001:db8:1:3::1')).status).toBe(200)
    const member = world.talkerOf(await world.addPlayer(0n, []))
    expect((await say(member, '2001:db8:1:2::1')).status).toBe(200)
    // An open talk keeps its slot in the network where it began, wherever its guest writes from.
    expect((await say(inside[1]!, '2001:db8:9:9::1')).status).toBe(200)
    expect((await say(outside[1]!, '2001:db8:1:2::1')).status).toBe(429)
  })

  test('a slot is free again after half an hour with the menu, after a day with staff, or when an operator has closed the talk', async () => {
    await world.set('chat.guestOpenMax', limit)
    const from = '198.51.100.7'
    const [first, second, third] = [
      await crowdOf(limit),
      await crowdOf(limit),
      await crowdOf(limit),
    ]
    const all = (crowd: Talker[], type?: 'postback') =>
      Promise.all(crowd.map((who) => say(who, from, type))).then(statusesOf)
    expect(await all(first)).toEqual(Array(limit).fill(200))
    expect(await all(second)).toEqual(Array(limit).fill(429))
    world.clock.moveMs(31 * minuteMs)
    expect(await all(second, 'postback')).toEqual(Array(limit).fill(200))
    // Together with the earlier ones they would be too many.
    expect(await all(first, 'postback')).toEqual(Array(limit).fill(429))
    world.clock.moveMs(31 * minuteMs)
    expect(await all(third)).toEqual(Array(limit).fill(429))
    const { code } = (await findTalk(
      world.database.db,
      `guest:${second[0]!.guestId.split('.')[0]}`,
    ))!
    const act = { code, actor: 'operator:nok', requestId: 'test' } as const
    await closeTalk({ db: world.database.db, clock: world.clock, ids: systemIds }, act)
    expect(await all(third)).toEqual([200, ...Array(limit - 1).fill(429)])
    world.clock.moveMs(dayMs)
    expect(await all(third)).toEqual(Array(limit).fill(200))
  })

  test('the guest with the last slot sends several messages at once, and learns later that they have arrived', async () => {
    await world.set('chat.guestOpenMax', limit)
    const from = '198.51.100.8'
    const send = (who: Talker, id: string) =>
      who.call('POST /api/chat/send-message', {
        headers: { 'x-forwarded-for': from },
        body: {
          message: {
            message_type: 'text',
            payload: { message: 'sawasdee' },
            deliver: { id, status: 'sending' },
          },
          sender: 'customer',
        },
      })
    const crowd = await crowdOf(2 * limit)
    const early = crowd.slice(1, limit)
    expect(statusesOf(await Promise.all(early.map((who) => say(who, from))))).toEqual(
      Array(limit - 1).fill(200),
    )
    const last = crowd[0]!
    const ids = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(20))
    const said = await Promise.all(ids.map((id) => send(last, id)))
    expect(statusesOf(said)).toEqual([200, 200, 200, 200])

    world.clock.moveMs(31 * minuteMs)
    const others = crowd.slice(limit)
    expect(statusesOf(await Promise.all(others.map((who) => say(who, from))))).toEqual(
      Array(limit).fill(200),
    )
    expect((await send(last, 'e'.repeat(20))).status).toBe(429)
    expect(await send(last, ids[0]!)).toMatchObject({ status: 200, text: said[0]!.text })
  })
})
