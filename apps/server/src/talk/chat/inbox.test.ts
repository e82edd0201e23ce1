import { dayMs } from '@kapao/contract/times'
import type { Role } from '@kapao/contract/console/roles'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hintChannel } from '#core/console/hint-store.ts'
import { systemIds } from '#core/ids.ts'
import { until, type ChatWorld, type Talker } from '#testing/worlds/chat-world.ts'
import type { DeskCall, DeskCalls } from '#testing/desk/desk-calls.ts'
import { openInboxWorld } from '#testing/desk/inbox-world.ts'

let world: ChatWorld
let desk: DeskCalls
let close: () => Promise<void>
let talker: Talker
let memberId: string

const lek = { name: 'lek', roles: ['support'] } as const
const som = { name: 'som', roles: ['support'] } as const
const nok = { name: 'nok', roles: ['cashier'] } as const
const rolesOf: Record<string, readonly Role[]> = {
  lek: lek.roles,
  som: som.roles,
  nok: nok.roles,
}
const ask = async (name: string, as: DeskCall['as'], input?: DeskCall['input'], key?: string) =>
  desk.call(name, { ...(as && { as }), ...(input && { input }), ...(key && { key }) })
const box = async (name: string, as: DeskCall['as'] = lek) =>
  (await ask('GET /api/console/inbox/{box}', as, { box: name })).body.rows

beforeAll(async () => {
  ;({ world, desk, close } = await openInboxWorld(rolesOf))
  const player = await world.addPlayer(70_050n, [], {
    name: 'สมชาย',
    bankAccountName: 'สมชาย ใจดีมาก',
  })
  memberId = player.id
  talker = world.talkerOf(player)
})
afterAll(() => close())

/** The menu hands over when somebody asks for a person. */
async function callPerson(who: Talker, words: string): Promise<void> {
  await who.press('person')
  await who.say(words)
}

