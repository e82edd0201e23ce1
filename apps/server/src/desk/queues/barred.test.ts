import { beforeAll, beforeEach, expect, test } from 'vitest'
import { requestIn } from '#testing/operators/terminals.ts'
import { unguarded } from '#testing/database/database.ts'
import { openWorkWorld } from '#testing/desk/work-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openWorkWorld)
let member: string
beforeAll(async () => {
  member = (await world.addMember()).id
  await world.make.credited(member, 900_000n)
})
// Nobody is new who was not added in this very test.
beforeEach(() => world.passHours(48))

const why = 'bank receipt 4711'

/** One that needs two approvals, of a member who has no other. */
async function openWithdrawal(): Promise<string> {
  const one = (await world.addMember()).id
  await world.make.credited(one, 900_000n)
  return world.make.withdrawal(one, 2)
}

type Decision = { name: string; barred: string | null }

/** What a page says before the click, and what is answered after it. */
async function reasonsOf(name: string, item: { kind: string; id: string; decision: string }) {
  const { decisions } = (await world.read(name, item.kind, item.id)).body
  const { barred } = decisions.find((one: Decision) => one.name === item.decision)
  const { why: refused = null } = (await world.decide(name, { ...item, why })).body
  return { barred, refused }
}

async function setJoined(name: string, ago: string): Promise<void> {
  await world.database.ownerDb.query(
    `update operators_operator set added_at = now() - $2::interval, noted_at = now() - $2::interval where name = $1`,
    [name, ago],
  )
}

/** A request of lek's that waits. */
async function ask(): Promise<string> {
  return requestIn(
    await world.kapao('lek', 'settings', 'set', 'withdraw.max.BAHT', '--text', '900000'),
  )
}
const drop = (id: string) =>
  world.decide('lek', { kind: 'second', id, decision: 'no', why: 'again' })

test('TEXT-47 who became an operator after a withdrawal was requested is not promised that a day helps', async () => {
  const id = await openWithdrawal()
  await world.add('new', 'nok')
  const item = { kind: 'withdrawal', id, decision: 'approve' }
  expect(await reasonsOf('new', item)).toEqual({ barred: 'joined-later', refused: 'joined-later' })
  // It was a week ago, and stays so.
  await world.passHours(7 * 24)
  await setJoined('new', '-1 hour')
  expect(await reasonsOf('new', item)).toEqual({ barred: 'joined-later', refused: 'joined-later' })
})

test('TEXT-47 a role or passkey of less than a day is said to be too new, and who is linked to be linked', async () => {
  const id = await openWithdrawal()
  const item = { kind: 'withdrawal', id, decision: 'approve' }
  await world.database.ownerDb.query(
    `update operators_role set given_at = now() where operator = 'dao'`,
  )
  expect(await reasonsOf('dao', item)).toEqual({ barred: 'too-new', refused: 'too-new' })
  await world.decide('som', item)
  expect(await reasonsOf('nok', item)).toEqual({ barred: 'not-apart', refused: 'not-apart' })
})

test('TEXT-47 a request is not confirmed by who joined too late, is linked or too new, and each reads which', async () => {
  const id = await ask()
  const item = { kind: 'second', id, decision: 'yes' }
  expect(await reasonsOf('lek', item)).toEqual({
    barred: 'own-request',
    refused: 'may-not-confirm',
  })
  expect(await reasonsOf('nok', item)).toEqual({ barred: 'not-apart', refused: 'may-not-confirm' })
  await setJoined('som', '20 hours')
  expect(await reasonsOf('som', item)).toEqual({
    barred: 'joined-later',
    refused: 'may-not-confirm',
  })
  await world.database.ownerDb.query(
    `update operators_role set given_at = now() where operator = 'dao'`,
  )
  expect(await reasonsOf('dao', item)).toEqual({ barred: 'too-new', refused: 'may-not-confirm' })
  await drop(id)
})

test('TEXT-47 an act is not reviewed by who is linked to whom did it, nor by who is new, and each reads which', async () => {
  const deposit = await world.make.deposit()
  await world.decide('lek', {
    kind: 'deposit',
    id: deposit,
    decision: 'match',
    memberId: member,
    why,
  })
  const { id } = (await world.list('review')).at(-1)!
  const item = { kind: 'review', id, decision: 'tick' }
  expect(await reasonsOf('nok', item)).toEqual({ barred: 'not-apart', refused: 'may-not-review' })
  await setJoined('som', '20 hours')
  expect(await reasonsOf('som', item)).toEqual({ barred: 'too-new', refused: 'may-not-review' })
  expect(await reasonsOf('dao', item)).toEqual({ barred: null, refused: null })
})

// It comes last, since nobody is enabled again without two who agree.
test('TEXT-47 who alone counts confirms their own request a day later, and reads so until then', async () => {
  // As if nobody else had ever been there: the operators of a demo were nobody.
  await unguarded(world.database.ownerDb, (tx) =>
    tx.query(
      `update operators_operator set disabled_at = now(), disabled_by = created_by, created_by = 'system:seed'
       where name in ('som', 'dao', 'new')`,
    ),
  )
  const id = await ask()
  const item = { kind: 'second', id, decision: 'yes' }
  expect(await reasonsOf('lek', item)).toEqual({
    barred: 'asker-waits-a-day',
    refused: 'asker-waits-a-day',
  })
  await drop(id)
})
