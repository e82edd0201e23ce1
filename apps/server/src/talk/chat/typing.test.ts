import { afterAll, beforeAll, expect, test } from 'vitest'
import { hintChannel } from '#core/console/hint-store.ts'
import { openChatWorld, until, type Talker } from '#testing/worlds/chat-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openChatWorld)
const received: { name: string; hint: { talk?: string } }[] = []
let stop: () => Promise<unknown>

beforeAll(async () => {
  const listening = await world.database.db.listen(hintChannel, (payload) => {
    if (payload !== null) received.push(JSON.parse(payload))
  })
  stop = () => listening.stop()
})
afterAll(() => stop())

const typed = () => received.filter(({ name }) => name === 'typing')
const rows = async () =>
  (
    await world.database.db.query<{ all: string }>(
      `select (select count(*) from chat_message)::text || ' ' || (select count(*) from core_audit)::text
         || ' ' || (select md5(string_agg(c::text, '' order by owner)) from chat_conversation c) as all`,
    )
  )[0]!.all

async function typeAs(who: Talker, times: number): Promise<void> {
  const { socket } = await who.socket()
  for (let at = 0; at < times; at += 1) socket.emit('typing')
  // Half of the callers expect that nothing is sent.
  await new Promise((resolve) => setTimeout(resolve, 300))
  socket.close()
}

test(
  'DESK-117 typing while operators have the talk is announced once in some seconds, and no row is written',
  { tags: 'long-1' },
  async () => {
    const talker = world.talkerOf(await world.addPlayer(0n, []))
    const guest = await world.addGuest()
    await typeAs(talker, 3)
    expect(typed(), 'a talk that has not begun').toEqual([])
    await talker.say('สวัสดี')
    world.clock.moveMs(60_000)
    await typeAs(talker, 3)
    expect(typed(), 'the menu answers').toEqual([])

    await talker.press('person')
    await guest.press('person')
    world.clock.moveMs(60_000)
    const before = await rows()
    await typeAs(talker, 20)
    await until(() => typed().length > 0, 'the desk is notified')
    expect(typed()).toHaveLength(1)
    await typeAs(guest, 2)
    await until(() => typed().length > 1, 'the desk is notified of the guest')
    expect(new Set(typed().map(({ hint }) => hint.talk)).size).toBe(2)
    world.clock.moveMs(4_000)
    await typeAs(talker, 2)
    await until(() => typed().length > 2, 'the desk is notified again')
    expect(typed()).toHaveLength(3)
    for (const { hint } of typed()) expect(Object.keys(hint)).toEqual(['talk'])
    expect(await rows()).toBe(before)
  },
)