describe('the inbox', () => {
  let code: string

  test('DESK-93 a talk that waits is unassigned, with its last message and a masked name, until it is assigned', async () => {
    await callPerson(talker, 'เงินยังไม่เข้า')
    const [row] = await box('unassigned')
    code = row.talk
    expect(row).toMatchObject({
      memberId,
      last: 'เงินยังไม่เข้า',
      assignedTo: null,
      isClosed: false,
    })
    expect(row.waitsSince).not.toBeNull()
    expect(row.name).not.toContain('ใจดีมาก')
    expect(await box('mine')).toEqual([])
    const assign = (as: DeskCall['as'], to: string | null) =>
      ask('POST /api/console/talks/assign', as, { talk: code, to })
    expect((await assign(lek, 'nok')).body.code).toBe('NO_RIGHT')
    expect((await assign(lek, 'nobody')).body.code).toBe('NO_RIGHT')
    expect((await assign(lek, 'som')).body).toMatchObject({ assignedTo: 'som' })
    expect(await box('unassigned')).toEqual([])
    expect(await box('mine', som)).toMatchObject([{ talk: code }])
    expect(await box('all')).toMatchObject([{ talk: code }])
    expect((await assign(lek, null)).body).toMatchObject({ assignedTo: null })
  })

  test('HOUSE-70 anybody who answers may hand a talk to a colleague or to a role, whose members find it among theirs until one answers', async () => {
    const hand = (to: string | null, role?: string) =>
      ask('POST /api/console/talks/assign', lek, { talk: code, to, ...(role && { role }) })
    const { body } = await ask('GET /api/console/inbox/answerers', lek)
    expect(body).toEqual({
      names: expect.arrayContaining(['lek', 'som']),
      roles: ['support', 'risk', 'owner'],
    })
    expect(body.names).not.toContain('nok')
    for (const [to, role] of [
      [null, 'cashier'],
      ['som', 'risk'],
      ['nok', undefined],
    ] as const)
      expect((await hand(to, role)).body.code).toBe('NO_RIGHT')
    expect((await hand(null, 'risk')).body).toMatchObject({ assignedTo: null, forRole: 'risk' })
    expect(await box('mine', lek)).toEqual([])
    const risk = { name: 'dao', roles: ['risk'] } as const
    expect(await box('mine', risk)).toMatchObject([{ talk: code, forRole: 'risk' }])
    expect(await box('unassigned')).toMatchObject([{ talk: code, forRole: 'risk' }])
    expect((await hand(null)).body).toMatchObject({ assignedTo: null, forRole: null })
  })

  test('DESK-94 an answer reaches the customer once, however often it is sent, and assigns the talk to the operator who wrote it', async () => {
    const key = systemIds.key()
    await ask('POST /api/console/talks/assign', lek, { talk: code, to: null, role: 'support' })
    world.clock.moveMs(90_000)
    const input = { talk: code, text: 'เรากำลังตรวจสอบ <b>ค่ะ</b>' }
    const sent = await Promise.all(
      [1, 2, 3].map(() => ask('POST /api/console/talks/answer', lek, input, key)),
    )
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(sent.map(({ body }) => body._id)).size).toBe(1)
    const seen = (await talker.history()).filter(
      ({ message }) => 'payload' in message && message.payload.message === input.text,
    )
    expect(seen).toHaveLength(1)
    const other = await ask('POST /api/console/talks/answer', lek, { ...input, text: 'x' }, key)
    expect(other.body.code).toBe('KEY_REUSED')
    const mine = { talk: code, assignedTo: 'lek', forRole: null, waitsSince: null }
    expect(await box('mine')).toMatchObject([mine])
    const { body } = await ask('GET /api/console/talks/{talk}', nok, { talk: code })
    expect(body.code).toBe('NO_RIGHT')
  })

  test('DESK-95 a talk shows who wrote what, what the customer has read, and how long the first answer took', async () => {
    const read = async () => (await ask('GET /api/console/talks/{talk}', lek, { talk: code })).body
    const before = await read()
    expect(before.firstAnswerSeconds).toBe(90)
    expect(before.messages.at(-1)).toMatchObject({ writer: 'person', operator: 'lek' })
    expect(before.messages.map(({ writer }: { writer: string }) => writer)).toContain('menu')
    expect(JSON.stringify(before)).not.toContain('guestId":"')
    const last = before.messages.at(-1).seq
    expect(before.readTo).toBeLessThan(last)
    await talker.call('PUT /api/chat/read-customer/', { body: { seq: last } })
    await vi.waitFor(async () => expect((await read()).readTo).toBe(last), { timeout: 10_000 })
    await talker.say('ขอบคุณ')
    expect((await box('all'))[0].unread).toBe(1)
    expect((await ask('POST /api/console/talks/read', lek, { talk: code, seq: 1 })).status).toBe(
      200,
    )
    expect((await box('all'))[0].unread).toBe(0)
    expect((await talker.config()).seen).toBeGreaterThan(last)
  })

  test('DESK-96 older messages are read by number, each once', async () => {
    for (let at = 0; at < 60; at += 1) {
      await talker.say(`line ${at}`)
      world.clock.moveMs(1_000)
    }
    const all: number[] = []
    let before: number | undefined
    for (;;) {
      const { body } = await ask('GET /api/console/talks/{talk}', lek, {
        talk: code,
        ...(before === undefined ? {} : { before }),
      })
      const seqs = body.messages.map(({ seq }: { seq: number }) => seq) as number[]
      all.unshift(...seqs)
      if (!body.isMore) break
      before = seqs[0]
    }
    expect(all).toEqual(all.map((_, at) => at + 1))
  })

  test('DESK-97 closing with a reason ends the talk for everybody and is counted; a new message opens another', async () => {
    const closed = await ask('POST /api/console/talks/close', lek, { talk: code, reason: 'solved' })
    expect(closed.body).toMatchObject({ isClosed: true, assignedTo: null })
    expect(await box('all')).toEqual([])
    expect(await box('closed')).toMatchObject([{ talk: code }])
    const { body } = await ask('GET /api/console/inbox/times', lek)
    expect(body).toMatchObject({ talks: 1, firstAnswerSeconds: { median: 90, p90: 90 } })
    expect(body.solvedSeconds.median).toBeGreaterThan(90)
    await callPerson(talker, 'อีกครั้ง')
    expect(await box('unassigned')).toMatchObject([{ talk: code, assignedTo: null }])
  })

  test('DESK-98 members come before guests, and who waits longest comes first, down every page', async () => {
    for (let at = 0; at < 55; at += 1) {
      world.clock.moveMs(1_000)
      await callPerson(await world.addGuest(), `guest ${at}`)
    }
    const seen: { memberId: string | null; waitsSince: string; talk: string }[] = []
    let after: string | null = null
    do {
      const { body } = await ask('GET /api/console/inbox/{box}', lek, {
        box: 'unassigned',
        ...(after === null ? {} : { after }),
      })
      seen.push(...body.rows)
      after = body.next
    } while (after !== null)
    expect(seen).toHaveLength(56)
    expect(new Set(seen.map(({ talk }) => talk)).size).toBe(56)
    expect(seen[0]!.memberId).toBe(memberId)
    const guests = seen.slice(1).map(({ waitsSince }) => waitsSince)
    expect(guests).toEqual(guests.toSorted())
  })

  test('DESK-85 a talk that was guessed is unknown to every call', async () => {
    const talk = 'ABCDEFGHJKMN'
    for (const [name, input] of [
      ['GET /api/console/talks/{talk}', { talk }],
      ['POST /api/console/talks/answer', { talk, text: 'x' }],
      ['POST /api/console/talks/read', { talk, seq: 1 }],
      ['POST /api/console/talks/typing', { talk }],
      ['POST /api/console/talks/assign', { talk, to: null }],
      ['POST /api/console/talks/close', { talk, reason: 'solved' }],
    ] as const) {
      const answer = await ask(name, lek, input, systemIds.key())
      expect([answer.status, answer.body.code], name).toEqual([404, 'NOT_FOUND'])
    }
  })
})

