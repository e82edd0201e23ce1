import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Clock } from '#core/clock.ts'
import { sha256 } from '#core/ids.ts'
import { deskContext } from '#testing/desk/desk-context.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database/database.ts'
import { openDecide } from '#desk/decisions/decide.ts'
import { disableOperator } from './disable.ts'
import { addConfirmed, addFirst, identifyOperator } from './operators.ts'
import { findOperators, insertRole } from './store.ts'

const clock: Clock = { now: () => new Date('2026-05-01T05:00:00Z') }
let database: TestDatabase

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

function addNok(name = 'nok') {
  const act = { name, token: tokenOf(name), requestId: 'request-1' }
  return addFirst({ db: database.db, clock }, act)
}

function add(name: string, by: string) {
  const actor = `operator:${by}` as const
  const about = { name, tokenHash: sha256(tokenOf(name)), roles: [], addedBy: actor, actor }
  return addConfirmed({ db: database.db, clock }, { ...about, requestId: 'request-1' })
}

/** Before the first member one alone may give a role. */
const makeOwner = (name: string) =>
  database.db.begin((tx) => insertRole(tx, { name, role: 'owner', givenBy: 'operator:nok' }))

function disable(name: string, by: string) {
  const deps = deskContext({ db: database.db, clock })
  const act = { name, actor: `operator:${by}`, requestId: 'request-2' } as const
  return disableOperator({ ...deps, decide: openDecide(deps) }, act)
}

const tokenOf = (name: string): string => `token-of-${name}`

async function enabledNames(): Promise<string[]> {
  const operators = await findOperators(database.db)
  return operators.filter((one) => !one.disabledAt).map((one) => one.name)
}

describe('happy', () => {
  test('the first is added without an operator, the next by the first, and both are in the audit trail', async () => {
    await addNok()
    await add('lek', 'nok')
    await makeOwner('lek')
    await disable('nok', 'lek')
    const audit = await database.db.query(
      'select actor, action, subject, after from core_audit order by id',
    )
    expect(audit).toEqual([
      {
        actor: 'system:bootstrap',
        action: 'operators.add',
        subject: 'nok',
        after: { enabled: true },
      },
      { actor: 'operator:nok', action: 'operators.add', subject: 'lek', after: { enabled: true } },
      {
        actor: 'operator:lek',
        action: 'operators.disable',
        subject: 'nok',
        after: { enabled: false },
      },
    ])
  })

  test('a token identifies its holder until they are disabled', async () => {
    await addNok()
    await add('lek', 'nok')
    expect(await identifyOperator(database.db, tokenOf('lek'))).toBe('operator:lek')
    await disable('lek', 'nok')
    await expect(identifyOperator(database.db, tokenOf('lek'))).rejects.toThrow(/disabled/)
  })
})

describe('refused', () => {
  test('a second operator who would be the first', async () => {
    await addNok()
    await expect(addNok('lek')).rejects.toThrow(/one of them has to add/)
    expect(await enabledNames()).toEqual(['nok'])
  })

  test.each(['', 'n', 'Nok', '1nok', 'no k', 'nok;', 'น้ำ', 'x'.repeat(32)])(
    'the name %j',
    async (name) => {
      await expect(addNok(name)).rejects.toThrow(/cannot be a name/)
    },
  )

  test('a name that was used before, because the audit trail refers to it', async () => {
    await addNok()
    await add('lek', 'nok')
    await disable('lek', 'nok')
    await expect(add('lek', 'nok')).rejects.toThrow(/was already an operator lek/)
  })

  test('disabling the last one, an unknown one, or the same one twice', async () => {
    await addNok()
    await expect(disable('nok', 'nok')).rejects.toThrow(/the last operator/)
    await expect(disable('who', 'nok')).rejects.toThrow(/no operator who/)
    await add('lek', 'nok')
    await disable('lek', 'nok')
    await expect(disable('lek', 'nok')).rejects.toThrow(/disabled already/)
  })
})

describe('hostile', () => {
  test('the database holds no token, and the app role may neither change a hash nor delete an operator', async () => {
    await addNok()
    const rows = await database.ownerDb.query('select * from operators_operator')
    expect(JSON.stringify(rows)).not.toContain(tokenOf('nok'))
    await expect(
      database.db.query(`update operators_operator set token_hash = sha256('mine')`),
    ).rejects.toThrow(/permission denied/)
    await expect(database.db.query('delete from operators_operator')).rejects.toThrow(
      /permission denied/,
    )
  })
})

describe('concurrent', () => {
  test('of eight concurrent first operators exactly one succeeds', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `first-${index}`)
    const results = await Promise.allSettled(names.map((name) => addNok(name)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await enabledNames()).toHaveLength(1)
  })

  test('six who disable each other in a ring leave one behind', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `ring-${index}`)
    await addNok()
    for (const name of names) await add(name, 'nok')
    for (const name of names) await makeOwner(name)
    await disable('nok', names[0]!)
    await Promise.allSettled(
      names.map((name, index) => disable(names[(index + 1) % names.length]!, name)),
    )
    const enabled = await enabledNames()
    expect(enabled).not.toHaveLength(0)
    expect(enabled).not.toHaveLength(names.length)
  })
})
