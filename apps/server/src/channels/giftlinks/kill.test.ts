import type { CrashPoint } from '#core/jobs/failpoint.ts'
import { expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { listSuspended } from '#money/deposits/store.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { killServerAt, startDoomedServer } from '#testing/processes/killed-server.ts'
import { fillEnvelope, sealLink } from '#testing/doubles/gift-links.ts'
import { openPayWorld } from '#testing/worlds/pay-world.ts'
import { sampled } from '#testing/models/sample.ts'
import { send } from '#testing/worlds/test-app.ts'

const world = testWorld(openPayWorld)

/** Starting, killing and recovering a process takes long on a busy machine. */
const patienceMs = 60_000

/** A gift link of fifty baht, sealed for the key of this installation. */
async function sealedLink(token: string, username: string, given: object = {}) {
  const { link, hash } = await fillEnvelope(world, username, given)
  const call: typeof world.call = (name, options) => world.call(name, { token, ...options })
  return { link: await sealLink({ call }, link), hash }
}

const cases: { step: CrashPoint; fault: string | null }[] = [
  { step: 'gift.claimed', fault: null },
  { step: 'gift.marked-sent', fault: null },
  { step: 'gift.redeemed', fault: null },
  { step: 'gift.redeemed', fault: 'drop-after' },
  { step: 'gift.redeemed', fault: 'drop-before' },
  { step: 'gift.received', fault: null },
  { step: 'gift.booked', fault: null },
]

test.each(sampled('giftlinks: killed', 2, cases))(
  'F01 F20 killed at $step after $fault: the member has either the money or the link, never neither and never both',
  { tags: 'long-2', timeout: patienceMs },
  async ({ step, fault }) => {
    const player = await world.addPlayer(0n, [])
    const [row] = await world.database.db.query<{ username: string }>(
      'select username from account_member where id = $1',
      [player.id],
    )
    const { link, hash } = await sealedLink(player.token, row!.username)
    if (fault) await world.sandbox.addFault({ operation: 'giftlink.redeem', kind: fault, count: 1 })
    const doomed = await startDoomedServer(world, step)
    const key = systemIds.key()
    const options = { token: player.token, body: { link }, headers: { 'idempotency-key': key } }
    await expect(send(doomed.address, 'POST /api/wallet/truelink', options)).rejects.toThrow(
      'fetch failed',
    )
    expect(await doomed.died).toBe('SIGKILL')

    await world.work(5)
    const all = await world.sandbox.control<{ hash: string; tickets: unknown[] }[]>(
      'GET',
      '/giftlink/vouchers',
    )
    const isEmptied = all.find((one) => one.hash === hash)!.tickets.length > 0
    expect(await world.walletOf(player)).toBe(isEmptied ? 5_000 : 0)
    // At the first step no request had been sent, so the link is still good.
    expect(isEmptied).toBe(step !== 'gift.claimed')
    const outcome = await player.call(`GET /api/outcome/${key}`)
    expect(outcome.body.code).toBe(isEmptied ? 'SUCCESS' : 'SERVICE_BUSY')
  },
)

const withoutFault = cases.filter(({ fault }) => fault === null)

test.each(sampled('giftlinks: without a fault', 1, withoutFault))(
  'CARE-55 killed at $step, with an envelope that reports no phone: the received share waits for an operator, once, and no member is credited',
  { tags: 'long-4', timeout: patienceMs },
  async ({ step }) => {
    const player = await world.addPlayer(0n, [])
    const [row] = await world.database.db.query<{ username: string }>(
      'select username from account_member where id = $1',
      [player.id],
    )
    const { link, hash } = await sealedLink(player.token, row!.username, { showsPhone: false })
    await killServerAt(world, step, {
      to: (address) =>
        send(address, 'POST /api/wallet/truelink', { token: player.token, body: { link } }),
    })
    await world.work(5)
    const isOurs = step !== 'gift.claimed'
    const all = await world.sandbox.control<{ hash: string; tickets: unknown[] }[]>(
      'GET',
      '/giftlink/vouchers',
    )
    expect(all.find((one) => one.hash === hash)!.tickets).toHaveLength(isOurs ? 1 : 0)
    const listed = await listSuspended(world.database.db, { memberId: player.id, limit: 10 })
    expect(listed.map(({ why, amount }) => [why, amount])).toEqual(
      isOurs ? [['review', 5_000n]] : [],
    )
    expect(await world.walletOf(player)).toBe(0)
  },
)
