import { hasRight, roles, type Role } from '@kapao/contract/console/roles'
import { beforeEach, describe, expect, test } from 'vitest'
import { openMemberWorld } from '#testing/worlds/member-world.ts'
import { openTerminals, requestIn, type Terminals } from '#testing/operators/terminals.ts'
import { freshWorld } from '#testing/worlds/test-world.ts'
import { findOperators } from './store.ts'

const world = freshWorld(openMemberWorld)
let house: Terminals

/** Nok was the first; of each role there is one, and ann, bob and som stand apart from each other. */
beforeEach(async () => {
  house = openTerminals(world)
  await house.add('nok', null)
  await world.addMember()
  const given: Record<string, readonly Role[]> = {
    ann: ['owner'],
    bob: ['owner'],
    som: ['risk'],
    kai: ['cashier'],
    mai: ['support'],
    pim: ['marketing'],
    tik: [],
  }
  for (const [name, one] of Object.entries(given)) await house.add(name, 'nok', one)
  await house.passHours(8 * 24)
})

const confirm = (by: string, said: string) => house.yes(by, said)
const done = /^state +done/m
const disable = (by: string, name: string) => house.kapao(by, 'operator', 'disable', name)
const enable = (by: string, name: string) => house.kapao(by, 'operators', 'enable', '--name', name)
const rolesOf = (by: string, name: string, given: string) =>
  house.kapao(by, 'operators', 'roles', '--name', name, '--roles', given)
const waitsFor = (names: string) => new RegExp(`^waitsFor +${names}$`, 'm')
const enabled = async () =>
  (await findOperators(world.database.db)).flatMap(({ name, disabledAt }) =>
    disabledAt ? [] : [name],
  )

describe('disabling', () => {
  test(
    'PERSON-34 one of risk or owner disables who is no owner; no other token disables anybody, itself neither',
    { tags: 'long-1' },
    async () => {
      for (const by of ['kai', 'mai', 'pim', 'tik'])
        for (const name of ['som', 'tik', by])
          await expect(disable(by, name), `${by} ${name}`).rejects.toThrow('risk or owner')
      expect(await disable('som', 'kai')).toBe('kai is disabled.')
      expect(await disable('ann', 'som')).toBe('som is disabled.')
      await expect(disable('som', 'mai')).rejects.toThrow('disabled')
      expect(await enabled()).toEqual(['ann', 'bob', 'mai', 'nok', 'pim', 'tik'])
    },
  )

  test('PERSON-34 the database knows the same roles as the contract', async () => {
    const mayEnd = async (name: string) => {
      const [row] = await world.database.db.query<{ may: boolean }>(
        'select operators_may_end($1) as may',
        [`operator:${name}`],
      )
      return row!.may
    }
    const holders = { owner: 'ann', risk: 'som', cashier: 'kai', support: 'mai', marketing: 'pim' }
    for (const role of roles)
      expect(await mayEnd(holders[role]), role).toBe(hasRight([role], 'operators.disable'))
    expect(await mayEnd('tik')).toBe(false)
  })

  test('PERSON-34 an owner ends by two, whoever asks; the owner need not agree, and cannot reject it', async () => {
    const said = await disable('som', 'bob')
    expect(said).toMatch(/the owner bob is to be disabled\nIt waits for ann or bob: kapao/)
    for (const by of ['bob', 'kai', 'tik'])
      await expect(house.no(by, said), by).rejects.toThrow(/may not reject|NO_RIGHT/)
    for (const by of ['som', 'kai', 'nok'])
      await expect(confirm(by, said), by).rejects.toThrow(/may not confirm|NO_RIGHT/)
    expect(await confirm('ann', said)).toMatch(done)
    expect(await enabled()).not.toContain('bob')
    const trail = await world.database.db.query<{ line: string }>(
      `select actor || ' ' || action as line from core_audit where subject = 'bob' order by id`,
    )
    expect(trail.slice(-3).map(({ line }) => line)).toEqual([
      'operator:som confirm.ask',
      'operator:ann confirm.yes',
      'operator:ann operators.disable',
    ])
    // What two have agreed on nobody else has to read; what one did alone somebody does.
    await disable('ann', 'kai')
    const acts = await world.database.db.query(
      `select subject, second from review_act where action = 'operators.disable' order by id`,
    )
    expect(acts).toEqual([
      { subject: 'bob', second: 'operator:som' },
      { subject: 'kai', second: null },
    ])
  })

  test('PERSON-34 what two agreed on ends an owner once, and stays done', async () => {
    const said = await disable('som', 'bob')
    await confirm('ann', said)
    await confirm('ann', await enable('som', 'bob'))
    expect(await enabled()).toContain('bob')
    const { db } = world.database
    const again = `update operators_operator set disabled_at = now(), disabled_by = 'operator:som' where name = 'bob'`
    await expect(db.query(again)).rejects.toMatchObject({ code: 'KO004' })
    // Only the operators of a demo end with the first one of one's own.
    const asDemo = again.replace('operator:som', 'system:bootstrap')
    await expect(db.query(asDemo)).rejects.toMatchObject({ code: 'KO004' })
    const refused = `update confirm_request set state = 'refused' where id = ${requestIn(said)}`
    await expect(db.query(refused)).rejects.toMatchObject({ code: 'KC001' })
  })

  test('PERSON-34 who was added less than a day before a request never confirms it', async () => {
    await world.database.ownerDb.query(
      `update operators_operator set noted_at = now() - interval '23 hours' where name = 'ann'`,
    )
    const said = await disable('som', 'nok')
    await house.passHours(48)
    await expect(confirm('ann', said)).rejects.toThrow('may not confirm')
    expect(await confirm('bob', said)).toMatch(done)
  })

  test('PERSON-34 the owners cannot be removed one after the other: by one not at all, by two down to the last', async () => {
    const roleless = (by: string, name: string) =>
      house.kapao(by, 'operators', 'roles', '--name', name, '--roles', '')
    const asked = [await disable('som', 'nok'), await disable('som', 'ann')]
    for (const name of ['nok', 'ann']) expect(await roleless('bob', name)).toMatch(/^state +waits/m)
    expect(await enabled()).toHaveLength(8)
    for (const said of asked) await confirm('bob', said)
    await expect(disable('som', 'bob')).rejects.toThrow('last owner')
    await expect(roleless('som', 'bob')).rejects.toThrow('NO_RIGHT')
  })

  test('PERSON-36 a request is rejected by its asker, or by risk and owner', async () => {
    const said = await disable('som', 'bob')
    expect(await house.no('ann', said)).toMatch(done)
    const roles = await rolesOf('ann', 'bob', 'owner,risk')
    await expect(house.no('bob', roles)).rejects.toThrow('may not reject')
    expect(await house.no('ann', roles)).toMatch(done)
  })

  test.each([
    ['an owner by one', 'KO004', `disabled_by = 'operator:ann' where name = 'bob'`],
    ['anybody by a cashier', 'KO005', `disabled_by = 'operator:kai' where name = 'tik'`],
    ['anybody by nobody', 'KO005', `disabled_by = 'system:kapao' where name = 'tik'`],
  ])('PERSON-34 the database refuses to disable %s', async (_what, code, rest) => {
    const update = `update operators_operator set disabled_at = now(), ${rest}`
    await expect(world.database.db.query(update)).rejects.toMatchObject({ code })
  })

  test.each([
    ['of an owner by one', 'KO004', `('bob', 'owner', 'operator:ann')`],
    ['by a cashier', 'KO005', `('som', 'risk', 'operator:kai')`],
    ['of one’s own', 'KO002', `('som', 'risk', 'operator:som')`],
    ['that is not there', 'KO006', `('kai', 'risk', 'operator:ann')`],
  ])('PERSON-34 the database refuses to take a role %s', async (_what, code, row) => {
    const insert = `insert into operators_role_past (operator, role, ended_by) values ${row}`
    await expect(world.database.db.query(insert)).rejects.toMatchObject({ code })
  })
})

