import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { RewardKind } from '@kapao/contract/console/reward-words'
import type { ItemHold } from '#records/items/store.ts'
import { readSettings } from '#settings/read.ts'
import { usualTerms } from '#testing/worlds/bonus-world.ts'
import { anyBonus, rewardLines } from '#testing/operators/rewards.ts'
import { requestIn } from '#testing/operators/terminals.ts'
import { anyWheel } from '#testing/worlds/any-wheel.ts'
import { insertPicture } from '#testing/desk/pictures-world.ts'
import { openWorkWorld } from '#testing/desk/work-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { ourAccount } from '#testing/worlds/slip-world.ts'

const world = testWorld(openWorkWorld)
let member: string
beforeAll(async () => {
  member = (await world.addMember({ bankAccountName: 'SOMCHAI JAIDEE' })).id
})
// Two of them stand apart however long the tests before have lasted.
beforeEach(() => world.passHours(30))

const why = 'bank receipt 4711'
const large = { money: { amount: 6_000_000n, currency: 'BAHT' } } as const

const set = (name: string, setting: string, value: string, ...more: string[]) =>
  world.kapao(name, 'settings', 'set', setting, '--text', value, ...more)
const askSetting = async (...asked: [setting: string, value: string, ...more: string[]]) =>
  requestIn(await set('lek', ...asked))

const bonusOf = (more: object = {}) =>
  anyBonus({
    type: 'day',
    quota: 10,
    terms: { ...usualTerms, gives: { of: 'amount', amount: { BAHT: '20' } } },
    ...more,
  })

const define = (kind: RewardKind, code: string, definition: object): Promise<string> =>
  rewardLines({ ...world, db: world.database.db }).define('lek', { kind, code }, definition)

const yes = (id: string, name = 'som') =>
  world.decide(name, { kind: 'second', id, decision: 'yes' })
const second = async (id: string) => (await world.read('som', 'second', id)).body

type Fact = { name: string; path?: object[]; value: Record<string, unknown> }
const factsOf = (body: { panels: { name: string; facts: Fact[] }[] }, panel: string) =>
  body.panels.find(({ name }) => name === panel)!.facts

/** The parts that differ, as `before → after` by their path. */
function changesIn(body: Parameters<typeof factsOf>[0]): string[] {
  const textOf = (fact?: Fact) => JSON.stringify(fact?.value)
  const key = ({ name, path }: Fact) => `${name} ${JSON.stringify(path)}`
  const [before, after] = [factsOf(body, 'before'), factsOf(body, 'after')]
  const keys = new Set([...before, ...after].map(key))
  return [...keys].filter((one) => {
    const [old, next] = [before, after].map((side) => side.find((fact) => key(fact) === one))
    return textOf(old) !== textOf(next)
  })
}

test('SECOND-03 a bonus from 1 to 1,000 a day, another type and another picture: each is shown, and the row says so', async () => {
  await define('bonus', 'DAILY', bonusOf())
  const [one, another] = [
    await insertPicture(world.database, 'A'),
    await insertPicture(world.database, 'B', ['a code']),
  ]
  const banners = {
    th: [{ image: one, html: 'x' }],
    la: [],
    en: [],
  }
  await world.yes('som', await define('bonus', 'PICTURE', bonusOf({ banners })))
  const dearer = bonusOf({ maxReceived: 1000, type: 'week', quota: null })
  const number = requestIn(await define('bonus', 'DAILY', dearer))
  const body = await second(number)
  expect(changesIn(body)).toEqual([
    'value [{"key":"type"}]',
    'value [{"key":"quota"}]',
    'value [{"key":"maxReceived"}]',
  ])
  const row = (await world.list('second')).find(({ id }) => id === number)!
  expect(row).toMatchObject({
    why: {
      detail: {
        form: 'request',
        command: 'bonus define',
        subject: 'bonus:DAILY',
        askedBy: 'lek',
        changes: expect.arrayContaining([
          { path: [{ key: 'maxReceived' }], before: '1', after: '1000' },
        ]),
      },
    },
  })
  await world.decide('som', { kind: 'second', id: number, decision: 'no', why })

  const other = { ...banners, th: [{ ...banners.th[0]!, image: another }] }
  const asked = await define('bonus', 'PICTURE', bonusOf({ banners: other }))
  const picture = await second(requestIn(asked))
  const image = [{ key: 'banners' }, { key: 'th' }, { entry: '1' }, { key: 'image' }]
  const pictures = ['before', 'after'].map(
    (panel) =>
      factsOf(picture, panel).find(({ path }) => JSON.stringify(path) === JSON.stringify(image))!
        .value,
  )
  expect(pictures).toMatchObject([
    { json: expect.stringContaining('AAA.webp') },
    { json: expect.stringContaining('BBB.webp (QR: a code)') },
  ])
})

