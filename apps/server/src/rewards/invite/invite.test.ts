import { describe, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { anyPhone } from '#testing/worlds/member-world.ts'
import { settingsOf } from '#settings/read.ts'
import { findRows } from '#settings/store.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { watchRewards } from '#desk/watch/rewards/watch.ts'
import { bookPlay } from '#testing/worlds/booked-play.ts'
import { whileHeld } from '#testing/database/database.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { openLossWorld } from '#testing/worlds/loss-world.ts'
import { hundredthsOf } from '#core/hundredths.ts'
import { accrueInvites } from './accrue.ts'

const world = testWorld(openLossWorld)

/** Counts up to now, as if the period were over. */
function count(): Promise<number> {
  const { db } = world.database
  const readSettings = async () => settingsOf(await findRows(db))
  const log = { error: () => undefined }
  const around = { db, clock: world.clock, log, readSettings }
  const { noteLinked } = watchRewards(around)
  return accrueInvites({ ...around, noteLinked }, new Date(world.clock.now().getTime() + 1))
}

let named = 0
/** A name that no other member has. */
const otherName = () => {
  named += 1
  return `FRIEND ${'ABCDEFGHIJ'[Math.floor(named / 10)]}${'ABCDEFGHIJ'[named % 10]}`
}

/** A member who registered by the inviter's link and has lost this much of 1,000.00 at one game. */
async function invite(inviter: Player, lost: number, name = 'Somchai'): Promise<Player> {
  const given = { inviteCode: `PR${inviter.id}`, name, bankAccountName: otherName() }
  const invitee = await world.addPlayer(100_000n, ['pg'], given)
  if (lost === 0) return invitee
  await world.bring(invitee, 'pg', 1000)
  await world.play(invitee, 'pg', (1000 - lost).toFixed(2))
  return invitee
}

const bonus = '/api/invite/bonus'
const waiting = async (player: Player) =>
  (await player.call('GET /api/wallet')).body.invite.amount as number
const listed = async (player: Player, page = 1) =>
  (await player.call('POST /api/invite', { body: { page, limit: 10 } })).body

describe('the play of invited members', () => {
  test('INV-05 INV-07 INV-11 INV-14 OP-INV ERRC-47 SCOPE-08 half a percent of it waits, is shown by name, and is received once', async () => {
    const inviter = await world.addPlayer(0n, [])
    await invite(inviter, 800, 'Malee')
    world.clock.moveMs(1_000)
    await invite(inviter, 0, 'Daeng')
    await world.endDay()
    expect((await inviter.call('GET /api/wallet')).body.invite).toEqual({
      amount: 4,
      success: 0,
      fail: 0,
    })
    const createdAt = expect.any(String)
    expect(await listed(inviter)).toEqual({
      total: 2,
      invites: [
        { from: { name: 'Daeng' }, amount: 0, createdAt },
        { from: { name: 'Malee' }, amount: 4, createdAt },
      ],
    })
    expect((await listed(inviter, 2)).invites).toEqual([])
    expect(await world.asked(inviter, bonus)).toEqual([200, 'INVITE_BONUS_SUCCESS'])
    expect((await inviter.balances()).wallet).toBe(400)
    expect(await waiting(inviter)).toBe(0)
    expect(await world.asked(inviter, bonus)).toEqual([409, 'INVITE_COLLECT'])
    const [row] = await world.rowsOf(inviter)
    expect(row).toMatchObject({
      statementType: 'bonus',
      from: 'invite',
      to: 'wallet',
      money: { amount: 400n },
      about: { invite: { description: 'โบนัสชวนเพื่อน' } },
    })
    expect((await listed(inviter)).invites[1].amount).toBe(4)
  })

  test('ten on a page, the newest first', async () => {
    const inviter = await world.addPlayer(0n, [])
    const names = Array.from({ length: 12 }, (_, at) => `Friend ${at}`)
    for (const name of names) {
      world.clock.moveMs(1_000)
      await world.addMember({ inviteCode: `PR${inviter.id}`, name })
    }
    const shown = [...(await listed(inviter)).invites, ...(await listed(inviter, 2)).invites]
    expect((await listed(inviter)).invites).toHaveLength(10)
    expect(shown.map(({ from }) => from.name)).toEqual(names.toReversed())
  })

  test('CARE-36 parts of a satang add up', async () => {
    const inviter = await world.addPlayer(0n, [])
    const invitee = await invite(inviter, 0)
    await world.bring(invitee, 'pg', 1000)
    for (const balance of ['999.00', '998.00', '997.00']) {
      await world.play(invitee, 'pg', balance)
      await count()
    }
    // Three times 1.00 at half a percent are one and a half satang.
    expect(await waiting(inviter)).toBe(0.01)
    await world.play(invitee, 'pg', '996.00')
    await count()
    expect(await waiting(inviter)).toBe(0.02)
  })

  test('CARE-36 repeated losses and wins of the same money earn nothing, within a period and across its end', async () => {
    const inviter = await world.addPlayer(0n, [])
    const invitee = await invite(inviter, 0)
    await world.bring(invitee, 'pg', 1000)
    for (let time = 0; time < 3; time += 1) {
      await world.play(invitee, 'pg', '0.00')
      await world.play(invitee, 'pg', '1000.00')
    }
    await count()
    expect(await waiting(inviter)).toBe(0)
    // A loss that is open at the end of a period earns once.
    await world.play(invitee, 'pg', '0.00')
    await count()
    expect(await waiting(inviter)).toBe(5)
    for (let time = 0; time < 2; time += 1) {
      await world.play(invitee, 'pg', '1000.00')
      await count()
      await world.play(invitee, 'pg', '0.00')
      await count()
    }
    expect(await waiting(inviter)).toBe(5)
    expect(await world.asked(inviter, bonus)).toEqual([200, 'INVITE_BONUS_SUCCESS'])
    await world.play(invitee, 'pg', '900.00')
    await count()
    await world.play(invitee, 'pg', '0.00')
    await count()
    expect(await world.asked(inviter, bonus)).toEqual([409, 'INVITE_COLLECT'])
  })

  test('CARE-36 a win at one game offsets a loss at another', async () => {
    const inviter = await world.addPlayer(0n, [])
    const invitee = await invite(inviter, 400)
    await bookPlay(world.database, invitee.id, {
      game: 'sport',
      amount: 30_000n,
      at: world.clock.now(),
    })
    await count()
    expect(await waiting(inviter)).toBe(0.5)
  })

  test('CARE-36 nothing of a day can be received before it is over and counted', async () => {
    const inviter = await world.addPlayer(0n, [])
    await invite(inviter, 800)
    await world.passTime(hourMs)
    await world.runJobs()
    expect(await waiting(inviter)).toBe(0)
    expect(await world.asked(inviter, bonus)).toEqual([409, 'NO_INVITEE_PLAY_INFO'])
    await world.endDay()
    expect(await waiting(inviter)).toBe(4)
  })

  test('CARE-84 CARE-36 a day is counted ten minutes after its end, up to the instant in which it ends', async () => {
    const inviter = await world.addPlayer(0n, [])
    const { id } = await invite(inviter, 0)
    const bangkok = world.clock.now().getTime() + 7 * hourMs
    const midnight = (Math.floor(bangkok / dayMs) + 1) * dayMs - 7 * hourMs
    const lose = (amount: bigint, at: number) =>
      bookPlay(world.database, id, { game: 'pg', amount: -amount, at: new Date(at) })
    await lose(20_000n, midnight - 1)
    await lose(80_000n, midnight)
    for (const [minutes, earned] of [
      [9, 0],
      [20, 1],
    ] as const) {
      await world.moveTo(new Date(midnight + minutes * minuteMs).toISOString())
      await world.runJobs()
      expect(await waiting(inviter)).toBe(earned)
    }
    await world.endDay()
    expect(await waiting(inviter)).toBe(5)
  })

  test("CARE-37 one invitee earns no more than the operator's maximum, another one as much again", async () => {
    await world.set('invite.inviteeMax.BAHT', '3.00')
    const inviter = await world.addPlayer(0n, [])
    const invitee = await invite(inviter, 500)
    await count()
    expect(await waiting(inviter)).toBe(2.5)
    await world.play(invitee, 'pg', '0.00')
    await count()
    expect(await waiting(inviter)).toBe(3)
    await invite(inviter, 1000)
    await count()
    await world.set('invite.inviteeMax.BAHT', '5000.00')
    expect(await waiting(inviter)).toBe(6)
  })

  test('a new rate counts from then on, and earlier earnings stay', async () => {
    const inviter = await world.addPlayer(0n, [])
    const invitee = await invite(inviter, 100)
    await count()
    await world.set('invite.rate', '10')
    await world.play(invitee, 'pg', '800.00')
    await count()
    await world.set('invite.rate', '0.5')
    expect(await waiting(inviter)).toBe(10.5)
  })

  test('a rate is parsed without floating point', () => {
    expect(['0.5', '12.34', '100', '0'].map(hundredthsOf)).toEqual([50, 1234, 10_000, 0])
  })
})

describe('refused', () => {
  test('INV-12 ERRC-45 no invitee, no play, and invites switched off are three refusals', async () => {
    const lonely = await world.addPlayer(0n, [])
    expect(await world.asked(lonely, bonus)).toEqual([409, 'NO_INVITE_BONUS'])
    const inviter = await world.addPlayer(0n, [])
    await invite(inviter, 0)
    await count()
    expect(await world.asked(inviter, bonus)).toEqual([409, 'NO_INVITEE_PLAY_INFO'])
  })

  test('ERRC-44 while invites are off it is INVITE_INACTIVE, and play of that time earns nothing later', async () => {
    const inviter = await world.addPlayer(0n, [])
    const invitee = await invite(inviter, 200)
    await count()
    await world.set('invite.active', false)
    expect(await world.asked(inviter, bonus)).toEqual([403, 'INVITE_INACTIVE'])
    await world.play(invitee, 'pg', '0.00')
    await count()
    await world.set('invite.active', true)
    await count()
    expect(await waiting(inviter)).toBe(1)
    expect(await world.asked(inviter, bonus)).toEqual([200, 'INVITE_BONUS_SUCCESS'])
  })

  test('I23 while a bonus is held nothing is received, and afterwards it is still there', async () => {
    await world.defineBonus('INVITEHOLD', { terms: { endAmount: { BAHT: '999999' } } })
    const inviter = await world.addPlayer(0n, [])
    await invite(inviter, 200)
    await count()
    await inviter.call('GET /api/bonus/activate/INVITEHOLD')
    expect(await world.asked(inviter, bonus)).toEqual([409, 'BONUS_REMAINING'])
    await inviter.call('GET /api/bonus/clear')
    expect(await world.asked(inviter, bonus)).toEqual([200, 'INVITE_BONUS_SUCCESS'])
  })
})

describe('I27 no member invites themselves', () => {
  test('an inviter with the same account number, at another bank too, is not recorded', async () => {
    const own = { bankCode: 'KBANK', bankAccountNo: '5556667778' }
    const inviter = await world.addMember(own)
    const username = anyPhone()
    const otpToken = await world.verifyPhone(username)
    const application = {
      ...inviter,
      username,
      otpToken,
      bankCode: 'SCB',
      inviteCode: `PR${inviter.id}`,
    }
    for (const path of ['/api/account/validate', '/api/account']) {
      const answer = await world.call(`POST ${path}`, { body: application })
      expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_USER_INFO'])
      expect(answer.body.message).toContain('inviteCode')
    }
    const { inviteCode: _, ...alone } = application
    const answer = await world.call('POST /api/account', { body: alone })
    expect(answer.status).toBe(200)
  })

  test("an invitee who later takes the inviter's bank account earns nothing from then on", async () => {
    const inviter = await world.addPlayer(0n, [])
    const invitee = await invite(inviter, 200)
    await count()
    await world.database.db.query(
      `update account_member set bank_code = 'SCB', bank_account_no =
         (select bank_account_no from account_member where id = $2) where id = $1`,
      [invitee.id, inviter.id],
    )
    await world.play(invitee, 'pg', '0.00')
    await count()
    expect(await waiting(inviter)).toBe(1)
  })
})

describe('twice and at once', () => {
  test('F32 SEC-07 fifty at once, each with its own key: one is given', async () => {
    const inviter = await world.addPlayer(0n, [])
    await invite(inviter, 1000)
    await count()
    const keys = Array.from({ length: 50 }, () => systemIds.key())
    const ask = async (key: string): Promise<unknown[]> => {
      const answer = await world.asked(inviter, bonus, key)
      // With this many concurrent calls of one member, a slow machine's queue is full for a moment.
      return answer[1] === 'SERVICE_BUSY' ? ask(key) : answer
    }
    const answers = await Promise.all(keys.map(ask))
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    const others = answers.filter(([status]) => status !== 200).map(([, code]) => code)
    expect(new Set(others)).toEqual(new Set(['INVITE_COLLECT']))
    expect((await inviter.balances()).wallet).toBe(500)
  })

  test('F32 fifty at once under a condition: one is given, and one condition held, with the percentages in it', async () => {
    await world.set('invite.success', '50')
    await world.set('invite.fail', '10')
    const inviter = await world.addPlayer(10_000n, [])
    await invite(inviter, 1000)
    await count()
    expect((await inviter.call('GET /api/wallet')).body.invite).toEqual({
      amount: 5,
      success: 50,
      fail: 10,
    })
    const keys = Array.from({ length: 50 }, () => systemIds.key())
    const answers = await Promise.all(keys.map((key) => world.asked(inviter, bonus, key)))
    await world.set('invite.success', '0')
    await world.set('invite.fail', '0')
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    expect((await inviter.balances()).wallet).toBe(10_500)
    const active = (await inviter.call('GET /api/bonus/check/active')).body
    expect(active).toMatchObject({
      type: 'invite',
      progress: { total: 105, target: 107.5, endAmount: 10.5 },
    })
  })

  test('I26 counted by four at once and once more: each play counts once', async () => {
    const inviter = await world.addPlayer(0n, [])
    const invitees = await Promise.all([invite(inviter, 100), invite(inviter, 300)])
    await Promise.all([count(), count(), count(), count()])
    await count()
    expect(await waiting(inviter)).toBe(2)
    const rows = await world.database.db.query(
      'select from invite_period where invitee = any ($1)',
      [invitees.map(({ id }) => id)],
    )
    expect(rows).toHaveLength(2)
  })

  test(
    'play that cannot be counted now delays no other, and is counted next time',
    { tags: 'long-4' },
    async () => {
      const inviter = await world.addPlayer(0n, [])
      const invitees = [await invite(inviter, 100), await invite(inviter, 100)]
      await count()
      for (const invitee of invitees) await world.play(invitee, 'pg', '800.00')
      const row = {
        rows: 'select from invite_invitee where invitee = $1',
        values: [invitees[0]!.id],
      }
      await whileHeld(world.database, row, async () => {
        await expect(count()).rejects.toThrow('could not be counted: 1')
      })
      expect(await waiting(inviter)).toBe(1.5)
      expect(await count()).toBe(1)
      expect(await waiting(inviter)).toBe(2)
    },
  )

  test('the same key gets the same reply and moves once', async () => {
    const inviter = await world.addPlayer(0n, [])
    await invite(inviter, 1000)
    await count()
    const key = systemIds.key()
    expect(await world.asked(inviter, bonus, key)).toEqual([200, 'INVITE_BONUS_SUCCESS'])
    expect(await world.asked(inviter, bonus, key)).toEqual([200, 'INVITE_BONUS_SUCCESS'])
    expect((await inviter.balances()).wallet).toBe(500)
    const outcome = await inviter.call(`GET /api/outcome/${key}`)
    expect(outcome.body).toMatchObject({ state: 'done', route: `GET ${bonus}` })
  })
})

test('there is no exchange: play in another currency is shown and earns nothing', async () => {
  const laos = await openLossWorld({ variant: 'laos' })
  const kip = { currency: 'LAK', bankCode: 'BCEL', username: '02055540002' }
  const inviter = await laos.addPlayer(0n, [], kip)
  const given = { currency: 'BAHT', username: '02055540003', inviteCode: `PR${inviter.id}` }
  const invitee = await laos.addPlayer(100_000n, ['pg'], given)
  await laos.bring(invitee, 'pg', 1000)
  await laos.play(invitee, 'pg', '0.00')
  await laos.passTime(dayMs)
  await laos.runJobs()
  expect(await waiting(inviter)).toBe(0)
  const rows = await laos.database.db.query('select lost, counted, earned, void from invite_period')
  expect(rows).toEqual([{ lost: 100_000n, counted: 100_000n, earned: 0n, void: 'currency' }])
  expect(await laos.violations()).toEqual([])
  await laos.close()
})

test("INV-15 OP-BAN GET /api/invite/banners returns the operator's banners, image and html", async () => {
  const player = await world.addPlayer(0n, [])
  const banners = async () =>
    (await player.call('GET /api/invite/banners', { headers: { cookie: 'locale=en' } })).body
  expect(await banners()).toEqual([])
  const one = { image: `/pictures/${'A'.repeat(43)}.webp`, html: '<p>Bring a friend</p>' }
  await world.set('invite.banners.en', [one])
  expect(await banners()).toEqual([one])
})
