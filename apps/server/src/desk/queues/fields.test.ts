import { decisionNames, workKinds, type FieldName } from '@kapao/contract/console/words'
import { beforeAll, expect, test } from 'vitest'
import { openWorkWorld } from '#testing/desk/work-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openWorkWorld, { isBroken: true })

/** Right for every decision; a reason depends on what it is for. */
const fields: Record<Exclude<FieldName, 'whyOptional' | 'memberId' | 'reason' | 'line'>, string> = {
  why: 'bank receipt 4711',
  amount: '40.00',
  payout: 'PAYOUT-1',
  reference: 'SCB:12345',
  party: 'KBANK:1112223334',
  paidAt: '2026-11-21T05:00:00Z',
}
const reasons: Record<string, string> = { reject: 'ACCOUNT_NAME', takeback: 'gone' }

type Offer = {
  name: string
  fields: FieldName[]
  choices?: { field: string; value: string }[]
}
type WorkKey = { kind: string; id: string }
let member: string
let places: WorkKey[]

beforeAll(async () => {
  const { make, kapao } = world
  const addRich = async () => {
    const { id } = await world.addMember()
    await make.credited(id, 2_000_000n)
    return id
  }
  member = await addRich()
  const paid = await make.payout(member)
  await world.database.ownerDb.begin(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(
      `update withdrawals_withdrawal set state = 'paid', ended_at = $2, payout = 'P-9' where id = $1`,
      [paid, world.clock.now()],
    )
  })
  const refused = await make.request(member)
  await world.decide('som', { kind: 'manual', id: refused, decision: 'refuse', why: 'x' })
  await kapao('som', 'settings', 'set', 'withdraw.max.BAHT', '--text', '900000')
  const given = await make.deposit()
  await world.decide('som', { kind: 'deposit', id: given, decision: 'refuse', why: 'x' })
  await world.carryOut()
  places = [
    { kind: 'deposit', id: given },
    { kind: 'deposit', id: await make.deposit() },
    { kind: 'deposit', id: await make.trusted(member) },
    { kind: 'differing', id: await make.differing(member) },
    { kind: 'unread', id: await make.unread() },
    { kind: 'manual', id: await make.request(member) },
    { kind: 'finding', id: await make.finding() },
    { kind: 'payment', id: await make.payment(member) },
    { kind: 'giftlink', id: await make.giftlink(member) },
    { kind: 'withdrawal', id: await make.withdrawal(await addRich(), 1) },
    { kind: 'payout', id: await make.payout(await addRich()) },
    { kind: 'payout', id: paid },
    { kind: 'transfer', id: await make.transfer(await addRich(), 'in') },
    { kind: 'suspicion', id: await make.suspicion(member) },
    { kind: 'review', id: (await world.list('review'))[0]!.id },
    { kind: 'second', id: (await world.list('second'))[0]!.id },
  ]
})

const offersOf = async ({ kind, id }: WorkKey): Promise<Offer[]> =>
  (await world.read('lek', kind, id)).body.decisions
const valueOf = (field: FieldName, { name, choices }: Offer): string =>
  field === 'memberId'
    ? member
    : field === 'reason'
      ? reasons[name]!
      : field === 'line'
        ? choices!.find((one) => one.field === field)!.value
        : fields[field as keyof typeof fields]
/** Everything that operators have done. */
const countActs = async () =>
  (await world.database.db.query(`select from core_audit where starts_with(actor, 'operator:')`))
    .length

test('DESK-41 of every decision that is offered each field that it needs is missed by its name, left out or empty, and nothing is done', async () => {
  const before = await countActs()
  const tried: { kind: string; decision: string; missing: string }[] = []
  for (const place of places)
    for (const offer of await offersOf(place)) {
      const needed = offer.fields.filter((field) => field !== 'whyOptional')
      const given = Object.fromEntries(needed.map((field) => [field, valueOf(field, offer)]))
      for (const missing of needed) {
        const { [missing]: _, ...others } = given
        const about = { ...place, decision: offer.name }
        const left = await world.decide('lek', { ...about, ...others })
        const said = [left.status, left.body.code, left.body.field]
        expect(said, JSON.stringify(about)).toEqual([400, 'FIELD_WRONG', missing])
        const empty = await world.decide('lek', { ...about, ...others, [missing]: '' })
        expect(empty.status, JSON.stringify(about)).toBe(400)
        expect(empty.body.code).toMatch(/^(FIELD_WRONG|KEY_INVALID)$/)
        tried.push({ kind: place.kind, decision: offer.name, missing })
      }
      expect(await offersOf(place)).toContainEqual(expect.objectContaining({ name: offer.name }))
    }
  expect(await countActs()).toBe(before)
  // Those that need nothing are tried elsewhere.
  const free = ['approve', 'tick', 'yes']
  expect(new Set([...tried.map(({ decision }) => decision), ...free])).toEqual(
    new Set(decisionNames),
  )
  const kinds = new Set(places.map(({ kind }) => kind))
  expect(workKinds.filter((kind) => !kinds.has(kind))).toEqual(['talk'])
})