test('SECOND-03 DESK-39 of a list only the account that changes is shown as changing, and sums have their currency', async () => {
  const account = (bankAccountNo: string) => ({
    ...ourAccount,
    bankAccountName: 'HOUSE',
    bankAccountNo,
  })
  const ours = (await readSettings(world.database.db))['deposit.accounts']
  const value = JSON.stringify([...ours, account('9998887776')])
  const body = await second(await askSetting('deposit.accounts', value))
  const changed = changesIn(body)
  expect(changed.length).toBeGreaterThan(5)
  for (const one of changed) expect(one).toContain('"entry":"KBANK 9998887776"')
  const limit = await second(await askSetting('withdraw.autoMax.BAHT', '900000'))
  expect(factsOf(limit, 'after')).toContainEqual({
    name: 'value',
    path: [],
    value: { form: 'sum', sum: { amount: '900000.00', currency: 'BAHT' } },
  })
})

test('SECOND-04 what could never be done is refused when it is asked for, and nothing waits', async () => {
  const { make, decide } = world
  const slices = [
    { code: 'all', label: 'All', weight: 1, prize: { amount: '9', currency: 'BAHT' } },
    { code: 'b', label: 'B', weight: 1, colour: 'red' },
  ]
  await expect(define('wheel', 'wrong', anyWheel({ slices }))).rejects.toThrow(/slices.1/)
  await expect(define('bonus', 'lower case', bonusOf({ quota: null }))).rejects.toThrow('capitals')
  await expect(askSetting('withdraw.max.BAHT', '900000', '--version', '77')).rejects.toThrow(
    'changed meanwhile',
  )
  // It would be above the largest one, which is a rule of two settings.
  await expect(askSetting('refund.min.BAHT', '0.01', '--version', '5')).rejects.toThrow('meanwhile')
  const nobody = {
    kind: 'deposit',
    id: await make.deposit(large),
    decision: 'match',
    memberId: 'NOBODY000000',
    why,
  }
  expect((await decide('lek', nobody)).body).toMatchObject({ code: 'DECISION_REFUSED' })
  await make.credited(member, 9_000_000n)
  const paid = await make.withdrawal(member, 1)
  const bounced = { kind: 'payout', id: paid, decision: 'bounced', why }
  expect((await decide('lek', bounced)).body).toMatchObject({ code: 'DECISION_REFUSED' })
  const never = ['--kind', 'bonus', '--code', 'NEVER', '--seen', 'none', '--isOn', 'yes']
  await expect(world.kapao('lek', 'rewards', 'switch', ...never)).rejects.toThrow('NOT_FOUND')
  const rows = await world.database.db.query<{ subject: string }>(
    `select subject from confirm_request where state = 'waits' and subject = any ($1)`,
    [['wheel:wrong', 'bonus:lower case', paid, nobody.id, 'refund.min.BAHT', 'withdraw.max.BAHT']],
  )
  expect(rows).toEqual([])
})

test('SECOND-05 a yes whose act is refused is answered as refused with its reason, and the item says so for ever', async () => {
  const number = await askSetting('withdraw.max.LAK', '30000000')
  await set('dao', 'withdraw.max.LAK', '1000000')
  const odd = factsOf(await second(number), 'before').find(({ name }) => name === 'version')
  expect(odd).toMatchObject({ isOdd: true })
  const answer = await yes(number)
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ state: 'refused', why: 'setting-changed' })
  for (const body of [answer.body.item, await second(number)])
    expect(body.decided).toMatchObject({ decision: 'notDone', by: 'som', why: 'setting-changed' })
  expect((await readSettings(world.database.db))['withdraw.max.LAK']).toBe('1000000')
  expect((await yes(number, 'dao')).body).toMatchObject({
    code: 'ALREADY_DECIDED',
    decided: { decision: 'notDone' },
  })
  const next = await askSetting('withdraw.max.LAK', '30000000')
  await set('dao', 'withdraw.max.LAK', '900000')
  // A terminal says so, too, and does not exit as though it were done.
  await expect(world.yes('som', next)).rejects.toThrow(
    /^state +refused(?:.|\n)*why +setting-changed/m,
  )
  expect((await second(next)).decided).toMatchObject({
    decision: 'notDone',
    why: 'setting-changed',
  })
})

