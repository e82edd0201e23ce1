import type { Push } from '@kapao/contract/events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { openChatWorld, until, type Talker } from '#testing/worlds/chat-world.ts'
import type { MemberSocket } from '#testing/doubles/member-socket.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { markSeen, replyTo, notifyTyping } from './people.ts'
import { findTalk } from './store.ts'

const world = testWorld(openChatWorld)
let player: Player
let mine: Talker
let owner: string
const pages: MemberSocket[] = []

beforeAll(async () => {
  player = await world.addPlayer(0n, [])
  mine = world.talkerOf(player)
  owner = `member:${player.id}`
  await mine.press('person')
})
afterAll(async () => {
  for (const { socket } of pages) socket.close()
})

const openPage = async (talker: Talker): Promise<MemberSocket> => {
  const page = await talker.socket()
  pages.push(page)
  return page
}
/** The pushes about the talk itself: unread messages, read marks and typing. */
const chatPushesOf = ({ pushes }: MemberSocket) =>
  pushes.filter(({ name }) => name === 'chat').map(({ push }) => push as Push<'chat'>)
const talkOf = async () => (await findTalk(world.database.db, owner))!

describe('from staff to the customer', () => {
  test('a typing notice goes to all pages of the customer, and to no one else', async () => {
    const [phone, desk, strangers] = [
      await openPage(mine),
      await openPage(mine),
      await openPage(world.talkerOf(await world.addPlayer(0n, []))),
    ]
    const before = await talkOf()
    await notifyTyping(world.database, owner)
    await until(
      () => chatPushesOf(phone).length > 0 && chatPushesOf(desk).length > 0,
      'both pages were notified',
    )
    for (const page of [phone, desk]) expect(chatPushesOf(page)).toMatchObject([{ isTyping: true }])
    expect(chatPushesOf(strangers)).toEqual([])
    // It is not stored.
    expect(await talkOf()).toEqual(before)
  })

  test('a read mark of staff is sent once, up to the last message they have read', async () => {
    const page = await openPage(mine)
    await mine.say('have you seen this?')
    const { lastSeq, seenSeq } = await talkOf()
    expect(seenSeq).toBeLessThan(lastSeq)
    const isSaid = () => chatPushesOf(page).length > 0 && page.messages.length > 0
    await until(isSaid, 'the message arrives before it is read')
    const before = chatPushesOf(page).length
    await markSeen(world.database, owner)
    await until(() => chatPushesOf(page).at(-1)?.seen === Number(lastSeq), 'the page was notified')
    const count = chatPushesOf(page).length
    expect(count).toBeGreaterThan(before)
    await markSeen(world.database, owner)
    await mine.config()
    expect(chatPushesOf(page)).toHaveLength(count)
    expect(await mine.config()).toMatchObject({ seen: Number(lastSeq) })
  })
})

describe('from the customer to staff', () => {
  test("the customer's read mark is known, never exceeds the last message and never goes back", async () => {
    const { code } = await talkOf()
    const act = { code, actor: 'operator:nok' as const, requestId: 'test' }
    const deps = { db: world.database.db, clock: world.clock, ids: systemIds }
    const answer = await replyTo(deps, act, {
      message_type: 'text',
      payload: { message: 'We have found it.' },
    })
    expect((await talkOf()).readSeq).toBeLessThan(answer.seq)
    const read = (seq: number) => mine.call('PUT /api/chat/read-customer/', { body: { seq } })
    await read(Number(answer.seq) + 1_000)
    expect((await talkOf()).readSeq).toBe(answer.seq)
    await read(1)
    expect((await talkOf()).readSeq).toBe(answer.seq)
    expect(await mine.config()).toMatchObject({ unread: 0 })
  })
})
