import { expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { noteFinding } from '#channels/qrcodes/findings-store.ts'
import { openWorkWorld } from '#testing/desk/work-world.ts'
import { anyArrival } from '#testing/worlds/deposit-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openWorkWorld)

type Row = { id: string; why: { detail: object | null } }

async function detailOf(kind: string, id: string, as = 'lek') {
  const rows = (await world.list(kind, as)) as unknown as Row[]
  return rows.find((row) => row.id === id)?.why.detail
}

test('HOUSE-100 two deposits of one sum are told apart by who has paid, as far as a row may show', async () => {
  const payer = { bank: 'KTB', account: '9998887776', name: 'WICHAI THONGDEE' }
  const { id } = await world.processes[0]!.settle(anyArrival({ memberId: null, payer }))
  const said = { form: 'name', text: 'WI••• TH••• · KTB ••••7776' }
  expect(await detailOf('deposit', id)).toEqual(said)
})

test('HOUSE-100 bank messages are told apart by what they say, a long one by its beginning', async () => {
  const id = await world.make.unread('KBANK ??? 500.00')
  expect(await detailOf('unread', id)).toEqual({ form: 'quote', text: 'KBANK ??? 500.00' })
  const long = await world.make.unread(`${'9 '.repeat(200)}500.00`)
  const { text } = (await detailOf('unread', long)) as { text: string }
  expect(text).toMatch(/^9 9 .*…$/)
  expect(text.length).toBeLessThan(200)
})

test('HOUSE-100 HOUSE-103 a payment without an amount and its finding say what was reported; the finding names member and payer', async () => {
  const { db, ownerDb } = world.database
  const member = (await world.addMember()).id
  const id = await world.make.payment(member)
  const payment = id.split(':')[1]!
  await ownerDb.query(
    `update qrcodes_payment set amount = null, currency = null, amount_text = '1200 USD', payer_bank = 'SCB',
       payer_account = '9876543210', payer_name = 'SOMCHAI JAIDEE' where payment = $1`,
    [payment],
  )
  expect(await detailOf('payment', id)).toEqual({ form: 'name', text: 'ZPAY · 1200 USD' })
  const kind = 'finding.not-bookable'
  const details = { reported: '1200 USD', reference: 'REF1' }
  const at = world.clock.now()
  await noteFinding(db, { provider: 'ZPAY', about: payment, what: 'odd', kind, details, at })
  const [row] = await db.query<{ id: string }>(
    'select id::text as id from qrcodes_finding where about = $1',
    [payment],
  )
  expect(await detailOf('finding', row!.id)).toEqual({
    form: 'name',
    text: 'ZPAY · 1200 USD · REF1',
  })
  const { panels, decisions } = (await world.read('lek', 'finding', row!.id)).body
  const shown = JSON.stringify(panels)
  expect(shown).toContain(`"memberId":"${member}"`)
  expect(shown).toContain('SO••• JA•••')
  expect(shown).toContain('{"name":"reported","value":{"form":"name","text":"1200 USD"}}')
  expect(decisions).toHaveLength(1)
  // An amount that is typed there is in the currency of the code.
  const [received] = (await world.read('lek', 'payment', id)).body.decisions
  expect(received).toMatchObject({ currency: 'BAHT', alone: { max: { currency: 'BAHT' } } })
})

test('HOUSE-37 of a gift link, whose sum nobody knows, stands how much of the day of one operator alone is spent', async () => {
  const id = await world.make.giftlink((await world.addMember()).id)
  const [received] = (await world.read('lek', 'giftlink', id)).body.decisions
  expect(received).toMatchObject({
    name: 'received',
    currency: 'BAHT',
    alone: { given: { currency: 'BAHT' } },
  })
})

test('HOUSE-100 HOUSE-104 what one operator did alone says what and by whom, and its amount in its currency', async () => {
  const subject = systemIds.key()
  await world.database.db.query(
    `insert into core_audit (at, actor, request_id, action, subject, after)
     values (now(), 'operator:lek', 'test', 'deposits.seen', $1, '{"amount": "98000", "currency": "BAHT"}')`,
    [subject],
  )
  const [act] = await world.database.db.query<{ id: string }>(
    'select id::text as id from review_act where subject = $1',
    [subject],
  )
  expect(await detailOf('review', act!.id, 'som')).toEqual({
    form: 'act',
    action: 'deposits.seen',
    subject: null,
    by: 'lek',
    why: null,
  })
  const { panels } = (await world.read('som', 'review', act!.id)).body
  expect(panels.find((one: { name: string }) => one.name === 'after').facts).toEqual([
    { name: 'amount', value: { form: 'sum', sum: { amount: '980.00', currency: 'BAHT' } } },
  ])
})

test('HOUSE-105 a reported deposit shows the account of its member; the balance now stands with those before', async () => {
  const { id: member, bankAccountNo } = (await world.addMember()) as {
    id: string
    bankAccountNo?: string
  }
  const asked = await world.make.request(member)
  const { panels } = (await world.read('lek', 'manual', asked)).body
  const names = panels[0].facts.map((one: { name: string }) => one.name)
  expect(names).toEqual(expect.arrayContaining(['bank', 'account', 'accountName']))
  expect(JSON.stringify(panels)).not.toContain(bankAccountNo ?? 'no account')
  world.answerBalance(async () => ({ amount: 150_000n, currency: 'BAHT' }))
  await world.make.credited(member)
  const transfer = await world.make.transfer(member, 'in')
  const found = (await world.read('lek', 'transfer', transfer)).body
  const providers = found.panels.filter((one: { name: string }) => one.name === 'provider')
  expect(providers).toHaveLength(1)
  expect(providers[0].facts.at(-1)).toMatchObject({ name: 'balanceNow' })
})
