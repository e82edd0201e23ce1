import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, expect, test } from 'vitest'
import type { DecisionResult } from '#core/audit/decision.ts'
import { confirmRequest, decideRequest } from '#money/deposits/confirm.ts'
import { decideMatch, matchDeposit } from '#money/deposits/match.ts'
import { takeBack } from '#money/deposits/take-back.ts'
import type { Link } from '#channels/giftlinks/store.ts'
import { changeSettings } from '#settings/change.ts'
import { readSettings } from '#settings/read.ts'
import { deskContext } from '#testing/desk/desk-context.ts'
import { anyArrival, openDepositWorld } from '#testing/worlds/deposit-world.ts'
import { openTerminals } from '#testing/operators/terminals.ts'
import { testConfig } from '#testing/worlds/test-app.ts'
import { freshWorld } from '#testing/worlds/test-world.ts'
import { ourAccount } from '#testing/worlds/slip-world.ts'
import { openDeciding } from './open.ts'
import { decideSettings } from './settings.ts'

const world = freshWorld(openDepositWorld)
let memberId: string
beforeEach(async () => {
  const house = openTerminals(world)
  await house.add('nok', null)
  await house.add('lek', 'nok')
  await house.add('som', 'nok')
  await house.passHours(48)
  memberId = (await world.addMember()).id
})

const by = (name: string) => ({ actor: `operator:${name}` as const, requestId: 'desk' })
const note = 'bank receipt 4711'
const desk = (config = testConfig) =>
  openDeciding(deskContext({ db: world.database.db, clock: world.clock }, config))
const wait = async (baht: number, memberIs?: string) => {
  const money = { amount: BigInt(baht) * 100n, currency: 'BAHT' } as const
  const given = memberIs === undefined ? { money } : { money, memberId: memberIs }
  return (await world.processes[0]!.settle(anyArrival(given))).id
}
const wordsOf = (decided: DecisionResult<unknown>) =>
  decided.state === 'waits' ? decided.asked.words : decided.state

test('CARE-97 calling the function behind a command gives a member nothing: the act itself requires the recorded decision', async () => {
  const id = await wait(500)
  const match = { id, memberId, note, ...by('lek') }
  const refused = /has not said deposits match/
  await expect(matchDeposit(desk().deposits, match)).rejects.toThrow(refused)
  expect(await world.balanceOf(memberId)).toBe(0)
  expect(await decideMatch(desk().deposits, match)).toMatchObject({ state: 'done' })
  expect(await world.balanceOf(memberId)).toBe(50_000)
  // One decision is for one sum, and is used once.
  const other = await wait(700)
  const again = { ...match, id: other }
  await expect(matchDeposit(desk().deposits, again)).rejects.toThrow(refused)
  await world.database.db.query(
    `insert into confirm_request (kind, subject, what, words, amount, currency, state, asked_by, asked_at)
     values ('deposits match', $1, '{}', '', 100, 'BAHT', 'alone', 'operator:lek', now())`,
    [other],
  )
  await expect(matchDeposit(desk().deposits, again)).rejects.toThrow(refused)
  expect(await world.balanceOf(memberId)).toBe(50_000)
})

test('CARE-97 a match by its function asks a second operator when it reverses another, when another waits, or when it is too large', async () => {
  const { deposits } = desk()
  const other = (await world.addMember()).id
  const credited = await wait(600, other)
  const taken = { id: credited, note, isGone: false, ...by('lek') }
  const { again } = await takeBack(deposits, taken)
  const match = { memberId, note, ...by('lek') }
  const robbed = await decideMatch(deposits, { ...match, id: again! })
  expect(wordsOf(robbed)).toContain('it was taken out of a wallet')
  const large = await decideMatch(deposits, { ...match, id: await wait(20_001) })
  expect(large).toMatchObject({ state: 'waits', others: ['operator:som'] })
  expect(await world.balanceOf(memberId)).toBe(0)
})

