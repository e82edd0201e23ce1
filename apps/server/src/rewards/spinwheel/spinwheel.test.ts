import type { CrashPoint } from '#core/jobs/failpoint.ts'
import { randomUUID } from 'node:crypto'
import { checkSpin, wasUsedByOthers } from '@kapao/contract/fair/draw'
import { afterEach, describe, expect, test } from 'vitest'
import { dayMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { accountBook } from '#ledger/accounts.ts'
import { postAll } from '#ledger/post.ts'
import { listBalances } from '#ledger/read.ts'
import { openBonusWorld } from '#testing/worlds/bonus-world.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { startDoomedServer } from '#testing/processes/killed-server.ts'
import { openSocket } from '#testing/doubles/member-socket.ts'
import { send } from '#testing/worlds/test-app.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { defineWheel, switchWheel, voidCoupon } from './define.ts'
import { ValueRefused } from '#settings/check.ts'
import { findActiveWheelId, listVersions } from './wheel-store.ts'
import type { Moment } from '#testing/database/database-wire.ts'
import { loseAt } from '#testing/database/lost-work.ts'
import { anyWheel } from '#testing/worlds/any-wheel.ts'

const world = testWorld(openBonusWorld)

afterEach(async () => expect(await world.violations()).toEqual([]))

const act = { actor: 'operator:test', requestId: 'test' } as const
const look = { bgColor: '#112233', textColor: '#ffffff' }
type Prize = { amount: string; currency: string } | null

/** Activates a wheel whose sectors have these weights. */
async function setWheel(weights: number[], prize: Prize = { amount: '20', currency: 'BAHT' }) {
  const slices = weights.map((weight, index) => ({
    ...look,
    code: `s${index}`,
    label: `Sector ${index}`,
    description: index === 0 ? '<b>Twenty</b>' : null,
    weight,
    prize: index === 0 ? prize : null,
  }))
  const deps = { db: world.database.db, clock: world.clock }
  const definition = anyWheel({ slices })
  const wheel = await defineWheel(deps, { ...act, code: 'lucky', definition })
  await switchWheel(deps, { ...act, currency: 'BAHT', wheel })
  return wheel
}

const noWheel = () =>
  switchWheel(
    { db: world.database.db, clock: world.clock },
    { ...act, currency: 'BAHT', wheel: null },
  )

async function grant(player: Player, amount: bigint): Promise<void> {
  const { db } = world.database
  const book = accountBook(db)
  const [credit] = await book.find(player.id, [['coin', '']])
  const debit = await book.house('coin', '', 'COIN')
  const money = { amount, currency: 'COIN' } as const
  const movement = { idem: systemIds.key(), debit, credit: credit!, money } as const
  await db.begin((tx) => postAll(tx, world.clock.now(), [{ ...movement, kind: 'coin_grant' }]))
}

async function addSpinner(coins: number, baht = 0n): Promise<Player> {
  const player = await world.addPlayer(baht, [])
  if (coins > 0) await grant(player, BigInt(coins))
  return player
}

const setup = async (player: Player) => (await player.call('GET /api/spinwheel/setup')).body.result
const spin = (player: Player, clientSeed?: string, key?: string) =>
  player.call('POST /api/spinwheel/spin', {
    body: clientSeed === undefined ? {} : { clientSeed },
    headers: key ? { 'idempotency-key': key } : {},
  })
const coupons = async (player: Player) => (await player.call('GET /api/spinwheel/coupon')).body
const claim = (player: Player, coupon: string, key?: string) =>
  player.call('POST /api/spinwheel/coupon/claim', {
    body: { coupon },
    headers: key ? { 'idempotency-key': key } : {},
  })
const walletOf = async (player: Player) => (await player.balances())['wallet']
const countSpins = async (player: Player) =>
  (
    await world.database.db.query<{ n: bigint }>(
      'select count(*) as n from spinwheel_spin where member_id = $1',
      [player.id],
    )
  )[0]!.n

/** A member with one coupon to claim. */
async function addWinner(prize?: Prize) {
  await setWheel([1, 0], prize)
  const player = await addSpinner(1)
  await spin(player)
  const [coupon] = await coupons(player)
  return { player, coupon: coupon._id as string }
}

describe('happy', () => {
  test('SPIN-04 SPIN-05 OP-A12 the setup shows the wheel with its true odds, the coins, and a promise', async () => {
    await setWheel([1, 2])
    const player = await addSpinner(3)
    expect((await player.call('GET /api/spinwheel/active')).body).toEqual({ isActive: true })
    const shown = await setup(player)
    expect(shown).toEqual({
      activeSpinwheel: {
        name: 'Lucky',
        slice: [
          {
            ...look,
            code: 's0',
            label: 'Sector 0',
            htmlDescription: '<b>Twenty</b>',
            chance: 33.3333,
          },
          { ...look, code: 's1', label: 'Sector 1', htmlDescription: null, chance: 66.6667 },
        ],
      },
      userCoin: 3,
      commitment: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect((await player.call('GET /api/account/profile')).body.coin).toBe(3)
    expect(await setup(player)).toEqual(shown)
  })

  test('SPIN-04 SPIN-07 SPIN-17 a wheel, its prizes and the row of the claim are in the language of the page', async () => {
    const each = (word: string) => ({ th: `${word} ไทย`, la: `${word} ລາວ`, en: `${word} English` })
    const slices = [
      { ...look, code: 'won', label: each('Won'), description: each('About'), weight: 1 },
      { ...look, code: 'none', label: 'Again', weight: 0 },
    ].map((slice, at) => ({ ...slice, prize: at ? null : { amount: '20', currency: 'BAHT' } }))
    const definition = anyWheel({ name: each('Lucky'), slices })
    const deps = { db: world.database.db, clock: world.clock }
    const wheel = await defineWheel(deps, { ...act, code: 'tongues', definition })
    await switchWheel(deps, { ...act, currency: 'BAHT', wheel })
    const player = await addSpinner(1)
    const ask = async (locale: string, name: string, options: object = {}) =>
      (await player.call(name, { ...options, headers: { cookie: `locale=${locale}` } })).body

    for (const [locale, word] of [
      ['th', 'ไทย'],
      ['la', 'ລາວ'],
      ['en', 'English'],
    ] as const) {
      const { activeSpinwheel } = (await ask(locale, 'GET /api/spinwheel/setup')).result
      expect(activeSpinwheel.name).toBe(`Lucky ${word}`)
      const shown = activeSpinwheel.slice.map((one: { label: string; htmlDescription: string }) => [
        one.label,
        one.htmlDescription,
      ])
      expect(shown).toEqual([
        [`Won ${word}`, `About ${word}`],
        ['Again', null],
      ])
    }
    const spun = await ask('la', 'POST /api/spinwheel/spin', { body: {} })
    expect(spun.result.label).toBe('Won ລາວ')
    const [coupon] = await ask('en', 'GET /api/spinwheel/coupon')
    expect(coupon.prize).toEqual({
      name: 'Lucky English',
      slice: { label: 'Won English', htmlDescription: 'About English' },
    })
    // A browser without a chosen language gets the variant's default.
    const [plain] = await coupons(player)
    expect(plain.prize.slice.label).toBe('Won ไทย')
    await ask('la', 'POST /api/spinwheel/coupon/claim', { body: { coupon: coupon._id } })
    const [row] = await world.rowsOf(player)
    expect(row!.about).toEqual({ luckydraw: { description: 'Won ລາວ' } })
  })

  test("VAR-03 SPIN-04 without a chosen language a wheel uses the variant's default, as the page does", async () => {
    const laos = await openBonusWorld({ variant: 'laos' })
    const deps = { db: laos.database.db, clock: laos.clock }
    const name = { th: 'ไทย', la: 'ລາວ', en: 'English' }
    const slices = [1, 1].map((weight, at) => ({ ...look, code: `s${at}`, label: name, weight }))
    const definition = anyWheel({ name, currency: 'LAK', slices })
    const wheel = await defineWheel(deps, { ...act, code: 'house', definition })
    await switchWheel(deps, { ...act, currency: 'LAK', wheel })
    const lao = { currency: 'LAK', bankCode: 'BCEL', username: '02055540009' }
    const shown = await setup(await laos.addPlayer(0n, [], lao))
    await laos.close()
    expect(shown.activeSpinwheel.name).toBe('ລາວ')
    expect(shown.activeSpinwheel.slice[0].label).toBe('ລາວ')
  }, 60_000)

  test('SPIN-07 SPIN-17 OP-SPIN a spin takes one coin, and a prize becomes a coupon for thirty days', async () => {
    await setWheel([1, 0])
    const player = await addSpinner(2)
    const answer = await spin(player, 'mine')
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      success: true,
      error: null,
      result: { code: 's0', label: 'Sector 0', remainingCoin: 1 },
    })
    expect((await setup(player)).userCoin).toBe(1)
    expect(await coupons(player)).toEqual([
      {
        _id: expect.any(String),
        prize: { slice: { label: 'Sector 0', htmlDescription: '<b>Twenty</b>' }, name: 'Lucky' },
        amount: 20,
        currency: 'BAHT',
        toPlay: 100,
        expiresAt: new Date(world.clock.now().getTime() + 30 * dayMs).toISOString(),
      },
    ])
    expect(await walletOf(player)).toBe(0)
  })

  test('a sector that wins nothing makes no coupon', async () => {
    await setWheel([0, 1])
    const player = await addSpinner(1)
    expect((await spin(player)).body.result.code).toBe('s1')
    expect(await coupons(player)).toEqual([])
  })

  test('SPIN-14 OP-SPIN OP-B26 claiming credits the wallet, removes the coupon and writes one row of the statement', async () => {
    const { player, coupon } = await addWinner()
    const answer = await claim(player, coupon)
    expect(answer.body).toEqual({ message: 'SUCCESS' })
    expect(await walletOf(player)).toBe(2_000)
    expect(await coupons(player)).toEqual([])
    const rows = await player.call('POST /api/statement', { body: { page: 1, limit: 5 } })
    expect(rows.body.statements[0]).toMatchObject({
      statementType: 'bonus',
      from: 'luckydraw',
      to: 'wallet',
      amount: 20,
      currency: 'BAHT',
      status: 'SUCCESS',
      luckydraw: { description: 'Sector 0' },
    })
  })

  test('the open pages of the winner are pushed what was credited, and those of others nothing', async () => {
    const { player, coupon } = await addWinner()
    const other = await addSpinner(0)
    const [page, others] = [
      await openSocket(world.address, { token: player.token }),
      await openSocket(world.address, { token: other.token }),
    ]
    await claim(player, coupon)
    const { seq } = (await listBalances(world.database.db, player.id)).find(
      ({ kind }) => kind === 'wallet',
    )!
    expect(await page.nextPush('reward')).toEqual({
      seq: Number(seq),
      type: 'bonus',
      currency: 'BAHT',
    })
    expect(others.pushes).toEqual([])
    for (const { socket } of [page, others]) socket.close()
  })

  test('a prize in coins is credited as coins', async () => {
    const { player, coupon } = await addWinner({ amount: '3', currency: 'COIN' })
    expect((await claim(player, coupon)).status).toBe(200)
    expect((await setup(player)).userCoin).toBe(3)
    expect(await walletOf(player)).toBe(0)
  })

  test('a promise is revealed once it is used up, and every spin can be repeated', async () => {
    await setWheel([1, 5, 3])
    const player = await addSpinner(4)
    const { commitment } = await setup(player)
    const spun = []
    for (const clientSeed of ['a', 'b', 'ค', '0:0:x'])
      spun.push({ clientSeed, code: (await spin(player, clientSeed)).body.result.code as string })
    const path = `GET /api/spinwheel/reveal/${commitment}`
    expect((await player.call(path)).body.code).toBe('NO_DATA')
    expect((await setup(player)).commitment).not.toBe(commitment)

    const { body: shown } = await player.call(path)
    expect(shown.wheel).toEqual([
      { code: 's0', weight: 1 },
      { code: 's1', weight: 5 },
      { code: 's2', weight: 3 },
    ])
    expect(shown.spins.map(({ nonce }: { nonce: number }) => nonce)).toEqual([0, 1, 2, 3])
    for (const one of spun)
      expect(checkSpin(shown, { ...one, commitment })).toMatchObject({ fair: true })

    const stranger = await addSpinner(0)
    expect((await stranger.call(path)).status).toBe(404)
  })

  test('a promise covers a hundred spins, and is revealed with the next one', async () => {
    await setWheel([0, 1])
    const player = await addSpinner(101)
    const { commitment } = await setup(player)
    const path = `GET /api/spinwheel/reveal/${commitment}`
    for (let n = 0; n < 100; n += 1) {
      expect((await spin(player)).body.success).toBe(true)
      // As fast as the rate limit allows.
      world.clock.moveMs(2_000)
    }
    expect((await player.call(path)).body.code).toBe('NO_DATA')
    expect((await spin(player)).body.success).toBe(true)
    expect((await player.call(path)).body.spins).toHaveLength(100)
  }, 60_000)
})

describe('refused', () => {
  test('OP-E12 SPIN-06 without a coin nothing is drawn', async () => {
    await setWheel([1, 0])
    const player = await addSpinner(0)
    const answer = await spin(player)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ success: false, error: 'NO_DATA', result: null })
    expect(await countSpins(player)).toBe(0n)
  })

  test('OP-E12 SPIN-05 without a wheel nothing is drawn, and coins stay', async () => {
    await noWheel()
    const player = await addSpinner(1)
    expect((await player.call('GET /api/spinwheel/active')).body).toEqual({ isActive: false })
    expect((await spin(player)).body).toEqual({
      success: false,
      error: 'KEY_INVALID',
      result: null,
    })
    expect(await setup(player)).toEqual({ activeSpinwheel: null, userCoin: 1, commitment: null })
  })

  test('a wheel that changed since it was shown is not spun before the member sees it', async () => {
    await setWheel([1, 0])
    const player = await addSpinner(1)
    await setup(player)
    await setWheel([0, 1])
    expect((await spin(player)).body).toMatchObject({ success: false, error: 'KEY_INVALID' })
    await setup(player)
    expect((await spin(player)).body.result.code).toBe('s1')
  })

  test("SEC-14 SPIN-22 ERRC-76 an unknown coupon, another member's, and a claimed one are not found", async () => {
    const { player, coupon } = await addWinner()
    const stranger = await addSpinner(0)
    for (const answer of [await claim(stranger, coupon), await claim(player, randomUUID())]) {
      expect(answer.status).toBe(404)
      expect(answer.body.code).toBe('NO_CLAIMABLE_COUPON')
    }
    await claim(player, coupon)
    expect((await claim(player, coupon)).body.code).toBe('NO_CLAIMABLE_COUPON')
    expect((await claim(player, 'nonsense')).body.code).toBe('INVALID_CODE')
    expect(await walletOf(player)).toBe(2_000)
    expect(await walletOf(stranger)).toBe(0)
  })

  test('SPIN-22 ERRC-80 after its last day a coupon has expired', async () => {
    await world.set('spin.couponDays', 1)
    const { player, coupon } = await addWinner()
    world.clock.moveMs(dayMs - 1_000)
    expect(await coupons(player)).toHaveLength(1)
    world.clock.moveMs(1_000)
    const answer = await claim(player, coupon)
    expect([answer.status, answer.body.code]).toEqual([409, 'COUPON_EXPIRED'])
    expect(await coupons(player)).toEqual([])
    await world.set('spin.couponDays', 30)
  })

  test('CARE-81 SPIN-22 OP-E01 a claim that was reported as never made is refused when it arrives, and the coupon stays', async () => {
    const { player, coupon } = await addWinner()
    const key = systemIds.key()
    expect((await player.call(`GET /api/outcome/${key}`)).body.state).toBe('never')
    expect((await claim(player, coupon, key)).body.code).toBe('ABANDONED')
    expect(await walletOf(player)).toBe(0)
    expect((await claim(player, coupon)).status).toBe(200)
    expect(await walletOf(player)).toBe(2_000)
  })

  test('SPIN-22 a coupon that an operator has voided cannot be claimed', async () => {
    const { player, coupon } = await addWinner()
    const { clock, database } = world
    await voidCoupon({ db: database.db, clock }, { ...act, id: coupon, why: 'a mistake' })
    const answer = await claim(player, coupon)
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_PRIZE_CODE'])
    expect(await walletOf(player)).toBe(0)
  })

  test('SPIN-22 ERRC-81 I29 while a bonus is held a coupon cannot be claimed, and stays', async () => {
    const { player, coupon } = await addWinner()
    await world.defineBonus('HELD', { terms: { endAmount: { BAHT: '999999' } } })
    expect((await player.call('GET /api/bonus/activate/HELD')).status).toBe(200)
    const answer = await claim(player, coupon)
    expect([answer.status, answer.body.code]).toEqual([409, 'BONUS_REMAINING'])
    expect(await coupons(player)).toHaveLength(1)
    expect(await walletOf(player)).toBe(10_000)
    expect((await player.call('GET /api/bonus/clear')).status).toBe(200)
    expect((await claim(player, coupon)).status).toBe(200)
    expect(await walletOf(player)).toBe(12_000)
  })

  test('I29 the database itself lets no coupon end twice and no promise be changed', async () => {
    const { player, coupon } = await addWinner()
    await claim(player, coupon)
    const { db } = world.database
    const reopen = `update spinwheel_coupon set state = 'open', claim_key = null, ended_at = null where id = $1`
    await expect(db.query(reopen, [coupon])).rejects.toThrow('cannot change')
    const back = 'update spinwheel_seed set nonce = 0 where member_id = $1'
    await expect(db.query(back, [player.id])).rejects.toThrow('promise')
    await expect(db.query('delete from spinwheel_spin')).rejects.toThrow('permission denied')
  })

  test('SPIN-24 CARE-58 nothing is drawn under another promise than the one shown, and no coin is taken', async () => {
    await setWheel([1, 1])
    const player = await addSpinner(3)
    const spinUnder = async (commitment: string, key: string = randomUUID()) => {
      const options = { body: { commitment }, headers: { 'idempotency-key': key } }
      return (await player.call('POST /api/spinwheel/spin', options)).body
    }
    const { commitment: first } = await setup(player)
    const key = randomUUID()
    const drawn = await spinUnder(first, key)
    expect(drawn).toMatchObject({ success: true, result: { remainingCoin: 2 } })
    // Another device reads the wheel, and so closes the promise.
    const { commitment: second } = await setup(player)
    expect(await spinUnder(first)).toEqual({ success: false, error: 'KEY_INVALID', result: null })
    expect((await setup(player)).userCoin).toBe(2)
    // A refused member can see that the promise was used: no draw was inspected and discarded.
    const { body: revealed } = await player.call(`GET /api/spinwheel/reveal/${first}`)
    expect(wasUsedByOthers(revealed, { commitment: first, clientSeed: 'mine' })).toBe(true)
    // A recorded draw is returned again all the same.
    expect(await spinUnder(first, key)).toEqual(drawn)
    expect(await spinUnder(second)).toMatchObject({ success: true, result: { remainingCoin: 1 } })
  })

  test('the same key with another body, or for another coupon, is refused', async () => {
    await setWheel([1, 0])
    const player = await addSpinner(2)
    const key = randomUUID()
    await spin(player, 'a', key)
    expect((await spin(player, 'b', key)).body.code).toBe('KEY_REUSED')
    await spin(player)
    const [one, other] = await coupons(player)
    const claimKey = randomUUID()
    expect((await claim(player, one._id, claimKey)).status).toBe(200)
    expect((await claim(player, other._id, claimKey)).body.code).toBe('KEY_REUSED')
    expect(await walletOf(player)).toBe(2_000)
  })

  test('SCREEN-13 a definition that cannot be drawn or paid is refused at its place: tickets that do not add up, a foreign prize, one code twice, markup', async () => {
    const deps = { db: world.database.db, clock: world.clock }
    const slice = { code: 'a', label: 'A', weight: 1 }
    const other = { ...slice, code: 'b' }
    const versions = () => listVersions(deps.db, 'bad', 10)
    const problemsOf = async (slices: Parameters<typeof anyWheel>[0]['slices'], more = {}) => {
      const definition = { ...anyWheel({ slices }), ...more }
      const done = defineWheel(deps, { ...act, code: 'bad', definition })
      const error: unknown = await done.then(
        () => null,
        (reason: unknown) => reason,
      )
      if (error === null) return []
      expect(error).toBeInstanceOf(ValueRefused)
      return (error as ValueRefused).problems.map(({ path, reason }) => [path.join('.'), reason])
    }
    expect(await problemsOf([slice, slice])).toEqual([['slices', 'twice']])
    expect(await problemsOf([slice])).toEqual([['slices', 'few']])
    const none = { weight: 0 }
    expect(
      await problemsOf([
        { ...slice, ...none },
        { ...other, ...none },
      ]),
    ).toEqual([['tickets', 'form']])
    for (const tickets of [1, 3, 1000])
      expect(await problemsOf([slice, other], { tickets })).toEqual([['tickets', 'tickets']])
    expect(await problemsOf([{ ...slice, weight: -1 }, other], { tickets: 2 })).toEqual([
      ['slices.0.weight', 'form'],
      ['tickets', 'tickets'],
    ])
    const kip = { ...slice, prize: { amount: '5', currency: 'LAK' } }
    expect(await problemsOf([kip, other])).toEqual([['slices.0.prize.currency', 'otherCurrency']])
    const parts = { ...slice, prize: { amount: '1.5', currency: 'COIN' } }
    expect(await problemsOf([parts, other])).toEqual([['slices.0.prize.amount', 'form']])
    const torn = { ...slice, description: '<b>one' }
    expect((await problemsOf([torn, other]))[0]).toEqual(['slices.0.description.th', 'markup'])
    const [left] = anyWheel({ slices: [slice, other] }).slices
    const missing = { slices: [left, { ...left, code: 'b', label: { th: 'ก', en: 'A' } }] }
    expect(await problemsOf([slice, other], missing)).toEqual([['slices.1.label.la', 'missing']])
    expect(await versions()).toEqual([])
    expect(await problemsOf([slice, other])).toEqual([])
    expect(await versions()).toHaveLength(1)
  })

  test('SCREEN-42 a wheel begins and ends by itself: before and after members see none, and cannot spin', async () => {
    const wheel = await setWheel([1, 0])
    const player = await addSpinner(2)
    const deps = { db: world.database.db, clock: world.clock }
    const from = new Date(world.clock.now().getTime() + 60_000)
    const until = new Date(from.getTime() + 60_000)
    const put = (more: object) =>
      switchWheel(deps, { ...act, currency: 'BAHT', wheel, from, until, ...more })
    await expect(put({ until: from })).rejects.toThrow('before it begins')
    await put({})
    const isActive = async () =>
      (await player.call('GET /api/spinwheel/active')).body.isActive as boolean
    expect(await isActive()).toBe(false)
    expect((await spin(player)).body.error).toBe('KEY_INVALID')
    world.clock.moveMs(60_000)
    expect(await isActive()).toBe(true)
    await setup(player)
    expect((await spin(player)).body.success).toBeTruthy()
    world.clock.moveMs(60_000)
    expect(await isActive()).toBe(false)
    expect((await spin(player)).body.error).toBe('KEY_INVALID')
    await noWheel()
  })

  test('SCREEN-42 for its time one takes the place of the one that is there for good, which comes back by itself; what was asked about another one around it is refused', async () => {
    const deps = { db: world.database.db, clock: world.clock }
    const lasting = await setWheel([1, 0])
    const wheel = await setWheel([0, 1])
    const player = await addSpinner(9)
    const put = (more: object = {}) =>
      switchWheel(deps, { ...act, currency: 'BAHT', wheel, ...more })
    const inMs = (ms: number) => new Date(world.clock.now().getTime() + ms)
    const seen = () => findActiveWheelId(deps.db, 'BAHT', world.clock.now())
    await put({ wheel: lasting })
    const times = { from: inMs(60_000), until: inMs(120_000) }
    await expect(put({ ...times, otherwise: wheel.id })).rejects.toThrow('another wheel')
    await put({ ...times, otherwise: lasting.id })
    const shown = [await seen()]
    for (const _ of [1, 2]) {
      world.clock.moveMs(60_000)
      shown.push(await seen())
      await setup(player)
      expect((await spin(player)).body.success).toBeTruthy()
    }
    expect(shown).toEqual([lasting.id, wheel.id, lasting.id])
    // What follows a time goes on from there: the one for good stays so.
    await put({ until: inMs(60_000) })
    expect(await seen()).toBe(wheel.id)
    await put({ until: inMs(90_000) })
    world.clock.moveMs(90_000)
    expect(await seen()).toBe(lasting.id)
    // From a time on, it is there for good.
    await put({ from: inMs(60_000) })
    expect(await seen()).toBe(lasting.id)
    world.clock.moveMs(60_000)
    expect(await seen()).toBe(wheel.id)
    await put({ wheel: lasting, until: inMs(60_000) })
    expect(await seen()).toBe(lasting.id)
    world.clock.moveMs(60_000)
    expect(await seen()).toBe(wheel.id)
    // One that is given an end itself does not follow itself.
    await put({ until: inMs(60_000) })
    world.clock.moveMs(60_000)
    expect((await player.call('GET /api/spinwheel/active')).body.isActive).toBe(false)
    await expect(put({ until: world.clock.now() })).rejects.toThrow('is over')
    await noWheel()
  })

  const moments: Moment[] = [
    { at: 'after', statement: 'insert into spinwheel_active' },
    { at: 'before the commit of', statement: 'insert into core_audit' },
    { at: 'after the commit of', statement: 'insert into core_audit' },
  ]
  test.each(moments)(
    'SCREEN-42 killed $at $statement a switch for a time is whole or not, and so is what members see in it and after it',
    async (moment) => {
      const { db, url } = world.database
      const deps = { db, clock: world.clock }
      const lasting = await setWheel([1, 0])
      const wheel = await setWheel([0, 1])
      await switchWheel(deps, { ...act, currency: 'BAHT', wheel: lasting })
      const until = new Date(world.clock.now().getTime() + 60_000)
      const timed = { ...act, currency: 'BAHT', wheel, until, otherwise: lasting.id } as const
      const seen = () => findActiveWheelId(db, 'BAHT', world.clock.now())
      await loseAt(url, moment, (lost) => switchWheel({ ...deps, db: lost }, timed))
      const isDone = moment.at === 'after the commit of'
      await expect.poll(seen).toBe(isDone ? wheel.id : lasting.id)
      // Done again it comes to the same.
      await switchWheel(deps, timed)
      expect(await seen()).toBe(wheel.id)
      world.clock.moveMs(60_000)
      expect(await seen()).toBe(lasting.id)
      await noWheel()
    },
  )
})

