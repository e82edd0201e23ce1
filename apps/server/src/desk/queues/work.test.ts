import { beforeAll, expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { settingOf } from '#settings/registry.ts'
import { confirm } from '#records/confirm/confirm.ts'
import { closeTalk, replyTo } from '#talk/chat/people.ts'
import { openWorkWorld } from '#testing/desk/work-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openWorkWorld)
let member: string
let other: string
beforeAll(async () => {
  member = (await world.addMember({ bankAccountName: 'SOMCHAI JAIDEE' })).id
  other = (await world.addMember()).id
})

const why = 'bank receipt 4711'
const offersOf = (body: { decisions: { name: string }[] }) => body.decisions.map(({ name }) => name)
const factsOf = (body: { panels: { name: string; facts: unknown[] }[] }, panel: string) =>
  body.panels.find(({ name }) => name === panel)?.facts

test('DESK-30 every kind is listed with its own rows, read with evidence, and has its decisions', async () => {
  const { make } = world
  await make.credited(member, 200_000n)
  const ids = {
    deposit: await make.deposit(),
    differing: await make.differing(other),
    unread: await make.unread(),
    manual: await make.request(member),
    finding: await make.finding(),
    payment: await make.payment(member),
    giftlink: await make.giftlink(member),
    withdrawal: await make.withdrawal(member, 1),
    suspicion: await make.suspicion(member),
  }
  const wanted = {
    deposit: ['match', 'refuse'],
    differing: ['takeback', 'seen'],
    unread: ['book', 'known', 'seen'],
    manual: ['match', 'confirm', 'refuse'],
    finding: ['close'],
    payment: ['received', 'nothing'],
    giftlink: ['received', 'nothing'],
    withdrawal: ['approve', 'reject'],
    suspicion: ['allow', 'deny'],
  }
  for (const [kind, id] of Object.entries(ids)) {
    expect(
      (await world.list(kind)).map((row) => row.id),
      kind,
    ).toContain(id)
    const { status, body } = await world.read('lek', kind, id)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(offersOf(body), kind).toEqual(wanted[kind as keyof typeof wanted])
    expect(body.panels.length, kind).toBeGreaterThan(0)
    expect(body.decided).toBe(null)
    const promised = settingOf(`console.promisedMinutes.${kind as keyof typeof wanted}`).fallback
    const promisedMs = (promised as number) * minuteMs
    expect(Date.parse(body.amberAt) - Date.parse(body.since)).toBe(promisedMs)
  }
  const all = await world.list('all')
  for (const [kind, id] of Object.entries(ids))
    expect(all).toContainEqual(expect.objectContaining({ kind, id }))
})

test('DESK-31 names and accounts of members are masked on every row and in all of the evidence', async () => {
  const id = await world.make.withdrawal(other, 1).catch(() => null)
  const rows = await world.list('all')
  const texts: string[] = [JSON.stringify(rows)]
  for (const { kind, id: item } of rows)
    texts.push(JSON.stringify((await world.read('lek', kind, item)).body))
  const said = texts.join(' ')
  expect(id === null || said.includes(id)).toBe(true)
  expect(said).not.toMatch(/SOMCHAI|JAIDEE|SOMSRI|1112223331|1112223334|0812345678/)
  expect(said).toContain('SO•••')
})

test('DESK-32 a guess of an id, or of another kind’s id, is like one that never was', async () => {
  const deposit = (await world.list('deposit'))[0]!.id
  for (const [kind, id] of [
    ['deposit', systemIds.key()],
    ['withdrawal', deposit],
    ['second', '999999'],
    ['second', deposit],
    ['suspicion', '99999999999999999999'],
    ['payment', 'ZPAY:nothing'],
    ['unread', 'x.AAAA'],
    ['differing', 'bank:nothing'],
    ['talk', 'NOTHING'],
  ] as const) {
    expect((await world.read('lek', kind, id)).status, kind).toBe(404)
    const taken = await world.ask('lek', 'take', { kind, id })
    expect(taken.body.code, kind).toBe('NOT_FOUND')
    const decided = await world.decide('lek', { kind, id, decision: 'refuse', why })
    expect(decided.body.code, kind).toBe('NOT_FOUND')
  }
})

test('DESK-33 who opens an item has it for five minutes, others see by whom, and it can be given back', async () => {
  const id = await world.make.deposit()
  const item = { kind: 'deposit', id }
  expect((await world.ask('lek', 'take', item)).body).toEqual({ takenBy: 'lek' })
  expect((await world.ask('som', 'take', item)).body).toEqual({ takenBy: 'lek' })
  expect((await world.read('som', 'deposit', id)).body.takenBy).toBe('lek')
  expect((await world.ask('som', 'take', { ...item, isBack: true })).body).toEqual({
    takenBy: 'lek',
  })
  world.clock.moveMs(4 * minuteMs)
  expect((await world.ask('lek', 'take', item)).body).toEqual({ takenBy: 'lek' })
  world.clock.moveMs(4 * minuteMs)
  expect((await world.ask('som', 'take', item)).body).toEqual({ takenBy: 'lek' })
  world.clock.moveMs(61_000)
  expect((await world.ask('som', 'take', item)).body).toEqual({ takenBy: 'som' })
  expect((await world.ask('som', 'take', { ...item, isBack: true })).body).toEqual({
    takenBy: null,
  })
  // Deciding needs no taking.
  await world.ask('som', 'take', item)
  expect((await world.decide('lek', { ...item, decision: 'refuse', why })).status).toBe(200)
})

test('DESK-34 two operators decide one item at once: one effect, and the other learns who has decided what', async () => {
  for (let round = 0; round < 4; round += 1) {
    const id = await world.make.deposit()
    const before = await world.balanceOf(member)
    const said = await Promise.all([
      world.decide('lek', { kind: 'deposit', id, decision: 'match', memberId: member, why }),
      world.decide('som', { kind: 'deposit', id, decision: 'refuse', why }),
    ])
    const done = said.filter(({ status }) => status === 200)
    expect(done).toHaveLength(1)
    const late = said.find(({ status }) => status !== 200)!
    const isMatched = said[0].status === 200
    expect(late.body).toMatchObject({
      code: 'ALREADY_DECIDED',
      decided: isMatched
        ? { decision: 'match', by: 'lek', why, movements: [id] }
        : { decision: 'refuse', by: 'som', why },
    })
    expect((await world.balanceOf(member)) - before).toBe(isMatched ? 50_000 : 0)
    const later = await world.decide('dao', { kind: 'deposit', id, decision: 'refuse', why })
    expect(later.body.code).toBe('ALREADY_DECIDED')
    expect((await world.read('dao', 'deposit', id)).body.decided).toEqual(late.body.decided)
  }
})

test('DESK-35 a key that is sent twice decides once and answers the same; for another decision it is refused', async () => {
  const id = await world.make.deposit()
  const before = await world.balanceOf(member)
  const key = systemIds.key()
  const match = { kind: 'deposit', id, decision: 'match', memberId: member, why }
  const first = await world.decide('lek', match, key)
  expect(first).toMatchObject({ status: 200, body: { state: 'done', request: null, waitsFor: [] } })
  const again = await world.decide('lek', match, key)
  expect(again.body.item.decided).toEqual(first.body.item.decided)
  expect(again.status).toBe(200)
  expect((await world.balanceOf(member)) - before).toBe(50_000)
  expect((await world.decide('lek', { ...match, why: 'other' }, key)).body.code).toBe('KEY_REUSED')
  // Another operator's key is another key.
  expect((await world.decide('som', match, key)).body.code).toBe('ALREADY_DECIDED')
  const together = await world.make.deposit()
  const both = await Promise.all(
    [1, 2, 3].map(() => world.decide('lek', { ...match, id: together }, `${key}-2`)),
  )
  expect(both.every(({ status, body }) => status === 200 || body.code === 'IN_PROGRESS')).toBe(true)
  expect((await world.balanceOf(member)) - before).toBe(100_000)
})

test('DESK-36 a process that dies between decision and answer: the repeated key finds what became of it', async () => {
  const id = await world.make.deposit()
  const before = await world.balanceOf(member)
  const key = systemIds.key()
  const match = { kind: 'deposit', id, decision: 'match', memberId: member, why }
  world.atDesk(() => Promise.reject(new Error('the process is killed')))
  expect((await world.decide('lek', match, key)).status).toBe(500)
  world.atDesk(null)
  // At once, and by another process: nothing waits until a lease is over where the trail has the answer.
  const again = await world.decide('lek', match, key)
  expect(again).toMatchObject({ status: 200, body: { state: 'done' } })
  expect((await world.balanceOf(member)) - before).toBe(50_000)

  const large = await world.make.deposit({ money: { amount: 5_000_000n, currency: 'BAHT' } })
  world.atDesk(() => Promise.reject(new Error('the process is killed')))
  const asked = systemIds.key()
  expect((await world.decide('lek', { ...match, id: large }, asked)).status).toBe(500)
  world.atDesk(null)
  const waits = await world.decide('lek', { ...match, id: large }, asked)
  expect(waits.body).toMatchObject({ state: 'waits', waitsFor: ['dao', 'som'] })
  expect(waits.body.item.waits).toMatchObject({ request: waits.body.request, askedBy: 'lek' })
  const rows = await world.database.db.query(
    `select from confirm_request where subject = $1 and state = 'waits'`,
    [large],
  )
  expect(rows).toHaveLength(1)
})

test('DESK-36 a process that dies after a yes: the turn is over in seconds, and the repeated key does the rest', async () => {
  const id = await world.make.deposit({ money: { amount: 6_000_000n, currency: 'BAHT' } })
  const before = await world.balanceOf(member)
  const match = { kind: 'deposit', id, decision: 'match', memberId: member, why }
  const { request } = (await world.decide('lek', match)).body
  world.atStep((step) =>
    step === 'deposit.prepared'
      ? Promise.reject(new Error('the process is killed'))
      : Promise.resolve(),
  )
  const key = systemIds.key()
  const yes = { kind: 'second', id: request, decision: 'yes' }
  // The desk's own deposits have no such step: its process dies where the answer is written.
  world.atDesk(() => Promise.reject(new Error('the process is killed')))
  expect((await world.decide('som', yes, key)).status).toBe(500)
  world.atDesk(null)
  world.atStep(null)
  expect((await world.decide('som', yes, key)).body).toMatchObject({ state: 'done' })
  expect((await world.balanceOf(member)) - before).toBe(6_000_000)
  expect((await world.read('som', 'second', request)).body.decided).toMatchObject({
    decision: 'yes',
    by: 'som',
  })

  // As if the process had died between the confirmation and the work.
  const next = await world.make.deposit({ money: { amount: 7_000_000n, currency: 'BAHT' } })
  const waiting = (await world.decide('lek', { ...match, id: next })).body.request as string
  const cut = systemIds.key()
  await world.database.db.begin(async (tx) => {
    await tx.query(
      `update confirm_request set state = 'confirmed', decided_by = 'operator:som', doing = 1,
      doing_until = now() + interval '10 seconds' where id = $1`,
      [waiting],
    )
  })
  expect((await world.list('second')).map((row) => row.id)).toContain(waiting)
  const held = await world.decide('som', { ...yes, id: waiting }, cut)
  expect(held.body).toMatchObject({ code: 'DECISION_REFUSED', why: 'being-done' })
  await world.database.db.query(
    `update confirm_request set doing_until = now() - interval '1 second' where id = $1`,
    [waiting],
  )
  expect((await world.decide('som', { ...yes, id: waiting }, cut)).body).toMatchObject({
    state: 'done',
  })
  expect((await world.balanceOf(member)) - before).toBe(13_000_000)
})

test('DESK-37 a decision answers with the next item of its kind that no other operator has open', async () => {
  const [one, two, three] = [
    await world.make.finding(),
    await world.make.finding(),
    await world.make.finding(),
  ]
  const open = (await world.list('finding'))
    .map(({ id }) => id)
    .filter((id) => ![one, two, three].includes(id))
  for (const id of open) await world.decide('lek', { kind: 'finding', id, decision: 'close', why })
  await world.ask('som', 'take', { kind: 'finding', id: two })
  const first = await world.decide('lek', { kind: 'finding', id: one, decision: 'close', why })
  expect(first.body.next).toEqual({ kind: 'finding', id: three })
  const second = await world.decide('som', { kind: 'finding', id: three, decision: 'close', why })
  expect(second.body.next).toEqual({ kind: 'finding', id: two })
  const last = await world.decide('som', { kind: 'finding', id: two, decision: 'close', why })
  expect(last.body.next).toBe(null)
})

test('DESK-38 a decision that one person may not make alone says so before the click, waits, and is shown as waiting', async () => {
  const small = await world.make.deposit()
  const large = await world.make.deposit({ money: { amount: 9_000_000n, currency: 'BAHT' } })
  const waitsFor = async (id: string) =>
    (await world.read('lek', 'deposit', id)).body.decisions.find(
      ({ name }: { name: string }) => name === 'match',
    ).waitsFor
  await world.passHours(48)
  expect(await waitsFor(small)).toBe(null)
  expect(await waitsFor(large)).toEqual(['dao', 'som'])
  const asked = await world.decide('lek', {
    kind: 'deposit',
    id: large,
    decision: 'match',
    memberId: member,
    why,
  })
  expect(asked.body).toMatchObject({ state: 'waits', waitsFor: ['dao', 'som'] })
  const { body } = await world.read('som', 'deposit', large)
  expect(body.waits.request).toBe(asked.body.request)
  expect(body.decisions.find(({ name }: { name: string }) => name === 'match').barred).toBe(
    'waits-already',
  )
  const own = await world.read('lek', 'second', asked.body.request)
  expect(
    own.body.decisions.map(({ name, barred }: { name: string; barred: string }) => [name, barred]),
  ).toEqual([
    ['yes', 'own-request'],
    ['no', null],
  ])
  expect(
    (await world.decide('lek', { kind: 'second', id: asked.body.request, decision: 'yes' })).body,
  ).toMatchObject({
    code: 'DECISION_REFUSED',
    why: 'may-not-confirm',
  })
  // Asking for a preview has asked for nothing.
  const rows = await world.database.db.query(`select from confirm_request where subject = $1`, [
    small,
  ])
  expect(rows).toEqual([])
})

test('DESK-39 the second person sees before and after side by side, and who says no is kept with the reason', async () => {
  const { make } = world
  const id = await make.deposit({ money: { amount: 9_100_000n, currency: 'BAHT' } })
  const match = { kind: 'deposit', id, decision: 'match', memberId: member, why }
  const { request } = (await world.decide('lek', match)).body
  const { body } = await world.read('som', 'second', request)
  expect(factsOf(body, 'before')).toContainEqual({
    name: 'state',
    value: { form: 'code', code: 'in-suspense' },
  })
  expect(factsOf(body, 'after')).toContainEqual({
    name: 'state',
    value: { form: 'code', code: 'in-wallet' },
  })
  expect(factsOf(body, 'after')).toContainEqual(
    expect.objectContaining({
      name: 'member',
      value: expect.objectContaining({ memberId: member }),
    }),
  )
  await world.decide('som', { kind: 'second', id: request, decision: 'no', why: 'why so much' })
  expect((await world.read('som', 'second', request)).body.decided).toMatchObject({
    decision: 'no',
    by: 'som',
    why: 'why so much',
  })
})

test('DESK-40 why an operator may not decide is known before the click, and refused with a code after it', async () => {
  const { make } = world
  const touched = (await world.addMember()).id
  const given = await make.deposit()
  await world.decide('lek', {
    kind: 'deposit',
    id: given,
    decision: 'match',
    memberId: touched,
    why,
  })
  const item = await make.suspicion(touched)
  const barredOf = async (name: string, kind: string, id: string, decision: string) =>
    (await world.read(name, kind, id)).body.decisions.find(
      (one: { name: string }) => one.name === decision,
    ).barred
  expect(await barredOf('lek', 'suspicion', item, 'deny')).toBe('touched-member')
  expect(await barredOf('som', 'suspicion', item, 'deny')).toBe(null)
  const refused = await world.decide('lek', { kind: 'suspicion', id: item, decision: 'deny', why })
  expect(refused.body).toMatchObject({ code: 'DECISION_REFUSED', why: 'touched-member' })

  const act = (await world.list('review')).at(-1)!
  expect(await barredOf('lek', 'review', act.id, 'tick')).toBe('own-act')
  expect(
    (await world.decide('lek', { kind: 'review', id: act.id, decision: 'tick' })).body,
  ).toMatchObject({
    code: 'DECISION_REFUSED',
    why: 'may-not-review',
  })
  const withdrawal = await make.withdrawal(touched, 2)
  expect(await barredOf('lek', 'withdrawal', withdrawal, 'approve')).toBe('moved-money')
  expect(await barredOf('som', 'withdrawal', withdrawal, 'approve')).toBe(null)
  // The question itself approves nothing.
  expect((await world.read('som', 'withdrawal', withdrawal)).body.why.code).toBe('two-approvals')
  expect(
    (await world.decide('som', { kind: 'withdrawal', id: withdrawal, decision: 'approve' })).body
      .item.why.code,
  ).toBe('one-more-approval')
  expect(await barredOf('som', 'withdrawal', withdrawal, 'approve')).toBe('approved-before')
  expect(
    (await world.decide('som', { kind: 'withdrawal', id: withdrawal, decision: 'approve' })).body,
  ).toMatchObject({
    code: 'DECISION_REFUSED',
    why: 'approved-before',
  })
  const rejected = await world.decide('som', {
    kind: 'withdrawal',
    id: withdrawal,
    decision: 'reject',
    reason: 'ACCOUNT_NAME',
  })
  expect(rejected.body.item.decided).toMatchObject({
    decision: 'reject',
    by: 'som',
    movements: [withdrawal],
  })
})

test('DESK-41 a decision lacks nothing that it needs: the wrong field is named, and nothing is done', async () => {
  const id = await world.make.deposit()
  const fieldOf = async (item: Record<string, unknown>) => {
    const { body } = await world.decide('lek', { kind: 'deposit', id, decision: 'match', ...item })
    return body.code === 'FIELD_WRONG' ? body.field : body.code
  }
  expect(await fieldOf({ why })).toBe('memberId')
  expect(await fieldOf({ memberId: member })).toBe('why')
  const request = await world.make.request(member)
  expect(
    await fieldOf({
      kind: 'manual',
      id: request,
      decision: 'confirm',
      reference: 'x',
      party: 'y',
      paidAt: '2026-11-21T05:00:00Z',
    }),
  ).toBe('reference')
  expect(
    await fieldOf({
      kind: 'manual',
      id: request,
      decision: 'confirm',
      reference: 'SCB:12345',
      party: 'y',
      paidAt: '2026-11-21T05:00:00Z',
    }),
  ).toBe('party')
  const link = await world.make.giftlink(member)
  expect(
    await fieldOf({ kind: 'giftlink', id: link, decision: 'received', amount: '0', why }),
  ).toBe('amount')
  expect(await fieldOf({ decision: 'approve' })).toBe('DECISION_REFUSED')
})

test('DESK-42 counts stop at a hundred, show what is late, and name only what the operator may see', async () => {
  const { db } = world.database
  const at = world.clock.now()
  await db.query(
    `insert into bankfeed_unread (source, event_id, text, why, received_at)
     select 'bank', 'many' || n, '?', 'no amount', $1::timestamptz - n * interval '1 second' from generate_series(1, 120) n`,
    [at],
  )
  await db.query(
    `insert into bankfeed_unread (source, event_id, text, why, received_at) values ('bank', 'amber', '?', '?', $1), ('bank', 'red', '?', '?', $2)`,
    [new Date(at.getTime() - 61 * minuteMs), new Date(at.getTime() - 121 * minuteMs)],
  )
  const { body } = await world.ask('lek', 'counts')
  const unread = body.kinds.find(({ kind }: { kind: string }) => kind === 'unread')
  expect(unread).toMatchObject({
    count: 100,
    oldest: new Date(at.getTime() - 121 * minuteMs).toISOString(),
  })
  expect(unread.red).toBeGreaterThanOrEqual(1)
  expect(unread.amber).toBeGreaterThanOrEqual(1)
  const seen = async (roles: readonly ('support' | 'cashier' | 'marketing')[]) =>
    (await world.ask({ name: 'lek', roles }, 'counts')).body.kinds.map(
      ({ kind }: { kind: string }) => kind,
    )
  expect(await seen(['support'])).toEqual(['talk'])
  expect(await seen(['cashier'])).not.toContain('talk')
  expect(await seen(['marketing'])).toEqual([])
})

test('DESK-43 HOUSE-38 a list goes on by key: every row once and in the order of what was promised, of one kind and of all', async () => {
  for (const kind of ['unread', 'all']) {
    const seen: { kind: string; id: string; amberAt: string }[] = []
    let after: string | undefined
    do {
      const { body } = await world.ask('lek', 'list', { kind, ...(after && { after }) })
      seen.push(...body.rows)
      after = body.next ?? undefined
    } while (after !== undefined)
    const keys = seen.map((row) => `${row.kind} ${row.id}`)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.length).toBeGreaterThan(120)
    const times = seen.map((row) => Date.parse(row.amberAt))
    expect(times).toEqual(times.toSorted((one, next) => one - next))
  }
})