test('HOUSE-56 HOUSE-114 a guest who is blocked can send nothing for a day, learns until when, and is let in again; others of the same network and members can', async () => {
  const guest = await world.addGuest()
  const neighbour = await world.addGuest()
  await callPerson(guest, 'abuse')
  const [found] = await world.database.db.query<{ talk: string }>(
    'select code as talk from chat_conversation where owner = $1',
    [`guest:${guest.guestId.split('.')[0]}`],
  )
  const block = (talk: string, isOn: boolean, as: DeskCall['as'] = lek) =>
    ask('POST /api/console/talks/block', as, { talk, isOn })
  expect((await block(found!.talk, true, nok)).body.code).toBe('NO_RIGHT')
  expect((await block(memberId, true)).body.code).toBe('NOT_FOUND')
  const blocked = (await block(found!.talk, true)).body
  expect(blocked).toMatchObject({ isClosed: true, blocks: 1 })
  expect(Date.parse(blocked.blockedUntil) - world.clock.now().getTime()).toBe(dayMs)
  const refused = await guest.say('more abuse')
  expect([refused.status, refused.body.code]).toEqual([403, 'CHAT_BLOCKED'])
  expect(refused.headers.get('retry-after')).toBe(String(dayMs / 1_000))
  expect((await neighbour.say('hello')).status).toBe(200)
  expect((await talker.say('hello')).status).toBe(200)
  const row = (await ask('GET /api/console/talks/{talk}', lek, { talk: found!.talk })).body
  expect(row.last).toBe('abuse')
  expect((await block(found!.talk, false)).body).toMatchObject({ blockedUntil: null, blocks: 1 })
  expect((await guest.say('sorry')).status).toBe(200)
  await block(found!.talk, true)
  world.clock.moveMs(dayMs + 1)
  expect((await guest.say('a day later')).status).toBe(200)
  const acts = await world.database.db.query<{ action: string }>(
    `select action from core_audit where subject = $1 and action like '%block' order by id`,
    [`chat:${found!.talk}`],
  )
  expect(acts.map(({ action }) => action)).toEqual(['chat.block', 'chat.unblock', 'chat.block'])
})