describe('at once', () => {
  test('I28 SPIN-23 F32 twenty spins for one coin: one is drawn, and nineteen are refused for lack of coins', async () => {
    await setWheel([1, 1])
    const player = await addSpinner(1)
    const answers = await Promise.all(Array.from({ length: 20 }, () => spin(player)))
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.error === 'NO_DATA')).toHaveLength(19)
    expect(await countSpins(player)).toBe(1n)
    expect((await setup(player)).userCoin).toBe(0)
  })

  test('I28 ten calls with the same key are one spin with one reply', async () => {
    await setWheel([1, 1, 1, 1])
    const player = await addSpinner(5)
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 10 }, () => spin(player, 'x', key)))
    await noWheel()
    answers.push(await spin(player, 'x', key))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]!.body.result.remainingCoin).toBe(4)
    expect(await countSpins(player)).toBe(1n)
    const outcome = await player.call(`GET /api/outcome/${key}`)
    expect(outcome.body).toMatchObject({ state: 'done', route: 'POST /api/spinwheel/spin' })
  })

  test('a spin without a key counts every time', async () => {
    await setWheel([1, 1])
    const player = await addSpinner(2)
    expect((await spin(player, 'x')).body.result.remainingCoin).toBe(1)
    expect((await spin(player, 'x')).body.result.remainingCoin).toBe(0)
  })

  test('I29 F32 SEC-07 fifty claims of one coupon credit it once', async () => {
    const { player, coupon } = await addWinner()
    const answers = await Promise.all(Array.from({ length: 50 }, () => claim(player, coupon)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await walletOf(player)).toBe(2_000)
  })

  test('I29 a claim that is repeated with its key succeeds and credits nothing more', async () => {
    const { player, coupon } = await addWinner()
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => claim(player, coupon, key)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await walletOf(player)).toBe(2_000)
  })

  test('after a key was reported as never used, the late spin under it is refused', async () => {
    await setWheel([1, 1])
    const player = await addSpinner(1)
    const key = randomUUID()
    expect((await player.call(`GET /api/outcome/${key}`)).body.state).toBe('never')
    expect((await spin(player, 'x', key)).body.code).toBe('ABANDONED')
    expect((await setup(player)).userCoin).toBe(1)
  })
})

describe('killed', () => {
  test.each<[CrashPoint, string]>([
    ['spin.drawn', 'POST /api/spinwheel/spin'],
    ['coupon.claimed', 'POST /api/spinwheel/coupon/claim'],
  ])(
    'I28 a server that dies after the commit (%s) returns the same reply to the repeated call',
    { tags: 'long-1', timeout: 60_000 },
    async (step, name) => {
      const { player, coupon } = await addWinner()
      const body = step === 'spin.drawn' ? { clientSeed: 'k' } : { coupon }
      const headers = { 'idempotency-key': randomUUID() }
      if (step === 'spin.drawn') await grant(player, 1n)
      const doomed = await startDoomedServer(world, step)
      await expect(
        send(doomed.address, name, { token: player.token, body, headers }),
      ).rejects.toThrow('fetch failed')
      expect(await doomed.died).toBe('SIGKILL')
      const again = await player.call(name, { body, headers })
      expect(again.status).toBe(200)
      expect(await countSpins(player)).toBe(step === 'spin.drawn' ? 2n : 1n)
      expect((await setup(player)).userCoin).toBe(0)
      expect(await walletOf(player)).toBe(step === 'spin.drawn' ? 0 : 2_000)
    },
  )
})