test('DESK-44 each decision needs the right of its kind', async () => {
  const decideAs = (role: 'cashier' | 'support' | 'risk', item: Record<string, unknown>) =>
    world.desk.call('POST /api/console/work/decide/{kind}/{id}', {
      as: { name: 'dao', roles: [role] },
      input: item,
      key: systemIds.key(),
    })
  const large = await world.make.deposit({ money: { amount: 9_200_000n, currency: 'BAHT' } })
  const match = { kind: 'deposit', id: large, decision: 'match', memberId: member, why }
  expect((await decideAs('support', match)).body.code).toBe('NO_RIGHT')
  const { request } = (await world.decide('lek', match)).body
  expect(
    (await decideAs('cashier', { kind: 'second', id: request, decision: 'yes' })).body.code,
  ).toBe('NO_RIGHT')
  const shown = await world.ask({ name: 'dao', roles: ['cashier'] }, 'item', {
    kind: 'second',
    id: request,
  })
  expect(shown.body.decisions[0]).toMatchObject({ name: 'yes', barred: 'no-right' })
  const taken = await world.make.differing(other)
  const back = { kind: 'differing', id: taken, decision: 'takeback', reason: 'gone', why }
  expect((await decideAs('cashier', back)).body.code).toBe('NO_RIGHT')
  expect((await decideAs('risk', { kind: 'second', id: request, decision: 'yes' })).status).toBe(
    200,
  )
})

