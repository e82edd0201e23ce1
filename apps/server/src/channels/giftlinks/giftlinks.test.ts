import { giftLinkMin } from '@kapao/contract/limits'
import { expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { sealText } from '#testing/doubles/gift-links.ts'
import { openPayWorld, receivingWallet } from '#testing/worlds/pay-world.ts'
import { openClients } from '../../system/outside.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { resolveLink } from './resolve.ts'

const world = testWorld(openPayWorld)

type Voucher = { hash: string; link: string; tickets: { mobile: string; amount: string }[] }

/** An envelope filled from the phone of a member. */
async function issue(player: Player, fields: Record<string, unknown> = {}): Promise<Voucher> {
  const [row] = await world.database.db.query<{ username: string }>(
    'select username from account_member where id = $1',
    [player.id],
  )
  const filled = {
    amount: '50',
    ownerMobile: row!.username,
    ownerName: 'SOMCHAI JAIDEE',
    ...fields,
  }
  return world.sandbox.control('POST', '/giftlink/vouchers', filled)
}

const account = receivingWallet.walletAccountName
async function redeem(player: Player, link: string, options: { key?: string; to?: string } = {}) {
  const sealed = await sealText(player, `${link}::${options.to ?? account}`)
  const headers = { 'idempotency-key': options.key ?? systemIds.key() }
  return player.call('POST /api/wallet/truelink', { body: { link: sealed }, headers })
}

const member = () => world.addPlayer(0n, [])
const fault = (operation: string, kind: string, more: Record<string, unknown> = {}) =>
  world.sandbox.addFault({ operation: `giftlink.${operation}`, kind, count: 1, ...more })

test("DEP-G05 DEP-G06 OP-TL OP-B35 I11 a gift link sealed for this installation's key is emptied, and the wallet is credited with the received share", async () => {
  const player = await member()
  const voucher = await issue(player)
  const answer = await redeem(player, voucher.link)
  expect([answer.status, answer.body]).toEqual([200, { message: 'SUCCESS', amount: 50 }])
  expect(await world.walletOf(player)).toBe(5_000)
  const lookup = await player.call('GET /api/lookup/deposit')
  expect(lookup.body.giftLinkKey).toEqual({
    kty: 'RSA',
    kid: expect.any(String),
    alg: 'RSA-OAEP-256',
    use: 'enc',
    n: expect.any(String),
    e: 'AQAB',
  })
  expect(lookup.text).not.toContain(receivingWallet.mobile)
})

test('OP-A20 DEP-G08 a link used twice is TRUELINK_DUPLICATE, by any member and in any spelling', async () => {
  const player = await member()
  const voucher = await issue(player)
  await redeem(player, voucher.link)
  for (const who of [player, await member()])
    for (const link of [
      voucher.link,
      voucher.hash,
      `https://gift.truemoney.com/campaign/?x=1&v=${voucher.hash}#a`,
    ])
      expect((await redeem(who, link)).body.code).toBe('TRUELINK_DUPLICATE')
  expect(await world.walletOf(player)).toBe(5_000)
})

test('I11 F20 a code in capitals is the same envelope, concurrently as well', async () => {
  const player = await member()
  for (let round = 1; round <= 8; round += 1) {
    const { hash } = await issue(player)
    const codes = [hash, hash.toUpperCase(), `${hash.slice(0, 9).toUpperCase()}${hash.slice(9)}`]
    const answers = await Promise.all(codes.map((code) => redeem(player, code)))
    expect(await world.walletOf(player)).toBe(round * 5_000)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  }
})

test('S28 SEC-15 OP-A20 DEP-G08 DEP-G09 S35 a text that is no link, and an envelope that is empty, expired, already redeemed here or too small, is TRUELINK_INVALID and stays untouched', async () => {
  const player = await member()
  const emptied = await issue(player)
  await world.sandbox.control('POST', '/giftlink/take', { hash: emptied.hash })
  const bad = [
    'https://gift.truemoney.com/campaign/?v=short',
    'https://evil.example/campaign/?v=0192450a0192450a0192450a',
    'https://gift.truemoney.com.evil.example/campaign/?v=0192450a0192450a0192450a',
    'http://gift.truemoney.com/campaign/?v=0192450a0192450a0192450a',
    'https://gift.truemoney.com/campaign/?v=0192450a/../../0192450a0192450a',
    '0192450a0192450a0192450a',
    emptied.link,
    (await issue(player, { lifeMinutes: -1 })).link,
    (await issue(player, { ownerMobile: receivingWallet.mobile })).link,
    (await issue(player, { amount: '1.99' })).link,
    (await issue(player, { amount: '10', members: 6 })).link,
  ]
  for (const link of bad) {
    const { status, body } = await redeem(player, link)
    expect([link, status, body.code]).toEqual([link, 400, 'TRUELINK_INVALID'])
  }
  expect(await world.walletOf(player)).toBe(0)
})

test('SEC-15 BUILD-07 DEP-G06 S36 only a JWE for this installation is opened, and every fault has the same reply', async () => {
  const player = await member()
  const { link } = await issue(player)
  const good = await sealText(player, `${link}::${account}`)
  const parts = good.split('.')
  const bad = [
    `${link}::${account}`,
    Buffer.from(`${link}::${account}`).toString('base64url'),
    'a.b.c.d.e',
    [...parts.slice(0, 4), 'AAAA'].join('.'),
    [
      parts[0],
      `${parts[1]!.startsWith('A') ? 'B' : 'A'}${parts[1]!.slice(1)}`,
      ...parts.slice(2),
    ].join('.'),
    await sealText(player, `${link}::${account}`, { kid: 'unknown' }),
    await sealText(player, link),
    await sealText(player, `${link}::`),
  ]
  const answers = []
  for (const sealed of bad)
    answers.push((await player.call('POST /api/wallet/truelink', { body: { link: sealed } })).text)
  expect(new Set(answers)).toEqual(new Set([answers[0]]))
  expect(answers[0]).toContain('TRUELINK_INVALID')
})

test('DEP-G08 OP-TL an unknown wallet account is NO_WALLET, and the link is still good', async () => {
  const player = await member()
  const { link } = await issue(player)
  expect((await redeem(player, link, { to: 'NOBODY' })).body.code).toBe('NO_WALLET')
  expect((await redeem(player, link)).status).toBe(200)
})

test('I11 of an envelope for several, the received share is credited', async () => {
  const player = await member()
  const fixed = await issue(player, { amount: '100', members: 3 })
  expect((await redeem(player, fixed.link)).body).toEqual({ message: 'SUCCESS', amount: 33.33 })
  const random = await issue(player, { amount: '300', members: 2, type: 'R' })
  await redeem(player, random.link)
  const [seen] = await world.sandbox.control<Voucher[]>('GET', '/giftlink/vouchers')
  const [deposit] = await world.database.db.query<{ amount: bigint }>(
    `select amount from deposits_deposit where house_kind = 'giftlink' order by created_at desc, id desc limit 1`,
  )
  expect(Number(deposit!.amount)).toBe(Math.round(Number(seen!.tickets[0]!.amount) * 100))
})

test('REACH-05 a link from another phone is refused with that reason, before it is emptied', async () => {
  const player = await member()
  const { link, hash } = await issue(player, { ownerMobile: '0800000000' })
  expect((await redeem(player, link)).body.code).toBe('TRUELINK_OTHER_PHONE')
  const all = await world.sandbox.control<Voucher[]>('GET', '/giftlink/vouchers')
  expect(all.find((one) => one.hash === hash)!.tickets).toEqual([])
})

/** As the wallet reports it: no phone, and only the first name. */
const namedOnly = { showsPhone: false }
const heldFor = async (player: Player) => {
  const rows = await world.database.db.query<{ why: string }>(
    `select why from deposits_deposit where state = 'suspended' and member_id = $1`,
    [player.id],
  )
  return rows.map(({ why }) => why)
}

test("CARE-50 without a phone, the giver's first name is shared by many: an operator decides, however well it fits", async () => {
  for (const bankAccountName of ['SOMCHAI JAIDEE', 'SOMCHAI RAKDEE']) {
    const player = await world.addPlayer(0n, [], { bankAccountName })
    const { link, hash } = await issue(player, namedOnly)
    const answer = await redeem(player, link)
    expect([answer.status, answer.body.code]).toEqual([202, 'TRANSFER_PENDING'])
    expect(await heldFor(player)).toEqual(['review'])
    expect(await world.walletOf(player)).toBe(0)
    // The operator's wallet has the only share.
    const all = await world.sandbox.control<Voucher[]>('GET', '/giftlink/vouchers')
    expect(all.find((one) => one.hash === hash)!.tickets).toHaveLength(1)
  }
})

test("CARE-84 OP-A20 an envelope of which the operator's wallet has a share already credits no member", async () => {
  const player = await member()
  const { link, hash } = await issue(player, { amount: '100', members: 2 })
  const { giftWallet: wallet } = openClients({ ...world, db: world.database.db })
  const { mobile } = receivingWallet
  const taken = await wallet.redeem({ voucher: hash, mobile, memberId: null })
  expect(taken.outcome).toBe('envelope')
  expect((await redeem(player, link)).body.code).toBe('TRUELINK_DUPLICATE')
  expect(await world.walletOf(player)).toBe(0)
})

test('CARE-84 a random share below the minimum waits for an operator', async () => {
  const player = await member()
  const { link } = await issue(player, { amount: String(giftLinkMin), members: 2, type: 'R' })
  const answer = await redeem(player, link)
  expect([answer.status, answer.body.code]).toEqual([202, 'TRANSFER_PENDING'])
  expect(await heldFor(player)).toEqual(['review'])
  expect(await world.walletOf(player)).toBe(0)
})

test('CARE-84 CARE-50 an operator who finds the outcome of a lost reply vouches for the sum, and not for the giver', async () => {
  const player = await member()
  const { link } = await issue(player, namedOnly)
  await world.sandbox.addFault({ operation: 'giftlink.redeem', kind: 'html-403' })
  expect((await redeem(player, link)).status).toBe(202)
  await world.work(20)
  await world.sandbox.control('DELETE', '/faults', {})
  const { db } = world.database
  const [{ id, state }] = (await db.query<{ id: string; state: string }>(
    'select id, state from giftlinks_link where member_id = $1',
    [player.id],
  )) as [{ id: string; state: string }]
  expect(state).toBe('exception')
  const by = { actor: 'operator:test', requestId: 'test', why: 'seen in the wallet' } as const
  await resolveLink({ db, clock: world.clock }, { id, received: 5_000n, ...by })
  await world.work(3)
  expect(await heldFor(player)).toEqual(['review'])
  expect(await world.walletOf(player)).toBe(0)
})

test('CARE-50 another first name is refused, and a later member with that name waits for an operator', async () => {
  const player = await member()
  const { link } = await issue(player, { ...namedOnly, ownerName: 'MALEE RAKDEE' })
  expect((await redeem(player, link)).body.code).toBe('TRUELINK_INVALID')
  const details = { bankCode: 'KBANK', bankAccountNo: '7771231230' }
  const changed = await player.call('PUT /api/account/profile', {
    body: { name: 'x', ...details, bankAccountName: 'MALEE OTHER' },
  })
  expect(changed.status).toBe(200)
  const answer = await redeem(player, link)
  expect([answer.status, answer.body.code]).toEqual([202, 'TRANSFER_PENDING'])
  expect(await heldFor(player)).toEqual(['review'])
  expect(await world.walletOf(player)).toBe(0)
})

test("money found to be another person's only after it was emptied goes to suspense, and is never dropped", async () => {
  const player = await member()
  const { link } = await issue(player)
  await fault('redeem', 'other-owner')
  const answer = await redeem(player, link)
  expect([answer.status, answer.body.code]).toEqual([202, 'TRANSFER_PENDING'])
  const [deposit] = await world.database.db.query<{ why: string; amount: bigint }>(
    `select why, amount from deposits_deposit where state = 'suspended' order by created_at desc limit 1`,
  )
  expect(deposit).toMatchObject({ why: 'wrong-payer', amount: 5_000n })
  expect(await world.walletOf(player)).toBe(0)
})

test.each(['drop-after', 'status-after', 'garbage', 'empty', 'duplicate'])(
  'F20 a redeem whose reply is lost (%s) is found all the same, and not called invalid',
  async (kind) => {
    const player = await member()
    const { link } = await issue(player)
    await fault('redeem', kind)
    const answer = await redeem(player, link)
    expect([answer.status, answer.body]).toEqual([200, { message: 'SUCCESS', amount: 50 }])
    expect(await world.walletOf(player)).toBe(5_000)
  },
)

test('F20 while the outcome is unknown the link is pending, and found later; another call for the same link gets the same result', async () => {
  const player = await member()
  const { link } = await issue(player)
  const key = systemIds.key()
  await fault('redeem', 'drop-after')
  await fault('redeem', 'html-403', { count: 8 })
  const answer = await redeem(player, link, { key })
  expect([answer.status, answer.body.code]).toEqual([202, 'TRANSFER_PENDING'])
  expect((await player.call(`GET /api/outcome/${key}`)).body).toEqual({
    state: 'running',
    route: 'POST /api/wallet/truelink',
  })
  expect((await redeem(player, link)).body.code).toBe('TRANSFER_PENDING')
  expect((await redeem(await member(), link)).body.code).toBe('TRUELINK_DUPLICATE')
  await world.sandbox.control('DELETE', '/faults', {})
  await world.work(3)
  expect(await world.walletOf(player)).toBe(5_000)
  expect((await player.call(`GET /api/outcome/${key}`)).body).toMatchObject({
    state: 'done',
    code: 'SUCCESS',
  })
  expect((await redeem(player, link, { key })).body).toEqual({ message: 'SUCCESS', amount: 50 })
})

test('a request that never reached the wallet is sent again later, and the link emptied once', async () => {
  const player = await member()
  const { link } = await issue(player)
  await fault('redeem', 'drop-before', { count: 5 })
  expect((await redeem(player, link)).status).toBe(202)
  await world.work(8)
  expect(await world.walletOf(player)).toBe(5_000)
})

test('a failure of the wallet costs the member nothing: nothing is claimed, and the link is still good', async () => {
  const player = await member()
  const { link } = await issue(player)
  for (const kind of ['maintenance', 'html-403', 'drop-before', 'garbage']) {
    await fault('verify', kind)
    expect((await redeem(player, link)).body.code).toBe('SERVICE_BUSY')
  }
  expect((await redeem(player, link)).status).toBe(200)
})

test('F31 I19 twenty calls for one link at once, by two members, with and without keys: one is credited', async () => {
  const [one, two] = [await member(), await member()]
  const { link } = await issue(one)
  const sealed = await sealText(one, `${link}::${account}`)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      (n % 2 === 0 ? one : two).call('POST /api/wallet/truelink', {
        body: { link: sealed },
        ...(n % 4 < 2 ? {} : { headers: { 'idempotency-key': systemIds.key() } }),
      }),
    ),
  )
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  await world.work(2)
  const has = [await world.walletOf(one), await world.walletOf(two)]
  expect(has[0]! + has[1]!).toBe(has[0] === 0 ? 0 : 5_000)
  const [count] = await world.database.db.query<{ count: bigint }>(
    `select count(*) from deposits_deposit where house_kind = 'giftlink' and member_id = any ($1) and state = 'credited'`,
    [[one.id, two.id]],
  )
  expect(Number(count!.count)).toBeLessThanOrEqual(1)
})
