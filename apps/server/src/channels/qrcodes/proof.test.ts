import type { CrashPoint } from '#core/jobs/failpoint.ts'
import { afterEach, expect, test } from 'vitest'
import { dayMs, minuteMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { listItems } from '#records/items/store.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { forge } from '#testing/attacks/forged.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { startDoomedServer } from '#testing/processes/killed-server.ts'
import { openPayWorld } from '#testing/worlds/pay-world.ts'
import { resolvePayment } from './review.ts'
import { readTrust } from './payments/proof-store.ts'

const world = testWorld(openPayWorld)

afterEach(() => world.sandbox.control('DELETE', '/faults', {}))

const patienceMs = 60_000

/** The gateway cannot be asked until the returned function is called. */
async function silence(provider: string, fault: Record<string, unknown> = {}) {
  const operation = `gateways.${provider}.query`
  await world.sandbox.addFault({ operation, kind: 'maintenance', ...fault })
  return async () => {
    await world.sandbox.control('DELETE', '/faults', {})
    // Lets the breaker that stopped the queries try again.
    await world.passTime(11_000)
  }
}

type CodeOrder = { player: Player; reference: string; amount: string }

async function newCode(provider: string, amount: number): Promise<CodeOrder> {
  const player = await world.addPlayer(0n, [])
  await world.order(player, provider, amount)
  const { reference, shown } = await world.newest(provider)
  return { player, reference, amount: shown }
}

/** A payment that the gateway has, without a webhook. */
async function paidCode(provider: string, amount: number, fields: Record<string, unknown> = {}) {
  const coded = await newCode(provider, amount)
  const [paid] = await world.pay(provider, {
    reference: coded.reference,
    told: false,
    ...fields,
  })
  return { ...coded, payment: paid!.id }
}

const satangOf = ({ amount }: CodeOrder): number => Math.round(Number(amount) * 100)
const rowOf = async ({ reference }: CodeOrder) => {
  const [row] = await world.database.db.query<{
    payment: string
    state: string
    isConfirmed: boolean
    isDenied: boolean
    paidAt: Date | null
    codeAt: Date
  }>(
    `select p.payment, p.state, p.is_confirmed as "isConfirmed", p.denied_at is not null as "isDenied", d.paid_at as "paidAt",
       c.created_at as "codeAt"
     from qrcodes_payment p join qrcodes_code c on c.id = p.code left join deposits_deposit d on d.id = p.deposit
     where p.reference = $1`,
    [reference],
  )
  return row!
}
const findingsOf = async (payment: string) => {
  const rows = await world.database.db.query<{ what: string }>(
    `select coalesce(kind, 'none') || ': ' || what as what from qrcodes_finding where about = $1 order by id`,
    [payment],
  )
  return rows.map(({ what }) => what).join('; ')
}
const itemOf = async (payment: string) =>
  (
    await listItems(world.database.db, {
      kind: 'qrcodes.unknown',
      memberId: null,
      open: true,
      limit: 100,
    })
  ).find(({ key }) => key.endsWith(payment))
const trustIn = async (provider: string) =>
  (await readTrust(world.database.db)).find((one) => one.provider === provider)

const withdraw = (player: Player, amount: number) =>
  player.call('POST /api/wallet/withdraw', {
    body: { amount },
    headers: { 'idempotency-key': systemIds.key() },
  })
const withdrawalOf = async ({ id }: Player) => {
  const [row] = await world.database.db.query<{ id: string; state: string; why: string | null }>(
    'select id, state, why from withdrawals_withdrawal where member_id = $1',
    [id],
  )
  return row!
}

const decide = (payment: string, received: string | null) =>
  resolvePayment(
    { db: world.database.db, clock: world.clock },
    {
      payment,
      provider: null,
      received,
      why: 'their settlement',
      actor: 'operator:nok',
      requestId: 'kapao',
    },
  )

test('CARE-01 CARE-04 signed messages for open codes, at once and with nothing paid, credit nothing: a minute later they are items for operators', async () => {
  const codes = await Promise.all(Array.from({ length: 6 }, () => world.addPlayer(0n, [])))
  const coded: CodeOrder[] = []
  for (const player of codes) {
    await world.order(player, 'ZPAY', 19_999)
    const { reference, shown } = await world.newest('ZPAY')
    coded.push({ player, reference, amount: shown })
  }
  const statuses = await Promise.all(coded.map((one) => forge(world, 'ZPAY', one)))
  expect(new Set(statuses)).toEqual(new Set([200]))
  for (const { player } of coded) expect(await world.walletOf(player)).toBe(0)
  expect(await trustIn('ZPAY')).toMatchObject({ unproven: 0n, denied: 6 })
  await world.work(2)
  for (const one of coded) {
    const { payment, state } = await rowOf(one)
    expect(state).toBe('exception')
    expect(await findingsOf(payment)).toMatch(
      /never confirmed: the gateway does not know this payment/,
    )
    expect(await itemOf(payment)).toMatchObject({ memberId: one.player.id, holds: [] })
    expect(await world.walletOf(one.player)).toBe(0)
  }
})

test('CARE-02 CARE-04 a gateway that does not know a reported payment is not trusted any more while it is silent', async () => {
  const speak = await silence('ZPAY')
  const one = await paidCode('ZPAY', 40)
  expect(await forge(world, 'ZPAY', one)).toBe(200)
  expect(await world.walletOf(one.player)).toBe(0)
  await speak()
  await world.work(1)
  expect(await world.walletOf(one.player)).toBe(4_000)
})

test(
  'CARE-02 CARE-03 CARE-07 eight payments at once at a silent gateway: credited up to the bound, the others when it has answered, and paid out only then',
  { tags: 'long-2', timeout: patienceMs },
  async () => {
    const speak = await silence('PAYTIMZ')
    const all: (CodeOrder & { payment: string })[] = []
    for (let n = 0; n < 8; n += 1) all.push(await paidCode('PAYTIMZ', 4_000))
    await Promise.all(all.map((one) => forge(world, 'PAYTIMZ', one)))
    const wallets = async () => Promise.all(all.map(({ player }) => world.walletOf(player)))
    expect((await wallets()).filter((has) => has === 400_000)).toHaveLength(5)
    expect((await wallets()).filter((has) => has === 0)).toHaveLength(3)
    expect(await trustIn('PAYTIMZ')).toMatchObject({ unproven: 2_000_000n, denied: 0 })
    // A repeated message is the same payment, and does not count against the bound again.
    await Promise.all(all.map((one) => forge(world, 'PAYTIMZ', one)))
    expect(await trustIn('PAYTIMZ')).toMatchObject({ unproven: 2_000_000n })

    const { player } = all[(await wallets()).indexOf(400_000)]!
    expect((await withdraw(player, 1_000)).status).toBe(200)
    await world.work(70)
    const waiting = await withdrawalOf(player)
    expect(waiting).toMatchObject({ state: 'approved', why: expect.stringMatching(/confirmed/) })
    await expect(
      world.database.db.query(
        `update withdrawals_withdrawal set state = 'sent', channel = 'BANK', sent_at = now() where id = $1`,
        [waiting.id],
      ),
    ).rejects.toMatchObject({ code: 'KW017' })
    expect((await wallets()).filter((has) => has === 0)).toHaveLength(3)

    await speak()
    // The first query shows that the gateway answers again; half a minute later all payments are asked about.
    await world.work(2, 31_000)
    for (const { player: each } of all)
      expect(await world.walletOf(each)).toBe(each === player ? 300_000 : 400_000)
    expect(await trustIn('PAYTIMZ')).toBeUndefined()
    const paid = await world.until(
      async () => {
        await world.work(1, 3_000)
        return withdrawalOf(player)
      },
      ({ state }) => state === 'paid',
    )
    expect(paid.state).toBe('paid')
  },
)

test(
  'CARE-02 a gateway that answers after more than two seconds delays the credit no longer: it is confirmed within a minute',
  { tags: 'long-3', timeout: patienceMs },
  async () => {
    const one = await paidCode('PAYTIMZ', 50)
    const slow = await silence('PAYTIMZ', { kind: 'delay', delayMs: 4_000 })
    const began = performance.now()
    expect(await forge(world, 'PAYTIMZ', one)).toBe(200)
    expect(performance.now() - began).toBeLessThan(3_900)
    expect(await world.walletOf(one.player)).toBe(5_000)
    expect(await rowOf(one)).toMatchObject({ state: 'settled', isConfirmed: false })
    await slow()
    await world.work(1)
    expect(await rowOf(one)).toMatchObject({ state: 'settled', isConfirmed: true })
    expect(await world.walletOf(one.player)).toBe(5_000)
  },
)

test('CARE-02 S39 at a silent gateway only the exact amount of an open code within its time is credited', async () => {
  const speak = await silence('PAYTIMZ')
  const now = world.clock.now().getTime()
  const [less, early, late, over, ended] = [
    await newCode('PAYTIMZ', 60),
    await newCode('PAYTIMZ', 60),
    await newCode('PAYTIMZ', 60),
    await newCode('PAYTIMZ', 20_001),
    await newCode('PAYTIMZ', 60),
  ]
  await ended.player.call(`DELETE /api/qrcode/${await codeIdOf(ended)}`)
  await forge(world, 'PAYTIMZ', { ...less, amount: '59' })
  await forge(world, 'PAYTIMZ', { ...early, paidAt: new Date(now - 3 * dayMs) })
  await forge(world, 'PAYTIMZ', { ...late, paidAt: new Date(now + 400 * dayMs) })
  await forge(world, 'PAYTIMZ', over)
  await forge(world, 'PAYTIMZ', ended)
  for (const { player } of [less, early, late, over, ended])
    expect(await world.walletOf(player)).toBe(0)
  for (const one of [early, late])
    expect(await findingsOf((await rowOf(one)).payment)).toMatch(
      /finding.time-impossible: .*could not be paid/,
    )
  await speak()
  await world.work(2)
  for (const one of [less, early, late, over, ended]) {
    expect(await rowOf(one)).toMatchObject({ state: 'exception' })
    await decide((await rowOf(one)).payment, null)
  }
  expect(await trustIn('PAYTIMZ')).toBeUndefined()
})

const codeIdOf = async ({ reference }: CodeOrder) => {
  const [row] = await world.database.db.query<{ id: string }>(
    'select id from qrcodes_code where reference = $1',
    [reference],
  )
  return row!.id
}

test(
  'CARE-03 CARE-04 CARE-06 a credit that its gateway does not know is never paid out, and only an operator ends it',
  { tags: 'long-2', timeout: patienceMs },
  async () => {
    const speak = await silence('WW')
    const forged = await newCode('WW', 500)
    expect(await forge(world, 'WW', forged)).toBe(200)
    expect(await world.walletOf(forged.player)).toBe(satangOf(forged))
    expect((await withdraw(forged.player, 400)).status).toBe(200)
    await speak()
    await world.work(2)
    const { payment } = await rowOf(forged)
    expect(await rowOf(forged)).toMatchObject({ state: 'settled', isDenied: true })
    expect(await findingsOf(payment)).toMatch(
      /finding.unknown-payment: it is in a wallet, and the gateway does not know/,
    )
    expect(await itemOf(payment)).toMatchObject({ holds: ['rewards'] })
    await world.work(80, 61 * minuteMs)
    expect(await withdrawalOf(forged.player)).toMatchObject({ state: 'approved' })

    // The next payment while the gateway is silent is not trusted.
    const again = await silence('WW')
    const second = await newCode('WW', 500)
    await forge(world, 'WW', second)
    expect(await world.walletOf(second.player)).toBe(0)
    await again()

    await expect(decide(payment, null)).rejects.toThrow('take deposit')
    await expect(decide(payment, '1')).rejects.toThrow('Another sum')
    await decide(payment, forged.amount)
    await expect(decide(payment, forged.amount)).rejects.toThrow('is settled')
    const paid = await world.until(
      async () => {
        await world.work(1, 11 * minuteMs)
        return withdrawalOf(forged.player)
      },
      ({ state }) => state === 'paid',
    )
    expect(paid.state).toBe('paid')
    await world.work(2)
    await decide((await rowOf(second)).payment, null)
  },
)

test("CARE-03 the payer's account is the one that the gateway states when asked: another one freezes the credit", async () => {
  const speak = await silence('WW')
  const one = await paidCode('WW', 500, { payer: 'stranger' })
  await forge(world, 'WW', one)
  expect(await world.walletOf(one.player)).toBe(satangOf(one))
  await speak()
  await world.work(1)
  expect(await findingsOf(one.payment)).toMatch(
    /finding.other-account: .*paid from another account/,
  )
  await withdraw(one.player, 400)
  await world.work(3)
  expect(await withdrawalOf(one.player)).toMatchObject({ state: 'approved' })
  await decide(one.payment, one.amount)
})

test('CARE-03 CARE-04 the amount is the one that the gateway states when asked: another sum freezes the credit', async () => {
  const speak = await silence('WW')
  const one = await paidCode('WW', 500, { amount: '100.00' })
  await forge(world, 'WW', one)
  expect(await world.walletOf(one.player)).toBe(satangOf(one))
  await speak()
  await world.work(1)
  expect(await rowOf(one)).toMatchObject({ isDenied: true })
  expect(await findingsOf(one.payment)).toMatch(
    /finding.asked-otherwise: it is in a wallet, and the gateway reported/,
  )
  await withdraw(one.player, 400)
  await world.work(3)
  expect(await withdrawalOf(one.player)).toMatchObject({ state: 'approved' })
  await decide(one.payment, one.amount)
})

test("CARE-05 a payment is never older than its code: booked with the code's time, and listed, whichever way it was reported", async () => {
  for (const isPolled of [false, true]) {
    const one = await newCode('PAYTIMZ', 70)
    const { sandbox, clock } = world
    const past = new Date(clock.now().getTime() - 3 * dayMs)
    await sandbox.control('POST', '/clock', { at: past.toISOString() })
    const [paid] = await world.pay('PAYTIMZ', { reference: one.reference, told: false })
    await world.passTime(0)
    if (!isPolled) await forge(world, 'PAYTIMZ', { ...one, payment: paid!.id, paidAt: past })
    await world.work(2)
    expect(await world.walletOf(one.player)).toBe(7_000)
    const { paidAt, codeAt } = await rowOf(one)
    expect(paidAt).toEqual(codeAt)
    expect(await findingsOf(paid!.id)).toMatch(/finding.time-impossible: .*could not be paid/)
  }
})

test('CARE-05 a false time in the message is replaced once the gateway has stated the true one', async () => {
  const one = await paidCode('PAYTIMZ', 80)
  await forge(world, 'PAYTIMZ', { ...one, paidAt: new Date('2024-01-01T00:00:00Z') })
  expect(await world.walletOf(one.player)).toBe(8_000)
  const { paidAt, codeAt } = await rowOf(one)
  expect(paidAt!.getTime() - codeAt.getTime()).toBeLessThan(5_000)
})

test(
  "CARE-05 I13 the hourly comparison finds by this server's clock a payment that claims any other time",
  async () => {
    const one = await newCode('PAYTIMZ', 90)
    const past = new Date(world.clock.now().getTime() - 30 * dayMs)
    await world.sandbox.control('POST', '/clock', { at: past.toISOString() })
    const [paid] = await world.pay('PAYTIMZ', { reference: one.reference, told: false })
    await world.passTime(0)
    await world.work(2)
    expect(await world.walletOf(one.player)).toBe(9_000)
    await world.work(1, 61 * minuteMs)
    expect(await findingsOf(paid!.id)).not.toMatch(/does not list/)
    await world.sandbox.reset()
    await world.sandbox.control('POST', '/app', { url: world.address })
    await world.passTime(0)
    await world.work(2, 61 * minuteMs)
    expect(await findingsOf(paid!.id)).toMatch(/finding.not-listed: .*does not list/)
  },
  patienceMs,
)

test.each<[CrashPoint, boolean]>([
  ['payment.recorded', false],
  ['payment.judged', false],
  ['deposit.prepared', true],
  ['deposit.booked', true],
  ['payment.booked', true],
])(
  'CARE-08 CARE-55 F01 killed at %s while its gateway is silent: credited once, confirmed when it answers',
  { tags: 'long-2', timeout: patienceMs },
  async (step, isBelieved) => {
    const one = await paidCode('PAYTIMZ', 100)
    const speak = await silence('PAYTIMZ')
    const doomed = await startDoomedServer(world, step)
    await forge({ ...world, address: doomed.address }, 'PAYTIMZ', one).catch(() => 0)
    expect(await doomed.died).toBe('SIGKILL')
    await world.work(3)
    expect(await world.walletOf(one.player)).toBe(isBelieved ? 10_000 : 0)
    await speak()
    await world.work(1)
    expect(await world.walletOf(one.player)).toBe(10_000)
    expect(await rowOf(one)).toMatchObject({ state: 'settled', isConfirmed: true })
    expect(await trustIn('PAYTIMZ')).toBeUndefined()
  },
)