test('DESK-45 likely members stand beside a bank line with how well they fit and why; one that is certain is preselected', async () => {
  const { make } = world
  const payer = await world.addMember({ bankAccountName: 'WANCHAI RAKSA', bankCode: 'SCB' })
  const money = { amount: 123_400n, currency: 'BAHT' } as const
  const tail = payer.bankAccountNo.slice(-6)
  const deposit = await make.deposit({
    money,
    hold: 'review',
    payer: { bank: 'SCB', account: payer.bankAccountNo, name: 'WANCHAI RAKSA' },
  })
  const { body } = await world.read('lek', 'deposit', deposit)
  expect(body.candidates[0]).toMatchObject({ memberId: payer.id, name: 'WA••• RA•••' })
  expect(body.candidates[0].fit).toBeGreaterThanOrEqual(80)
  expect(body.candidates[0].reasons).toContainEqual({ code: 'account-same', isFor: true })
  const matches = ({ decisions }: { decisions: { name: string; isCertain: boolean }[] }) =>
    decisions.find(({ name }) => name === 'match')!.isCertain
  // A name that differs is against it, and then nothing is certain.
  const strange = await make.deposit({
    money: { amount: 123_500n, currency: 'BAHT' },
    hold: 'review',
    payer: { account: `x${tail}`, name: 'SOMEBODY ELSE' },
  })
  const odd = (await world.read('lek', 'deposit', strange)).body
  expect(matches(odd)).toBe(false)
  expect(odd.candidates[0]?.reasons).toContainEqual({ code: 'name-differs', isFor: false })
  // Where the whole account is known, four equal digits match nobody.
  const unlike = await make.deposit({
    money: { amount: 123_600n, currency: 'BAHT' },
    hold: 'review',
    payer: { account: `999999${payer.bankAccountNo.slice(-4)}`, name: 'SOMEBODY ELSE' },
  })
  expect((await world.read('lek', 'deposit', unlike)).body.candidates).toEqual([])
})

