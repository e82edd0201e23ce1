import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { fillEnvelope, sealLink } from '#testing/doubles/gift-links.ts'
import { openPayWorld } from '#testing/worlds/pay-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openPayWorld)

const redeem = (player: Player, link: string) =>
  player.call('POST /api/wallet/truelink', {
    body: { link },
    headers: { 'idempotency-key': systemIds.key() },
  })

async function fillFor(player: Player): Promise<string> {
  const [row] = await world.database.db.query<{ username: string }>(
    'select username from account_member where id = $1',
    [player.id],
  )
  const { link } = await fillEnvelope(world, row!.username)
  return sealLink(player, link)
}

const addMembers = (count: number) =>
  Promise.all(Array.from({ length: count }, () => world.addPlayer(0n, [])))

test(
  'RUN-04 eight members submit invalid links, at a wallet that takes three seconds: every honest link is redeemed',
  { tags: 'long-1', timeout: 60_000 },
  async () => {
    const [guessers, honest] = [await addMembers(8), await addMembers(7)]
    const good = await Promise.all(honest.map(fillFor))
    const nothing = await Promise.all(
      guessers.flatMap((player) =>
        Array.from({ length: 12 }, async () => {
          const hash = randomBytes(9).toString('hex')
          return {
            player,
            link: await sealLink(player, `https://gift.truemoney.com/campaign/?v=${hash}`),
          }
        }),
      ),
    )
    await world.sandbox.addFault({ operation: 'giftlink.verify', kind: 'delay', delayMs: 3_000 })
    const guesses = nothing.map(({ player, link }) => redeem(player, link))
    // All requests that the wallet is sent at once wait there; the others fill the queue.
    await expect.poll(() => world.sandbox.countCalls('giftlink.verify')).toBe(16)
    const answers = await Promise.all(honest.map((player, n) => redeem(player, good[n]!)))
    expect(answers.map(({ status }) => status)).toEqual(honest.map(() => 200))
    for (const player of honest) expect(await world.walletOf(player)).toBe(5_000)
    const said = new Set((await Promise.all(guesses)).map(({ body }) => body.code))
    // Some of each member's calls got a slot, and the others were refused untouched.
    expect(said).toEqual(new Set(['SERVICE_BUSY', 'TRUELINK_INVALID']))
  },
)
