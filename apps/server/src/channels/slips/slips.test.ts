import { afterEach, describe, expect, test } from 'vitest'
import { dayMs, minuteMs } from '@kapao/contract/times'
import { openSlipWorld } from '#testing/worlds/slip-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openSlipWorld)
afterEach(() => world.sandbox.control('DELETE', '/faults', {}))

describe('happy', () => {
  test('DEP-S01 DEP-S06 DEP-S08 OP-SLIP a slip is taken at once, read, checked with the bank and credited with what the bank says', async () => {
    const who = await world.addPayer()
    const transfer = await world.transfer(who, { amount: '500.37' })
    const answer = await world.upload(who, await world.picture(transfer))
    expect(answer).toMatchObject({ status: 200, body: { status: 'PENDING' } })
    const slip = await world.settled(who)
    expect(slip).toEqual({
      reference: answer.body.reference,
      createdAt: world.clock.now().toISOString(),
      amount: 500.37,
      currency: 'BAHT',
      status: 'SUCCESS',
      note: null,
      link: null,
    })
    expect(await world.balanceOf(who)).toBe(50_037n)
    const rows = await world.database.db.query(
      `select statement_type, "from", status, amount from statement_row where member_id = $1`,
      [who.id],
    )
    expect(rows).toEqual([
      { statement_type: 'deposit', from: 'KBANK', status: 'SUCCESS', amount: 50_037n },
    ])
  })

  test.each(['jpeg', 'small', 'rotated', 'sideways', 'blurred', 'dark', 'photo', 'screenshot'])(
    'a slip that is %s is read',
    { tags: 'long-4' },
    async (variant) => {
      const who = await world.addPayer()
      const transfer = await world.transfer(who)
      await world.upload(who, await world.picture(transfer, variant, 3))
      expect(await world.settled(who)).toMatchObject({ status: 'SUCCESS', amount: 500 })
    },
  )

  test("an amount painted over the slip is ignored: the bank's amount is credited", async () => {
    const who = await world.addPayer()
    await world.upload(who, await world.picture(await world.transfer(who), 'edited'))
    expect(await world.settled(who)).toMatchObject({ status: 'SUCCESS', amount: 500 })
    expect(await world.balanceOf(who)).toBe(50_000n)
  })

  test('a Thai name on the slip is compared with a Thai name, and the account with its visible digits', async () => {
    const who = await world.addPayer()
    const transfer = await world.transfer(who, { fromNameTH: 'สมชาย ใจดี' })
    await world.upload(who, await world.picture(transfer))
    expect(await world.settled(who)).toMatchObject({ status: 'SUCCESS' })
  })
})

