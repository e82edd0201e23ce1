import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { slowGif } from '#testing/chat/slow-gif.ts'
import { openSlipWorld } from '#testing/worlds/slip-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openSlipWorld)

const guestsMany = 20

/** Each guest uploads from its own address, because one address may make few uploads at once. */
async function uploadAsGuest(bytes: Uint8Array<ArrayBuffer>, guest: number): Promise<number> {
  const { guestId } = (await world.call('GET /api/chat/config')).body
  const form = new FormData()
  form.set('file', new Blob([bytes]), 'moving.gif')
  const answer = await fetch(`${world.address}/api/chat/upload-image`, {
    method: 'POST',
    body: form,
    headers: {
      'x-guest': guestId,
      'x-forwarded-for': `192.0.2.${guest}`,
      'x-client': 'wallet-user',
    },
  })
  return answer.status
}

test(
  'a slip does not wait behind the pictures of guests, however many and slow they are',
  { tags: 'long-4', timeout: 90_000 },
  async () => {
    const who = await world.addPayer()
    const slip = await world.picture(await world.transfer(who))
    const gif = await slowGif(6)
    const answered: number[] = []
    const guests = Array.from({ length: guestsMany }, (_, guest) =>
      uploadAsGuest(gif, guest).then((status) => answered.push(status)),
    )
    const incoming = () => readdirSync(join(world.dataDir, 'uploads/chat/incoming')).length
    await expect.poll(() => incoming() + answered.length, { timeout: 20_000 }).toBe(guestsMany)

    expect((await world.upload(who, slip)).status).toBe(200)
    expect(await world.settled(who)).toMatchObject({ status: 'SUCCESS', amount: 500 })
    expect(answered.length).toBeLessThan(guestsMany / 2)
    await Promise.all(guests)
    expect(answered).toEqual(Array.from({ length: guestsMany }, () => 200))
  },
)