test('DESK-47 a payout stands beside what its channel reports, a transfer beside the provider’s balance before and after', async () => {
  const rich = (await world.addMember()).id
  await world.make.credited(rich, 100_000n)
  const payout = await world.make.payout(rich)
  const shown = (await world.read('lek', 'payout', payout)).body
  expect(shown.why).toEqual({
    code: 'payout-unclear',
    detail: { form: 'technical', text: 'no answer for an hour' },
  })
  expect(factsOf(shown, 'channel')).toContainEqual({
    name: 'channel',
    value: { form: 'name', text: 'NOBODY' },
  })
  expect(offersOf(shown)).toEqual(['paid', 'returned'])
  const transfer = await world.make.transfer(rich, 'in')
  const moved = (await world.read('lek', 'transfer', transfer)).body
  const sum = (amount: string) => ({ form: 'sum', sum: { amount, currency: 'BAHT' } })
  expect(factsOf(moved, 'provider')).toEqual(
    expect.arrayContaining([
      { name: 'balanceBefore', value: sum('0.00') },
      { name: 'balanceIfDone', value: sum('100.00') },
      { name: 'balanceIfNotDone', value: sum('0.00') },
    ]),
  )
})

test('DESK-36 nothing holds a connection while what was confirmed is done', async () => {
  const id = await world.make.deposit({ money: { amount: 9_300_000n, currency: 'BAHT' } })
  const match = { kind: 'deposit', id, decision: 'match', memberId: member, why }
  const { request } = (await world.decide('lek', match)).body
  const asked = {
    id: request as string,
    actor: 'operator:som',
    requestId: systemIds.key(),
  } as const
  const { db } = world.database
  const open = () =>
    db.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    )
  const seen: unknown[][] = []
  const workOf = () => async () => void seen.push(await open())
  await confirm({ db, clock: world.clock }, { ...asked, workOf })
  expect(seen).toEqual([[]])
})