test('HOUSE-120 what is written to the menu in a talk that staff have had is announced to the desk, and of a talk that never was theirs nothing is', async () => {
  const hinted: string[] = []
  const listening = await world.database.db.listen(hintChannel, (payload) => {
    const { name, hint } = payload === null ? {} : JSON.parse(payload)
    if (name === 'talk') hinted.push(hint.talk)
  })
  const [served, other] = [await world.addGuest(), await world.addGuest()]
  const codeOf = async ({ guestId }: { guestId: string }): Promise<string> => {
    const [found] = await world.database.db.query<{ code: string }>(
      'select code from chat_conversation where owner = $1',
      [`guest:${guestId.split('.')[0]}`],
    )
    return found!.code
  }
  await callPerson(served, 'abuse')
  await other.say('hello')
  const talk = await codeOf(served)
  for (const isOn of [true, false]) await ask('POST /api/console/talks/block', lek, { talk, isOn })
  const isAnnounced = (): boolean => hinted.includes(talk)
  await until(isAnnounced, 'the block and its end are announced')
  hinted.length = 0
  await served.say('sorry')
  await until(isAnnounced, 'the line is announced')
  const shown = (await ask('GET /api/console/talks/{talk}', lek, { talk })).body
  expect(shown).toMatchObject({ isClosed: true, last: 'sorry' })
  await other.say('and who else is there?')
  await callPerson(served, 'a person, please')
  await until(() => hinted.length > 1, 'what came after it is announced')
  expect(hinted).not.toContain(await codeOf(other))
  await listening.stop()
})

test('DESK-99 HOUSE-74 a canned answer has the member’s facts in the language of the talk, or of who answers', async () => {
  const { canned } = (await ask('GET /api/console/canned', lek)).body
  const text = { th: '{name} มี {balance}', la: '{name} ມີ {balance}', en: '{name} has {balance}' }
  await world.set('chat.canned', [...canned, { name: 'mine', text }])
  const talk = (await box('unassigned'))[0].talk
  const filled = await ask('GET /api/console/canned/{name}/for/{talk}', lek, {
    name: 'mine',
    talk,
  })
  expect(filled.body.text).toMatch(/^สมชาย มี 700\.50/)
  const inLao = await ask('GET /api/console/canned/{name}/for/{talk}', lek, {
    name: 'mine',
    talk,
    language: 'la',
  })
  expect(inLao.body.text).toMatch(/^สมชาย ມີ 700\.50/)
  const guest = (await box('unassigned'))[1].talk
  const unknown = await ask('GET /api/console/canned/{name}/for/{talk}', lek, {
    name: 'mine',
    talk: guest,
  })
  expect(unknown.body.text).toContain('{balance}')
})

test('HOUSE-75 a guest who names a phone stands beside that member, which proves nothing: no fact of the member is filled in', async () => {
  const guest = (await box('all')).find((row: { memberId: string | null }) => row.memberId === null)
  const { talk } = guest
  const join = (phone: string | null, code: string = talk) =>
    ask('POST /api/console/talks/join', lek, { talk: code, phone })
  expect(guest.claims).toBe(null)
  const [{ phone }] = (await world.database.db.query<{ phone: string }>(
    'select username as phone from account_member where id = $1',
    [memberId],
  )) as [{ phone: string }]
  const name = expect.stringContaining('•••')
  expect((await join(phone)).body).toMatchObject({ memberId: null, claims: { memberId, name } })
  const filled = await ask('GET /api/console/canned/{name}/for/{talk}', lek, { name: 'mine', talk })
  expect(filled.status === 404 || filled.body.text.includes('{balance}')).toBe(true)
  expect((await join('0899999999')).body.code).toBe('NOT_FOUND')
  const own = (await box('all')).find((row: { memberId: string | null }) => row.memberId !== null)
  expect((await join(phone, own.talk)).body.code).toBe('NOT_FOUND')
  expect((await join(null)).body.claims).toBe(null)
})