describe('refused, each with its reason', () => {
  test.each([
    ['without a code', 'no-qr', {}, 'CANNOT_READ_CROPPED_IMAGE'],
    ['with a damaged code', 'damaged', {}, 'UNSTABLE_REFNO_ON_SLIP'],
    ['of a transfer that never was', 'forged', {}, 'INVALID_SLIP'],
    ['that is a code to be paid', 'payment-qr', {}, 'INVALID_SLIP'],
    ['of tomorrow', 'plain', { minutesAgo: -1_000 }, 'INVALID_SLIP'],
    ['for another account', 'plain', { toAccount: '9998887776' }, 'DEST_ACC_INVALID'],
    ['for another bank', 'plain', { toBank: 'BBL' }, 'DEST_ACC_INVALID'],
    ['in another currency', 'plain', { currency: 'LAK' }, 'DEST_ACC_INVALID'],
    ['from another account', 'plain', { fromAccount: '5554443332' }, 'NOT_MATCH'],
    ['from another bank', 'plain', { fromBank: 'SCB' }, 'NOT_MATCH'],
    ['from another person', 'plain', { fromName: 'MALEE RAKDEE' }, 'NOT_MATCH'],
    ['DEP-S03 of 61 minutes ago', 'plain', { minutesAgo: 61 }, 'EXPIRED_SLIP'],
  ])('F26 %s', { tags: 'long-4' }, async (_name, variant, more, note) => {
    const who = await world.addPayer()
    const transfer = await world.transfer(who, more)
    const answer = await world.upload(who, await world.picture(transfer, variant))
    expect(answer.status).toBe(200)
    expect(await world.settled(who)).toMatchObject({ status: 'FAILED', note })
    expect(await world.balanceOf(who)).toBe(0n)
  })

  test('DEP-S03 59 minutes are within the hour', async () => {
    const who = await world.addPayer()
    const transfer = await world.transfer(who, { minutesAgo: 59 })
    await world.upload(who, await world.picture(transfer))
    expect(await world.settled(who)).toMatchObject({ status: 'SUCCESS' })
  })

  test("DEP-S09 the same slip again is a duplicate, by the bank's reference and not by its bytes", async () => {
    const who = await world.addPayer()
    const transfer = await world.transfer(who)
    await world.upload(who, await world.picture(transfer))
    expect(await world.settled(who)).toMatchObject({ status: 'SUCCESS' })
    await world.upload(who, await world.picture(transfer, 'rotated', 5))
    expect(await world.settled(who)).toMatchObject({
      status: 'FAILED',
      note: 'SLIP_REFNO_DUPLICATED',
    })
    expect(await world.balanceOf(who)).toBe(50_000n)
  })

  test('a captcha that could not be passed has its own reason', async () => {
    await world.sandbox.addFault({ operation: 'slips.slipok', kind: 'captcha' })
    const who = await world.addPayer()
    await world.upload(who, await world.picture(await world.transfer(who)))
    expect(await world.settled(who)).toMatchObject({ note: 'TRIPPLE_WRONG_CAPTCHA' })
  })

  test('NOT_MATCH on an unwatched account keeps the money for its owner', async () => {
    const who = await world.addPayer()
    const toScb = { toBank: 'SCB', toAccount: '4445556667' }
    const transfer = await world.transfer(who, {
      ...toScb,
      fromName: 'MALEE RAKDEE',
      amount: '71.00',
    })
    await world.upload(who, await world.picture(transfer))
    expect(await world.settled(who)).toMatchObject({ note: 'NOT_MATCH' })
    const held = await world.database.db.query(
      `select a.party from ledger_movement m join ledger_account a on a.id = m.credit
       where m.amount = 7100 and a.kind = 'suspense'`,
    )
    expect(held).toEqual([{ party: 'bank' }])
    expect(await world.balanceOf(who)).toBe(0n)
  })

  test('a stranger who shows a slip first, and again, does not keep the owner from their money', async () => {
    const [payer, stranger] = [await world.addPayer(), await world.addPayer()]
    const toScb = { toBank: 'SCB', toAccount: '4445556667', amount: '650.00' }
    const picture = await world.picture(await world.transfer(payer, toScb))
    for (let turn = 0; turn < 2; turn += 1) {
      await world.upload(stranger, picture)
      expect(await world.settled(stranger)).toMatchObject({ note: 'NOT_MATCH' })
    }
    await world.upload(payer, picture)
    expect(await world.settled(payer)).toMatchObject({ status: 'SUCCESS', amount: 650 })
    await world.upload(stranger, picture)
    expect(await world.settled(stranger)).toMatchObject({ note: 'SLIP_REFNO_DUPLICATED' })
    expect([await world.balanceOf(payer), await world.balanceOf(stranger)]).toEqual([65_000n, 0n])
  })
})

describe('a bank that does not know the transfer yet', () => {
  test('F26 stays in progress, is asked again at the time the service gave, and is credited then', async () => {
    await world.sandbox.addFault({ operation: 'slips.slipok', kind: 'bank-delay', count: 1 })
    const who = await world.addPayer()
    await world.upload(who, await world.picture(await world.transfer(who)))
    expect(await world.settled(who)).toMatchObject({ status: 'PENDING', amount: null, note: null })
    await world.passTime(4 * minuteMs)
    await world.runJobs()
    expect(await world.settled(who)).toMatchObject({ status: 'PENDING' })
    await world.passTime(61_000)
    await world.runJobs()
    expect(await world.settled(who)).toMatchObject({ status: 'SUCCESS', amount: 500 })
  })

  test.each([
    'drop-before',
    'drop-after',
    'status-before',
    'garbage',
    'empty',
    'html-403',
    'maintenance',
    'no-quota',
    'other-transfer',
  ])(
    'S37 %s decides nothing about the slip: it is asked again and credited once',
    { tags: 'long-2' },
    async (kind) => {
      await world.sandbox.addFault({ operation: 'slips.slipok', kind, count: 1 })
      const who = await world.addPayer()
      await world.upload(who, await world.picture(await world.transfer(who)))
      expect(await world.settled(who)).toMatchObject({ status: 'PENDING' })
      await world.passTime(minuteMs)
      await world.runJobs()
      expect(await world.settled(who)).toMatchObject({ status: 'SUCCESS' })
      expect(await world.balanceOf(who)).toBe(50_000n)
    },
  )

  test('after hours without an answer it is for operators', async () => {
    await world.sandbox.addFault({ operation: 'slips.slipok', kind: 'status-before' })
    const who = await world.addPayer()
    await world.upload(who, await world.picture(await world.transfer(who)))
    expect(await world.settled(who)).toMatchObject({ status: 'PENDING' })
    await world.passTime(7 * 60 * minuteMs)
    await world.runJobs()
    expect(await world.settled(who)).toMatchObject({ status: 'FAILED', note: 'UNKNOW_ERROR' })
  })
})