test('DESK-30 a talk that waits is a row with its member and its unread messages; it is answered in the inbox, and neither that nor its end is a booking', async () => {
  const { db } = world.database
  const owner = `member:${member}`
  const at = world.clock.now()
  await db.query(
    `insert into chat_conversation (owner, code, state, language, session, last_seq, waiting_since, created_at, last_at)
     values ($1, '7Q2M4XK9TB3C', 'waiting', 'th', $2::uuid, 2, $3, $3, $3)`,
    [owner, systemIds.key(), at],
  )
  await db.query(
    `insert into chat_message (owner, seq, id, session, sender, message, created_at)
     select $1, n, gen_random_uuid(), $2::uuid, 'customer', '{}', $3 from generate_series(1, 2) n`,
    [owner, systemIds.key(), at],
  )
  const [row] = await world.list('talk')
  expect(row).toMatchObject({
    id: '7Q2M4XK9TB3C',
    memberId: member,
    why: { code: 'talk-waits', detail: { form: 'count', count: 2 } },
  })
  const { body } = await world.read('lek', 'talk', '7Q2M4XK9TB3C')
  expect(body.decisions).toEqual([])
  expect(factsOf(body, 'talk')).toContainEqual({
    name: 'unread',
    value: { form: 'count', count: 2 },
  })

  const deps = { db, clock: world.clock, ids: systemIds }
  const by = { code: '7Q2M4XK9TB3C', actor: 'operator:lek', requestId: 'test' } as const
  const becameOf = async () => (await world.read('som', 'talk', by.code)).body.decided
  await replyTo(deps, by, { message_type: 'text', payload: { message: 'we look into it' } })
  expect(await becameOf()).toMatchObject({ decision: 'answered', by: 'lek' })
  await closeTalk(deps, { ...by, reason: 'solved' })
  expect(await becameOf()).toMatchObject({ decision: 'close', by: 'lek' })
})

