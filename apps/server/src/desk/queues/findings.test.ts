import { findingCodes, type FindingCode } from '@kapao/contract/console/reasons'
import { expect, test } from 'vitest'
import { noteFinding, stateSum, type FindingDetails } from '#channels/qrcodes/findings-store.ts'
import { openWorkWorld } from '#testing/desk/work-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openWorkWorld)

const baht = (amount: bigint) => stateSum({ amount, currency: 'BAHT' })
const stated = { reported: '40.00 THB', reference: 'REF1' }

/** What each kind is recorded with, and which facts of it stand beside the sentence, odd ones marked. */
const cases: Record<FindingCode, [details: FindingDetails, facts: string[]]> = {
  'finding.event-changed': [{}, []],
  'finding.reported-otherwise': [
    { ...stated, reportedThen: '50.00 THB', referenceThen: 'REF2' },
    ['reference', 'reported', 'referenceThen!', 'reportedThen!'],
  ],
  'finding.reported-refused': [
    { ...stated, reportedThen: '50.00 THB', referenceThen: 'REF1' },
    ['reference', 'reported', 'reportedThen!'],
  ],
  'finding.channels-differ': [stated, ['reference', 'reported']],
  'finding.time-impossible': [
    { ...stated, paidAt: '2026-11-21T05:00:00.000Z' },
    ['reference', 'reported', 'paidAt!'],
  ],
  'finding.not-listed': [{ ours: baht(4_000n) }, ['ours']],
  'finding.listed-otherwise': [{ ours: baht(4_000n), theirs: baht(5_000n) }, ['ours', 'theirs!']],
  'finding.listed-repeatedly': [{ times: 2, listedBy: 'theirs' }, ['count', 'listedBy']],
  'finding.missing-here': [{ theirs: baht(5_000n) }, ['theirs!']],
  'finding.asked-otherwise': [
    { ...stated, reportedThen: '39.50 THB' },
    ['reference', 'reported', 'reportedThen!'],
  ],
  'finding.not-bookable': [stated, ['reference', 'reported']],
  'finding.unanswered': [{ ...stated, isCredited: true }, ['reference', 'reported', 'isCredited']],
  'finding.unknown-payment': [
    { ...stated, isCredited: false },
    ['reference', 'reported', 'isCredited'],
  ],
  'finding.other-account': [stated, ['reference', 'reported']],
}

type Fact = { name: string; isOdd?: boolean; value: { form: string } }
const ofEvery = new Set(['provider', 'about', 'what', 'since'])

test.each(findingCodes)(
  'DESK-144 %s has a sentence of its own, with what it is about in the row and its figures beside it',
  async (kind) => {
    const [details, wanted] = cases[kind]
    const about = `pay-${kind}`
    const what = 'a sentence of a machine'
    const { db } = world.database
    const at = world.clock.now()
    const name = kind === 'finding.event-changed' ? `event ${about}` : about
    expect(await noteFinding(db, { provider: 'ZPAY', about: name, what, kind, details, at })).toBe(
      true,
    )
    const [row] = await db.query<{ id: bigint }>(
      'select id from qrcodes_finding where about = $1',
      [name],
    )
    const { body } = await world.read('lek', 'finding', String(row!.id))
    const named = ['ZPAY', details.reported, details.reference ?? about].filter(Boolean)
    expect(body.why).toEqual({ code: kind, detail: { form: 'name', text: named.join(' · ') } })
    expect(body.sum).toEqual(details.ours ?? details.theirs ?? null)
    const facts = body.panels.find((one: { name: string }) => one.name === 'finding')
      .facts as Fact[]
    const own = facts.filter((one) => !ofEvery.has(one.name))
    expect(own.map((one) => `${one.name}${one.isOdd ? '!' : ''}`)).toEqual(wanted)
    // The sentence of the machine is there for a closer look, and nothing else of it is folded.
    expect(facts.filter(({ value }) => value.form === 'technical').map((one) => one.name)).toEqual([
      'what',
    ])
  },
)