describe('at once', () => {
  test('F25 one slip by six members at once, and twice by its owner: one credit', async () => {
    const owner = await world.addPayer()
    const others = await Promise.all(Array.from({ length: 5 }, () => world.addPayer()))
    const transfer = await world.transfer(owner, { amount: '123.00' })
    const picture = await world.picture(transfer)
    await Promise.all([owner, ...others, owner].map((who) => world.upload(who, picture)))
    for (const who of others) {
      expect(await world.settled(who)).toMatchObject({ status: 'FAILED' })
      expect(await world.balanceOf(who)).toBe(0n)
    }
    await world.settled(owner)
    const { slips } = await world.slips(owner)
    expect(slips.map(({ status, note }) => `${status} ${note}`).toSorted()).toEqual([
      'FAILED SLIP_REFNO_DUPLICATED',
      'SUCCESS null',
    ])
    expect(await world.balanceOf(owner)).toBe(12_300n)
  })
})

describe('the list', () => {
  test('SLIP-01 SLIP-06 OP-STMT pages hold each slip once, newest first, with the total; strangers see none of it', async () => {
    const [who, other] = [await world.addPayer(), await world.addPayer()]
    const transfer = await world.transfer(who)
    const picture = await world.picture(transfer, 'no-qr')
    const references: string[] = []
    for (let n = 0; n < 5; n += 1)
      references.push((await world.upload(who, picture)).body.reference)
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => world.slips(who, { page, limit: 2 })),
    )
    expect(pages.flatMap(({ slips }) => slips.map(({ reference }) => reference))).toEqual(
      references.toReversed(),
    )
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5])
    expect(await world.slips(other)).toEqual({ total: 0, slips: [] })
  })
})

describe('the closed hours and the quota', () => {
  test('DEP-S04 F42 ERRC-71 closed from 23:00 to 00:30 in Bangkok, on the server', async () => {
    const who = await world.addPayer()
    const picture = await world.picture(await world.transfer(who))
    const at = new Date('2026-11-21T15:59:50Z').getTime()
    const token = async () => world.login(who.username, who.password)
    const later = new Date(Math.ceil((world.clock.now().getTime() - at) / dayMs) * dayMs + at)
    await world.passTime(later.getTime() - world.clock.now().getTime())
    const fresh = { ...who, token: await token() }
    expect((await world.upload(fresh, picture)).status).toBe(200)
    await world.passTime(10_000)
    for (const pause of [0, 60 * minuteMs, 29 * minuteMs]) {
      await world.passTime(pause)
      expect(await world.upload(fresh, picture)).toMatchObject({
        status: 400,
        body: { code: 'SLIP_UPLOAD_FAIL' },
      })
    }
    await world.passTime(minuteMs)
    expect((await world.upload(fresh, picture)).status).toBe(200)
  })

  test('S40 a member has a limited number of slips a day', async () => {
    await world.set('slip.dayMax', 2)
    const who = await world.addPayer()
    const picture = await world.picture(await world.transfer(who), 'no-qr')
    const statuses = []
    for (let n = 0; n < 3; n += 1) statuses.push((await world.upload(who, picture)).status)
    expect(statuses).toEqual([200, 200, 429])
    await world.passTime(24 * 60 * minuteMs)
    const fresh = { ...who, token: await world.login(who.username, who.password) }
    expect((await world.upload(fresh, picture)).status).toBe(200)
    await world.set('slip.dayMax', 50)
  })

  test(
    'COST-01 slips have a sum of their own a day: one counts as it came, and once it is read as it is kept',
    { tags: 'long-2' },
    async () => {
      await world.set('slip.dayMb', 3)
      const who = await world.addPayer()
      const { type, bytes } = await world.picture(await world.transfer(who))
      // What follows a picture is not kept of it.
      const long = new Uint8Array(Buffer.concat([bytes, Buffer.alloc(2 * 1024 * 1024)]))
      const statuses = []
      for (let n = 0; n < 3; n += 1) {
        statuses.push((await world.upload(who, { type, bytes: long })).status)
        await world.settled(who)
      }
      expect(statuses).toEqual([200, 200, 200])
      const setWritten = (bytes: number) =>
        world.database.ownerDb.query(
          `update core_written set bytes = $2 where owner = 'slips:' || $1`,
          [who.id, bytes],
        )
      await setWritten(3_000_000)
      const refused = await world.upload(who, { type, bytes: long })
      expect([refused.status, refused.body.code]).toEqual([429, 'DAY_LIMIT'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      // A full sum refuses before anything is read: whether it is a picture nobody knows.
      await setWritten(3 * 1024 * 1024)
      const unread = await world.upload(who, { type, bytes: new Uint8Array(9) })
      expect(unread.body.code).toBe('DAY_LIMIT')
      await world.set('slip.dayMb', 20)
    },
  )
})