test('DESK-45 a slip stands beside the money that it shows: its picture, its code and what the bank said of it', async () => {
  const slip = systemIds.key()
  const deposit = await world.make.deposit({
    channel: 'slip',
    eventId: slip,
    memberId: other,
    hold: 'review',
  })
  await world.database.db.query(
    `insert into slips_slip (id, reference, member_id, seq, state, currency, picture, picture_name, sending_bank, trans_ref, amount,
       arrival, deposit, uploaded_at, next_at, ended_at)
     values ($1, '7Q2M4XK9TB3C', $2, 1, 'credited', 'BAHT', 'slip.jpg', 'slip.jpg', 'SCB', '015073144041', 50000,
       '{"party":"KBANK:1112223334","paidAt":"2026-11-21T04:59:30Z","from":"SCB","payer":{"bank":"SCB","account":"xxx1234"}}', $3, $4, $4, $4)`,
    [slip, other, deposit, world.clock.now()],
  )
  const { body } = await world.read('lek', 'deposit', deposit)
  expect(factsOf(body, 'slip')).toEqual(
    expect.arrayContaining([
      { name: 'picture', value: { form: 'picture', address: '/files/slips/slip.jpg' } },
      { name: 'slipCode', value: { form: 'text', text: '015073144041' } },
      { name: 'bankSays', value: { form: 'code', code: 'shown' } },
      { name: 'payerAccount', value: { form: 'masked', text: '•••1234' } },
    ]),
  )
  expect(body.candidates[0]).toMatchObject({ memberId: other })
  expect(body.candidates[0].reasons).toContainEqual({ code: 'slip-shown', isFor: true })
})
