import { beforeAll, expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { unguarded, whileHeld } from '#testing/database/database.ts'
import { openWorkWorld, type WorkWorld } from '#testing/desk/work-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openWorkWorld)
let member: string
beforeAll(async () => {
  member = (await world.addMember()).id
})

const why = 'bank receipt 4711'
const actOf = async (subject: string) => {
  const [row] = await world.database.db.query<{ id: string }>(
    'select id::text as id from review_act where subject = $1 order by id desc limit 1',
    [subject],
  )
  return row?.id
}

test('CARE-12 CARE-13 a decision about a suspicion by one operator alone is read by another, who leaves a trail', async () => {
  const id = await world.make.suspicion(member, ['rewards'])
  const decided = await world.decide('lek', { kind: 'suspicion', id, decision: 'allow', why })
  expect(decided.status).toBe(200)
  const [act, ...others] = (await world.list('review', 'som')).map((row) => row.id)
  expect(act).toBeDefined()
  expect(others).toEqual([])
  const ticked = await world.decide('som', { kind: 'review', id: act!, decision: 'tick' })
  expect(ticked.status).toBe(200)
  expect((await world.list('review', 'som')).map((row) => row.id)).not.toContain(act)
  const trail = await world.database.db.query(
    `select actor, action, after ->> 'act' as act, after ->> 'doneBy' as "doneBy", after ->> 'action' as about
     from core_audit where action = 'review.tick'`,
  )
  expect(trail).toEqual([
    {
      actor: 'operator:som',
      action: 'review.tick',
      act,
      doneBy: 'operator:lek',
      about: 'items.decide',
    },
  ])
})

test('DESK-31 numbers are masked wherever they stand in what was before an act and after it', async () => {
  const state = {
    text: 'from 1112223334, phone 0812345678',
    list: ['5556667778', { deeper: { to: '4445556667' } }],
    accountNo: '9998887776',
    amount: '1234',
  }
  const subject = systemIds.key()
  await world.database.db.query(
    `insert into core_audit (at, actor, request_id, action, subject, before, after)
     values (now(), 'operator:lek', 'test', 'deposits.seen', $1, $2, $2)`,
    [subject, state],
  )
  const { body } = await world.read('som', 'review', (await actOf(subject))!)
  const panels = body.panels.filter(
    ({ name }: { name: string }) => name === 'before' || name === 'after',
  )
  expect(panels).toHaveLength(2)
  for (const panel of panels) {
    const said = JSON.stringify(panel)
    for (const number of ['1112223334', '0812345678', '5556667778', '4445556667', '9998887776'])
      expect(said).not.toContain(number)
    for (const end of ['3334', '5678', '7778', '6667', '7776', '1234']) expect(said).toContain(end)
  }
})

test('DESK-36 while the first call of a decision is at work, the same call is answered that it is in progress, and it is made once', async () => {
  const id = await world.make.deposit()
  const key = systemIds.key()
  const input = { kind: 'deposit', id, decision: 'match', memberId: member, why }
  const held = { rows: 'select from deposits_deposit where id = $1', values: [id] }
  let first: ReturnType<WorkWorld['decide']> | undefined
  await whileHeld(world.database, held, async () => {
    first = world.decide('lek', input, key)
    const isWaiting = async () => {
      const rows = await world.database.ownerDb.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length
    }
    await expect.poll(isWaiting, { timeout: 10_000 }).toBeGreaterThan(0)
    const second = await world.decide('lek', input, key)
    expect(second.body.code).toBe('IN_PROGRESS')
  })
  expect((await first!).status).toBe(200)
  expect((await world.decide('lek', input, key)).status).toBe(200)
  expect(await world.balanceOf(member)).toBe(50_000)
})

test('CARE-85 a request that was carried out stays confirmed: it cannot be refused, dropped or unclear any more', async () => {
  const { db, ownerDb } = world.database
  const insert = (done: boolean) =>
    unguarded(ownerDb, async (tx) => {
      const [row] = await tx.query<{ id: string }>(
        `insert into confirm_request (kind, subject, what, words, state, asked_by, asked_at, decided_by, decided_at, done_at)
         values ('deposits match', $1, '{}', '', 'confirmed', 'operator:lek', now(), 'operator:som', now(), case when $2 then now() end)
         returning id::text as id`,
        [systemIds.key(), done],
      )
      return row!.id
    })
  const done = await insert(true)
  for (const state of ['refused', 'unclear', 'dropped', 'waits'])
    await expect(
      db.query('update confirm_request set state = $2::confirm_state where id = $1', [done, state]),
    ).rejects.toMatchObject({ code: 'KC001' })
  // One that was not carried out yet may turn out to be refused.
  const open = await insert(false)
  await db.query(`update confirm_request set state = 'refused' where id = $1`, [open])
})

test.each([
  ['confirmed', 'operator:som'],
  ['refused', null],
  ['unclear', null],
  ['dropped', 'operator:som'],
  ['alone', 'operator:som'],
  ['waits', 'operator:som'],
])(
  'PERSON-43 no request is made as %s, decided by %s: nobody has decided on it yet',
  async (state, decidedBy) => {
    await expect(
      world.database.db.query(
        `insert into confirm_request (kind, subject, what, words, state, asked_by, asked_at, decided_by, decided_at)
         values ('deposits match', $1, '{}', '', $2::confirm_state, 'operator:lek', now(), $3::text, case when $3::text is not null then now() end)`,
        [systemIds.key(), state, decidedBy],
      ),
    ).rejects.toMatchObject({ code: 'KC001' })
  },
)