test('a match is judged by the deposit as it was read once', async () => {
  const { deposits } = desk()
  const id = await wait(20_001)
  const { query } = deposits.db
  let reads = 0
  const db: typeof deposits.db = {
    ...deposits.db,
    query: (text, values) => {
      if (/from deposits_deposit\s+where id = \$1/.test(text)) reads += 1
      return query(text, values)
    },
  }
  const asked = await decideMatch({ ...deposits, db }, { id, memberId, note, ...by('lek') })
  expect(asked).toMatchObject({ state: 'waits' })
  expect(reads).toBe(1)
})

test('a desk asks one outside system through one door, and its breaker ends the questions', async () => {
  let asked = 0
  const silent = createServer((_, answer) => {
    asked += 1
    answer.writeHead(503).end()
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const giftLinks = { ...testConfig.giftLinks, address: `http://127.0.0.1:${port}` }
  const { giftlinks } = desk({ ...testConfig, giftLinks })
  const link = { voucher: 'a'.repeat(18), mobile: '0812345678' } as Link
  for (let turn = 0; turn < 8; turn += 1)
    expect(await giftlinks.findAgainst(link, 5_000n)).toBe(null)
  expect(asked).toBe(5)
  silent.close()
})

const houseAccount = { ...ourAccount, bankAccountName: 'HOUSE' }

test('CARE-97 a request is confirmed by its function only with the recorded decision, and against the bank’s statement by two', async () => {
  const { db } = world.database
  const { deposits } = desk()
  const ours = { ...deposits, listOwnParties: async () => ['KBANK:1112223334'] }
  const id = crypto.randomUUID()
  await db.query(
    `insert into deposits_request (id, member_id, key, fingerprint, amount, currency, reserved, state, statement_seq, created_at)
     values ($1, $2, $4, $1, 50000, 'BAHT', false, 'open', 0, $3)`,
    [id, memberId, world.clock.now(), id],
  )
  const evidence = { reference: 'SCB:NEVER1', party: 'KBANK:1112223334', paidAt: world.clock.now() }
  const seen = { id, ...evidence, ...by('lek') }
  await expect(confirmRequest(ours, seen)).rejects.toThrow(/has not said deposits match request/)
  await changeSettings(
    { db, clock: world.clock },
    {
      changes: [{ name: 'deposit.accounts', to: { value: [houseAccount] }, expectedVersion: null }],
      ...by('nok'),
    },
  )
  const against = { ...ours, findAgainst: async () => 'the statement does not show it' }
  expect(wordsOf(await decideRequest(against, seen))).toContain('the statement does not show it')
  expect(await world.balanceOf(memberId)).toBe(0)
})

test.each([
  ['deposits.claim', 'deposits match', {}, {}],
  ['giftlinks.resolve', 'giftlinks resolve', {}, { received: '5000' }],
  ['qrcodes.resolve', 'qrcodes resolve', { provider: 'ZPAY' }, { received: '50.00 BAHT' }],
  ['withdrawals.returned', 'withdrawals resolve', { state: 'exception' }, {}],
  ['withdrawals.bounce', 'withdrawals bounced', {}, {}],
] as const)(
  'CARE-97 %s by an operator is refused without the recorded decision',
  async (action, kind, before, after) => {
    const { db } = world.database
    const subject = crypto.randomUUID()
    const act = (actor: string) =>
      db.query(
        `insert into core_audit (at, actor, request_id, action, subject, before, after)
       values (now(), $1, 'x', $2, $3, $4, $5)`,
        [actor, action, subject, JSON.stringify(before), JSON.stringify(after)],
      )
    await expect(act('operator:lek')).rejects.toThrow(`has not said ${kind}`)
    // Automatic acts need no decision.
    await act('system:test')
  },
)

test('CARE-97 a loosened setting waits for a second operator at every desk', async () => {
  const { db } = world.database
  const set = (value: string) =>
    decideSettings(
      { db, clock: world.clock, decide: desk().decide },
      {
        changes: [{ name: 'credit.aloneDayMax.BAHT', to: { value }, seenVersion: null }],
        roles: null,
        ...by('lek'),
      },
    )
  expect(await set('900000.00')).toMatchObject({ state: 'waits', others: ['operator:som'] })
  expect((await readSettings(db))['credit.aloneDayMax.BAHT']).toBe('20000.00')
  expect(await set('1000.00')).toMatchObject({ state: 'done' })
})
