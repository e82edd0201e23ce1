import { workKinds, type WorkKind } from '@kapao/contract/console/words'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { hintChannel } from '#core/console/hint-store.ts'
import { holdMoney } from '#testing/desk/held-money.ts'
import { openWorkWorld } from '#testing/desk/work-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openWorkWorld)
let member: string
let other: string
/** Hints of the triggers alone: those of a console's own calls name an item. */
const hints: string[] = []
let stop: () => Promise<unknown>
beforeAll(async () => {
  member = (await world.addMember({ bankAccountName: 'SOMCHAI JAIDEE' })).id
  other = (await world.addMember()).id
  await world.make.credited(member, 2_000_000n)
  const listening = await world.database.db.listen(hintChannel, (payload) => {
    const { name, hint } = JSON.parse(payload ?? '{}')
    if (name === 'work' && hint.id === null) hints.push(hint.kind)
  })
  stop = () => listening.stop()
})
afterAll(() => stop())

const why = 'bank receipt 4711'
const large = { money: { amount: 5_000_000n, currency: 'BAHT' } } as const

/** Writes a row into a state from which it continues, as if it had reached it by itself, without a hint. */
const place = (text: string, id: string) =>
  world.database.ownerDb.begin(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(text, [id])
  })
const move = async (text: string, id: string) => {
  await world.database.db.query(text, [id])
  return id
}
const decide = async (kind: WorkKind, id: string, fields: Record<string, unknown>, by = 'lek') => {
  const { status, body } = await world.decide(by, {
    kind,
    id,
    decision: '',
    ...fields,
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as { request: string }
}

type Case = {
  /** What is there before anything begins to wait; answers its id. */
  given?: () => Promise<string>
  /** It begins to wait; answers the item's id. */
  begins: (given: string) => Promise<string>
  ends: (id: string) => Promise<unknown>
}

/** Talks have hints of their own (`talk/chat`). */
const cases: Record<Exclude<WorkKind, 'talk'>, Case> = {
  deposit: {
    begins: () => world.make.deposit(),
    ends: (id) => decide('deposit', id, { decision: 'refuse', why }),
  },
  differing: {
    begins: () => world.make.differing(other),
    ends: (id) => decide('differing', id, { decision: 'seen', why }),
  },
  unread: {
    begins: () => world.make.unread('KBANK ???'),
    ends: (id) => decide('unread', id, { decision: 'seen' }),
  },
  manual: {
    begins: () => world.make.request(member),
    ends: (id) => decide('manual', id, { decision: 'refuse', why }),
  },
  finding: {
    begins: () => world.make.finding(),
    ends: (id) => decide('finding', id, { decision: 'close', why }),
  },
  payment: {
    begins: () => world.make.payment(other),
    ends: (id) => decide('payment', id, { decision: 'nothing', why }),
  },
  giftlink: {
    given: async () => {
      const id = await world.make.giftlink(other)
      await place(`update giftlinks_link set state = 'unknown' where id = $1::uuid`, id)
      return id
    },
    begins: (id) => move(`update giftlinks_link set state = 'exception' where id = $1::uuid`, id),
    ends: (id) => decide('giftlink', id, { decision: 'nothing', why }),
  },
  withdrawal: {
    begins: () => {
      const { ownerDb } = world.database
      const asOwner = async (text: string, values: readonly unknown[]) => {
        await ownerDb.query(text, values)
      }
      return holdMoney(world, { memberId: member, approvalsNeeded: 1, asOwner })
    },
    ends: (id) => decide('withdrawal', id, { decision: 'reject', reason: 'ACCOUNT_NAME', why }),
  },
  payout: {
    given: async () => {
      await world.carryOut()
      const id = await world.make.payout(member)
      await place(`update withdrawals_withdrawal set state = 'unknown' where id = $1::uuid`, id)
      return id
    },
    begins: (id) =>
      move(`update withdrawals_withdrawal set state = 'exception' where id = $1::uuid`, id),
    ends: (id) => decide('payout', id, { decision: 'paid', payout: 'PO4711', why }),
  },
  transfer: {
    given: async () => {
      const id = await world.make.transfer(member, 'in')
      await place(`update transfers_transfer set state = 'unknown' where id = $1::uuid`, id)
      return id
    },
    begins: (id) =>
      move(`update transfers_transfer set state = 'exception' where id = $1::uuid`, id),
    ends: (id) => decide('transfer', id, { decision: 'returned', why }),
  },
  suspicion: {
    begins: () => world.make.suspicion(other),
    // An operator who has moved its members' money may not decide it.
    ends: (id) => decide('suspicion', id, { decision: 'deny', why }, 'dao'),
  },
  review: {
    given: () => world.make.deposit(),
    begins: async (id) => {
      // What one operator does alone is to be read by another one.
      await decide('deposit', id, { decision: 'match', memberId: other, why })
      const [act] = await world.database.db.query<{ id: bigint }>(
        `select id from review_act where subject like '%' || $1 || '%' and ticked_by is null`,
        [id],
      )
      return String(act!.id)
    },
    ends: (id) => decide('review', id, { decision: 'tick', why }, 'som'),
  },
  second: {
    given: () => world.make.deposit(large),
    begins: async (id) =>
      (await decide('deposit', id, { decision: 'match', memberId: member, why })).request,
    ends: (id) => decide('second', id, { decision: 'no', why }, 'som'),
  },
}

const expectHint = async (kind: string, work: () => Promise<unknown>) => {
  hints.length = 0
  await work()
  await vi.waitFor(() => expect(hints, kind).toContain(kind), 5_000)
}

test('DESK-142 every kind but talks is in the table', () => {
  expect(Object.keys(cases)).toEqual(workKinds.filter((kind) => kind !== 'talk'))
})

test.each(Object.keys(cases) as (keyof typeof cases)[])(
  'DESK-128 DESK-142 a hint says that a %s begins to wait, and that it ends',
  async (kind) => {
    const { given, begins, ends } = cases[kind]
    const before = (await given?.()) ?? ''
    let id = ''
    await expectHint(kind, async () => (id = await begins(before)))
    expect((await world.list(kind)).map((row) => row.id)).toContain(id)
    await expectHint(kind, () => ends(id))
    expect((await world.list(kind)).map((row) => row.id)).not.toContain(id)
  },
)

test('DESK-128 HOUSE-127 a hint says that refused money is to be sent back, and that it was', async () => {
  const id = await world.make.deposit()
  await decide('deposit', id, { decision: 'refuse', why })
  await expectHint('deposit', () => world.carryOut())
  expect((await world.list('deposit')).map((row) => row.id)).toContain(id)
  await expectHint('deposit', () => decide('deposit', id, { decision: 'sent', reference: '4711' }))
  expect((await world.list('deposit')).map((row) => row.id)).not.toContain(id)
})

test('DESK-128 money that waits for nobody, and what was rolled back, send no hint', async () => {
  const { db } = world.database
  await world.make.credited(member)
  hints.length = 0
  await world.make.credited(member)
  await expect(
    db.begin(async (tx) => {
      await tx.query(`insert into bankfeed_unread (source, event_id, text, why, received_at)
                      values ('sms', 'rolled back', '?', 'no amount', now())`)
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  // A notice is delivered in order: this one is the first to arrive.
  await db.query(`select core_console_hint('work', '{"kind":"review","id":null}')`)
  await vi.waitFor(() => expect(hints).toEqual(['review']), 5_000)
})