test('SECOND-05 the same key answers the refusal again; work that was cut off and is then refused is unclear', async () => {
  const id = await world.make.deposit(large)
  const match = { kind: 'deposit', id, decision: 'match', memberId: member, why }
  const { request } = (await world.decide('lek', match)).body
  const done = await yes(request)
  expect(done.body).toMatchObject({ state: 'done', why: null })
  // A good yes is not "cut off".
  expect(done.body.item.why.code).toBe('second')
  await world.database.db.query('update confirm_request set done_at = null where id = $1', [
    request,
  ])
  expect((await second(request)).why.code).toBe('second-cut-off')
  const unclear = await yes(request, 'dao')
  expect(unclear.body).toMatchObject({ state: 'unclear', why: 'ended-otherwise' })
  expect((await second(request)).decided).toMatchObject({
    decision: 'unclear',
    why: 'ended-otherwise',
  })

  const number = await askSetting('withdraw.max.BAHT', '910000')
  await set('dao', 'withdraw.max.BAHT', '1000')
  const key = 'a'.repeat(32)
  world.atDesk(() => Promise.reject(new Error('the process is killed')))
  const item = { kind: 'second', id: number, decision: 'yes' }
  expect((await world.decide('som', item, key)).status).toBe(500)
  world.atDesk(null)
  for (let times = 0; times < 2; times += 1)
    expect((await world.decide('som', item, key)).body).toMatchObject({
      state: 'refused',
      why: 'setting-changed',
    })
})

test('SECOND-05 of two who confirm at once one does it and both learn what became of it; dropped while confirmed is one of the two', async () => {
  for (let round = 0; round < 5; round += 1) {
    const number = await askSetting('withdraw.max.BAHT', String(100_000 + 20 * round))
    const both = await Promise.all([yes(number), yes(number, 'dao')])
    const states = both.map(({ body }) => body.state ?? body.code)
    expect(states.filter((one) => one === 'done')).toHaveLength(1)
    expect(states.filter((one) => one !== 'done')[0]).toMatch(/ALREADY_DECIDED|DECISION_REFUSED/)
    const max = (await readSettings(world.database.db))['withdraw.max.BAHT']
    expect(max).toBe(`${100_000 + 20 * round}.00`)

    const other = await askSetting('withdraw.max.BAHT', String(100_010 + 20 * round))
    const no = { kind: 'second', id: other, decision: 'no', why }
    const [given, dropped] = await Promise.all([yes(other), world.decide('dao', no)])
    const { decided } = await second(other)
    const isDone = (await readSettings(world.database.db))['withdraw.max.BAHT'] !== max
    expect(decided.decision).toBe(isDone ? 'yes' : 'no')
    expect(given.body.state === 'done').toBe(isDone)
    expect(dropped.status === 200).toBe(!isDone)
  }
})

test('SECOND-06 a command that this version does not know leaves the request waiting', async () => {
  const { db } = world.database
  const [row] = await db.query<{ id: string }>(
    `insert into confirm_request (kind, subject, what, words, state, asked_by, asked_at)
     values ('later command', 'x', '{}', 'of a later version', 'waits', 'operator:lek', now()) returning id::text`,
  )
  expect((await yes(row!.id)).body).toMatchObject({
    code: 'DECISION_REFUSED',
    why: 'unknown-command',
  })
  const [{ state } = { state: '' }] = await db.query<{ state: string }>(
    'select state::text from confirm_request where id = $1',
    [row!.id],
  )
  expect(state).toBe('waits')
  await world.decide('som', { kind: 'second', id: row!.id, decision: 'no', why })
})

test('SECOND-07 HOUSE-31 while a request waits nothing else is decided about its item, and the row says whose it is and who can confirm it', async () => {
  const id = await world.make.deposit(large)
  const match = { kind: 'deposit', id, decision: 'match', memberId: member, why }
  const { request } = (await world.decide('lek', match)).body
  const by = { askedBy: 'lek', waitsFor: ['dao', 'som'], soonest: null }
  const waits = { request, command: 'deposits match', ...by }
  expect((await world.list('deposit')).find((row) => row.id === id)).toMatchObject({ waits })
  const { body } = await world.read('som', 'deposit', id)
  expect(body.waits).toEqual(waits)
  const barred = body.decisions.map(({ name, barred: code }: { name: string; barred: string }) => [
    name,
    code,
  ])
  expect(barred).toEqual([
    ['match', 'waits-already'],
    ['refuse', 'waits-already'],
  ])
  const refuse = { kind: 'deposit', id, decision: 'refuse', why }
  expect((await world.decide('som', refuse)).body).toMatchObject({
    code: 'DECISION_REFUSED',
    why: 'waits-already',
    message: expect.stringContaining(`Request ${request} of lek waits`),
  })
  expect((await world.read('som', 'deposit', id)).body.decided).toBe(null)
  await world.decide('dao', { kind: 'second', id: request, decision: 'no', why })
  expect((await world.decide('som', refuse)).body).toMatchObject({ state: 'done' })
  const row = (await world.read('som', 'deposit', id)).body
  expect(row.waits).toBe(null)
})