describe('enabling', () => {
  test('PERSON-35 two give back passkeys and roles, and the operator confirms at once; the app role gives nothing back alone', async () => {
    await disable('ann', 'som')
    await house.passHours(25)
    const { db } = world.database
    const update = `update operators_operator set disabled_at = null, disabled_by = null where name = 'som'`
    await expect(db.query(update)).rejects.toMatchObject({ code: 'KO007' })
    const said = await enable('ann', 'som')
    expect(said).toMatch(waitsFor('bob'))
    await expect(confirm('kai', said)).rejects.toThrow('NO_RIGHT')
    expect(await confirm('bob', said)).toMatch(done)
    const roles = await rolesOf('ann', 'tik', 'support')
    expect(roles).toMatch(waitsFor('bob, som'))
    expect(await confirm('som', roles)).toMatch(done)
    await expect(enable('ann', 'som')).rejects.toThrow('NOT_FOUND')
  })

  test('PERSON-35 who disabled somebody takes it back alone within a day, and nobody else does', async () => {
    await disable('ann', 'som')
    expect(await enable('bob', 'som')).toMatch(/^state +waits/m)
    expect(await enable('ann', 'som')).toMatch(done)
    await disable('ann', 'kai')
    await expect(enable('mai', 'kai')).rejects.toThrow('NO_RIGHT')
    // Nor by a request that somebody else may do alone.
    const { db } = world.database
    await db.query(
      `insert into confirm_request (kind, subject, what, words, state, asked_by, asked_at)
       values ('operator enable', 'kai', '{}', 'x', 'alone', 'operator:bob', now())`,
    )
    const update = `update operators_operator set disabled_at = null, disabled_by = null where name = 'kai'`
    await expect(db.query(update)).rejects.toMatchObject({ code: 'KO007' })
    // An owner was disabled by two, and so comes back by two.
    await confirm('som', await disable('ann', 'bob'))
    expect(await enable('ann', 'bob')).toMatch(/^state +waits/m)
  })
})
