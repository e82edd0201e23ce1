import { afterEach, expect, test } from 'vitest'
import { hourMs } from '@kapao/contract/times'
import { openChatWorld, type Talker } from '#testing/worlds/chat-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openChatWorld)
afterEach(async () => {
  await world.set('chat.memberDayMb', 25)
  await world.set('chat.networkDayMb', 90)
})

const mb = 1024 * 1024
const long = 'ก'.repeat(2_000)
const video = (bytes: number) => {
  const whole = Buffer.alloc(bytes)
  whole.write('\0\0\0\x18ftypisom', 'latin1')
  return new Uint8Array(whole)
}
const from = (who: Talker, address: string, text: string, id?: string) =>
  who.call('POST /api/chat/send-message', {
    body: {
      message: {
        message_type: 'text',
        payload: { message: text },
        ...(id && { deliver: { id, status: 'sending' } }),
      },
    },
    headers: { 'x-forwarded-for': address },
  })

/** Says long things until the answer is another one. */
async function sayUntilFull(say: () => ReturnType<Talker['say']>) {
  for (let said = 0; said < 400; said += 1) {
    const answer = await say()
    if (answer.status !== 200) return { said, answer }
  }
  throw new Error('it never was too much')
}

test(
  'COST-01 what a member says in 24 hours has a sum, whatever else they say is refused until it goes on',
  { tags: 'long-1' },
  async () => {
    await world.set('chat.memberDayMb', 1)
    const [member, other] = [
      world.talkerOf(await world.addPlayer(0n, [])),
      world.talkerOf(await world.addPlayer(0n, [])),
    ]
    await member.say('the first', 'the-first')
    // The words, the menu's answer to them, and a row of each.
    const [first] = await world.database.db.query<{ bytes: bigint }>(
      'select bytes from core_written',
    )
    expect(Number(first!.bytes)).toBeGreaterThan(1_000)
    const { said, answer } = await sayUntilFull(() => member.say(long))
    expect(said).toBeGreaterThan(100)
    expect(said).toBeLessThan(180)
    expect(answer.body).toEqual({ code: 'DAY_LIMIT', message: 'DAY_LIMIT' })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(23 * 3_600)
    // A lost answer is still answered, and nothing of what was refused is there.
    expect((await member.say('the first', 'the-first')).status).toBe(200)
    const before = (await member.history()).length
    expect((await member.upload('video', video(4 * mb))).body.code).toBe('DAY_LIMIT')
    expect((await member.say(long)).status).toBe(429)
    expect(await member.history()).toHaveLength(before)
    expect((await other.say(long)).status).toBe(200)
    world.clock.moveMs(25 * hourMs)
    expect((await member.say(long)).status).toBe(200)
  },
)

test(
  'COST-01 guests of one network have one sum, and those of another one and members their own',
  { tags: 'long-3' },
  async () => {
    await world.set('chat.networkDayMb', 1)
    const [first, second, third] = [
      await world.addGuest(),
      await world.addGuest(),
      await world.addGuest(),
    ] as const
    await from(first, '203.0.113.4', long)
    const { said } = await sayUntilFull(() => from(second, '203.0.113.4', long))
    expect(said).toBeLessThan(180)
    expect((await from(first, '203.0.113.4', long)).body.code).toBe('DAY_LIMIT')
    expect((await from(third, '203.0.113.5', long)).status).toBe(200)
    const member = world.talkerOf(await world.addPlayer(0n, []))
    expect((await from(member, '203.0.113.4', long)).status).toBe(200)
  },
)

test(
  'COST-01 an honest day: a video of 20 MB, 200 messages and 100 transfers',
  { tags: 'long-4' },
  async () => {
    const player = await world.addPlayer(100_000n, ['pg'])
    const member = world.talkerOf(player)
    expect((await member.upload('video', video(20 * mb))).status).toBe(200)
    for (let n = 0; n < 200; n += 1)
      expect((await member.say(`${n}: where is my money, please?`)).status).toBe(200)
    for (let n = 0; n < 50; n += 1)
      for (const [there, to] of [
        ['wallet', 'pg'],
        ['pg', 'wallet'],
      ])
        expect(
          (
            await player.call('POST /api/wallet/transfer', {
              body: { from: there, to, amount: 1 + n },
            })
          ).status,
        ).toBe(200)
  },
)