test('SECOND-08 a deposit that was given back is said to be given back, not credited', async () => {
  const id = await world.make.deposit(large)
  const match = { kind: 'deposit', id, decision: 'match', memberId: member, why }
  const { request } = (await world.decide('lek', match)).body
  const became = (state: string, at: string) =>
    world.database.ownerDb.begin(async (tx) => {
      await tx.query('set local session_replication_role = replica')
      await tx.query(
        `update deposits_deposit set state = '${state}', settled_at = ${at} where id = $1`,
        [id],
      )
    })
  await became('returned', 'now()')
  const state = factsOf(await second(request), 'before').find(({ name }) => name === 'state')
  expect(state!.value).toEqual({ form: 'code', code: 'given-back' })
  const answer = await yes(request)
  expect(answer.body).toMatchObject({ state: 'refused', why: 'ended-otherwise' })
  await became('suspended', 'null')
})

test('SECOND-09 what the database refuses about who may decide is a refusal with a sentence, never a fault', async () => {
  const { db } = world.database
  const held = await db.query<{ role: string }>(
    `select role from operators_role where operator = 'dao' order by role`,
  )
  const before = held.map(({ role }) => role)
  const roles = [...before, 'cashier']
  const [row] = await db.query<{ id: string }>(
    `insert into confirm_request (kind, subject, what, words, state, asked_by, asked_at)
     values ('operator roles', 'dao', $1::jsonb, 'roles nobody may give', 'waits', 'operator:lek', now()) returning id::text`,
    [JSON.stringify({ name: 'dao', roles, before, givenBy: 'operator:nok' })],
  )
  const answer = await yes(row!.id)
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ state: 'refused', why: 'not-agreed' })
})

test.each([
  ['operator disable', { name: 'dao', askedBy: 'operator:lek' }, 'active', 'inactive'],
  ['operator enable', { name: 'dao', askedBy: 'operator:lek' }, 'inactive', 'active'],
  ['recovery open', { why: 'looked at everything' }, 'closed', 'open'],
])(
  'SECOND-03 %s shows what is there and what would be, part by part',
  async (kind, what, old, next) => {
    const [row] = await world.database.db.query<{ id: string }>(
      `insert into confirm_request (kind, subject, what, words, state, asked_by, asked_at)
     values ($1, 'dao', $2::jsonb, 'shown', 'waits', 'operator:lek', now()) returning id::text`,
      [kind, JSON.stringify(what)],
    )
    const body = await second(row!.id)
    const [before, after] = [factsOf(body, 'before'), factsOf(body, 'after')]
    const stateIn = (facts: Fact[]) => facts.find(({ name }) => name === 'state')!.value['code']
    expect([stateIn(before), stateIn(after)]).toEqual([old, next])
    if (kind === 'recovery open') return
    expect(after).toContainEqual({ name: 'operator', value: { form: 'operator', name: 'dao' } })
    expect(after.some(({ name }) => name === 'roles')).toBe(true)
    expect(changesIn(body)).toEqual(['state undefined'])
  },
)

test('HOUSE-125 who pays and where to is the same after a credit, and what an item holds after it is withheld', async () => {
  const payer = { bank: 'KBANK', account: '9998887776', name: 'SOMCHAI JAIDEE' }
  const id = await world.make.deposit({ ...large, payer })
  const match = { kind: 'deposit', id, decision: 'match', memberId: member, why }
  const { request } = (await world.decide('lek', match)).body
  expect(changesIn(await second(request))).toEqual([
    'state undefined',
    'member undefined',
    'why undefined',
  ])
  await world.decide('som', { kind: 'second', id: request, decision: 'no', why })

  // Of whom nobody has moved money.
  const { id: other } = await world.addMember()
  for (const [decision, changed] of [
    ['allow', ['value [{"key":"holds"}]', 'value [{"key":"decision"}]']],
    ['deny', ['value [{"key":"decision"}]']],
  ] as const) {
    const item = await world.make.suspicion(other, ['rewards'])
    const answer = await world.decide('lek', { kind: 'suspicion', id: item, decision, why })
    expect(answer.status).toBe(200)
    const [act] = await world.database.db.query<{ id: string }>(
      'select id::text from review_act where subject = $1',
      [`item:${item}`],
    )
    expect(changesIn((await world.read('som', 'review', act!.id)).body)).toEqual(changed)
  }
})

test('HOUSE-126 to withhold a bonus is said to be for good, to withhold rewards that they stay held', async () => {
  const effectOf = async (holds: ItemHold[]) => {
    const id = await world.make.suspicion(member, holds)
    const { decisions } = (await world.read('som', 'suspicion', id)).body
    return decisions.find(({ name }: { name: string }) => name === 'deny').effect
  }
  expect(await effectOf(['bonus'])).toBe('withholds-bonus')
  expect(await effectOf(['rewards'])).toBe('keeps-holds')
})
