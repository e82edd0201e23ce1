import { rightsOf, roles, type Right, type Role } from '@kapao/contract/console/roles'
import { beforeEach, describe, expect, test } from 'vitest'
import { openMemberWorld } from '#testing/worlds/member-world.ts'
import { askSettings } from '#testing/desk/ask-settings.ts'
import { openTerminals, requestIn, type Terminals } from '#testing/operators/terminals.ts'
import { freshWorld } from '#testing/worlds/test-world.ts'

const weekHours = 7 * 24

const world = freshWorld(openMemberWorld)
let house: Terminals
beforeEach(async () => {
  house = openTerminals(world)
})

/** Nok was the first and added the others, who stand apart from each other; that was a while ago. */
async function open(others: Record<string, readonly Role[]>): Promise<void> {
  await house.add('nok', null)
  await world.addMember()
  for (const [name, given] of Object.entries(others)) await house.add(name, 'nok', given)
  await house.passHours(weekHours + 1)
}

const ask = (by: string, values: Parameters<typeof askSettings>[1]['values']) =>
  askSettings({ db: world.database.db, clock: world.clock }, { by, values })
const loosen = (by: string, value = '900000') => ask(by, { 'withdraw.max.BAHT': value })
const confirm = (by: string, said: string) => house.yes(by, said)
const isDone = /^state +done/m
const waitsFor = (...names: string[]) => new RegExp(`^waitsFor +${names.join(', ')}$`, 'm')
const waits = /Nothing is done yet|^state +waits/m
const rolesOf = (by: string, name: string, given: string) =>
  house.kapao(by, 'operators', 'roles', '--name', name, '--roles', given)
const mayNot = /may not confirm|NO_RIGHT|SESSION_ENDED/
const addPasskey = (name: string, label = 'new') =>
  world.database.ownerDb.query(
    `insert into sign_in_passkey (id, operator, label, public_key, counter, transports, created_at)
     values ($2 || '-key-of-' || $1 || repeat('x', 16), $1::text, $2::text, 'x', 0, '{}', now())`,
    [name, label],
  )
const addPassword = (name: string) =>
  world.database.ownerDb.query(
    `insert into sign_in_password (operator, password_hash, secret, last_step, changed_at) values ($1, 'x', 'x', 0, now())`,
    [name],
  )

describe('who may confirm', () => {
  test.each([
    ['settings set', 'second.decide'],
    ['withdrawals approve', 'withdrawal.approve'],
    ['items decide', 'work.decide'],
  ] as const)(
    'PERSON-30 the roles for %s are those of the contract',
    async (kind, right: Right) => {
      const [row] = await world.database.db.query<{ roles: Role[] }>(
        'select confirm_roles($1) as roles',
        [kind],
      )
      expect(row!.roles).toEqual(roles.filter((role) => rightsOf[role].includes(right)))
    },
  )

  test('PERSON-30 what waits names risk and owner who stand apart, and no other role confirms', async () => {
    await open({
      lek: ['risk'],
      som: ['risk'],
      dam: ['owner'],
      kai: ['cashier', 'support'],
      mai: [],
    })
    const said = await loosen('lek')
    expect(said).toMatch(waitsFor('dam', 'som'))
    for (const name of ['kai', 'mai', 'nok', 'lek'])
      await expect(confirm(name, said), name).rejects.toThrow(mayNot)
    expect(await confirm('som', said)).toMatch(isDone)
  })

  test('PERSON-30 a role or a passkey of today confirms tomorrow, and the asker sees who can first', async () => {
    await open({ lek: ['owner'], som: ['risk'], kai: [] })
    await addPasskey('som')
    const said = await loosen('lek')
    expect(said).toMatch(/^soonest\.name +som\nsoonest\.at +20/m)
    await expect(confirm('som', said)).rejects.toThrow('less than a day')
    // Nobody is alone where somebody else can tomorrow.
    await expect(confirm('lek', said)).rejects.toThrow(mayNot)
    await house.passHours(25)
    expect(await confirm('som', said)).toMatch(isDone)

    const role = await rolesOf('lek', 'kai', 'risk')
    await confirm('som', role)
    const next = await loosen('lek', '950000')
    expect(next).toMatch(waitsFor('som'))
    await expect(confirm('kai', next)).rejects.toThrow(mayNot)
    await house.passHours(25)
    expect(await confirm('kai', next)).toMatch(isDone)
  })

  test('PERSON-30 a further passkey of somebody who has one for long keeps them from confirming for a whole day', async () => {
    await open({ lek: ['risk'], som: ['risk'] })
    await addPasskey('som', 'old')
    await house.passHours(48)
    await addPasskey('som')
    const said = await loosen('lek')
    for (const hours of [0, 23]) {
      await house.passHours(hours)
      await expect(confirm('som', said), String(hours)).rejects.toThrow('less than a day')
    }
    await house.passHours(2)
    expect(await confirm('som', said)).toMatch(isDone)
  })

  test('PERSON-30 so does a password of today; a second role beside an old one does not', async () => {
    await open({ lek: ['owner'], som: ['risk'], dam: ['owner'] })
    await addPassword('som')
    const said = await loosen('lek')
    await expect(confirm('som', said)).rejects.toThrow('less than a day')
    await world.database.ownerDb.query('delete from sign_in_password')
    const role = await rolesOf('lek', 'som', 'owner,risk')
    expect(await confirm('dam', role)).toMatch(isDone)
    expect(await confirm('som', said)).toMatch(isDone)
  })

  test('PERSON-30 KC004 an asker who is disabled while it waits, and a second who is, confirm nothing', async () => {
    await open({ lek: ['risk'], som: ['risk'], kai: ['risk'] })
    const said = await loosen('lek')
    await house.disable('som', 'kai')
    await expect(confirm('som', said)).rejects.toThrow(mayNot)
    await house.disable('lek', 'kai')
    await expect(confirm('kai', said)).rejects.toThrow('has been disabled')
  })
})

describe('who is the only one', () => {
  test('PERSON-33 of a house with one risk or owner that one confirms their own request a day later, and nobody else does', async () => {
    await open({ kai: ['cashier'], mai: [] })
    const said = await loosen('nok')
    expect(said).toMatch(/^soonest\.name +nok\nsoonest\.at +20/m)
    await house.passHours(25)
    for (const name of ['kai', 'mai']) await expect(confirm(name, said)).rejects.toThrow(mayNot)
    expect(await confirm('nok', said)).toMatch(isDone)
    // Neither is a cashier the only one of a house, with or without a day.
    await expect(loosen('kai', '950000')).rejects.toThrow('no one may confirm yours')
  })

  test('PERSON-33 nobody alone ends an owner, however long they wait', async () => {
    await open({ lek: ['owner'] })
    await expect(house.kapao('nok', 'operator', 'disable', 'lek')).rejects.toThrow(
      'no one may confirm yours',
    )
    await expect(rolesOf('nok', 'lek', 'cashier')).rejects.toThrow('no one may confirm yours')
  })

  test.each([
    ['disabled', ['operator', 'disable', 'som']],
    ['stripped', ['operators', 'roles', '--name', 'som', '--roles', '']],
  ])(
    'PERSON-32 who %s the only other one is not the only one for a month, and never for money',
    async (_how, line) => {
      await open({ lek: ['owner'], som: ['risk'] })
      await house.kapao('lek', ...line)
      const door = { 'console.passwords': true }
      const openDoor = () => ask('lek', door)
      for (const days of [0, 8]) {
        await house.passHours(days * 24)
        await expect(loosen('lek'), String(days)).rejects.toThrow('no one may confirm yours')
        await expect(openDoor(), String(days)).rejects.toThrow('no one may confirm yours')
      }
      await house.passHours(25 * 24)
      await expect(loosen('lek')).rejects.toThrow('no one may confirm yours')
      // Nor is nok, who has added lek.
      await expect(loosen('nok')).rejects.toThrow('no one may confirm yours')
      // What is set together with the door is about money all the same.
      const both = { ...door, 'withdraw.max.BAHT': '900000' }
      await expect(ask('lek', both)).rejects.toThrow('no one may confirm yours')
      expect(await openDoor()).toMatch(/^soonest\.name +lek$/m)
      await house.passHours(400 * 24)
      await expect(loosen('lek')).rejects.toThrow('no one may confirm yours')
    },
  )

  test('PERSON-32 whom somebody apart has disabled counts for a week, and for a month after the asker closed the house', async () => {
    await open({ lek: ['owner'], som: ['risk'], tik: ['risk'] })
    await house.disable('som', 'tik')
    await world.database.ownerDb.query(
      `update operators_role set role = 'cashier' where operator = 'tik'`,
    )
    for (const days of [0, 6]) {
      await house.passHours(days * 24)
      await expect(loosen('lek'), String(days)).rejects.toThrow('no one may confirm yours')
    }
    await house.passHours(2 * 24)
    const said = await loosen('lek')
    expect(said).toMatch(/^soonest\.name +lek$/m)
    await world.database.ownerDb.query(
      `insert into core_restore (epoch, found_at, found_by, why, noted_at)
       values (1, now(), 'operator:lek', 'x', now() - interval '20 days')`,
    )
    await expect(loosen('lek', '950000')).rejects.toThrow('no one may confirm yours')
    const wait = await house.kapao('lek', 'work', 'item', 'second', requestIn(said))
    expect(wait).toMatch(/waitsFor.* nobody/)
  })
})

/** What one operator tries against all others, and how many of it succeeds. */
async function rampage(by: string, others: readonly string[]): Promise<string[]> {
  const done: string[] = []
  const attempt = async (...line: string[]) => {
    const said = await house.kapao(by, ...line).catch(() => null)
    if (said !== null && !waits.test(said)) done.push(line.join(' '))
  }
  await attempt('recovery', 'begin', '--point', '2026-11-21T12:00:00Z', '--why', 'x')
  for (const name of others) await attempt('operator', 'disable', name)
  for (const name of others) await attempt('operators', 'roles', '--name', name, '--roles', '')
  return done
}

describe('one operator against the house', () => {
  const others = ['nok', 'ann', 'bob', 'som', 'tik', 'kai', 'mai']
  const openLarge = (role: Role) =>
    open({
      ann: ['owner'],
      bob: ['owner'],
      som: ['risk'],
      tik: ['risk'],
      kai: ['cashier'],
      mai: ['support'],
      lek: [role],
    })

  test.each(['cashier', 'risk', 'owner'] as const)(
    'PERSON-40 a %s who disables, strips and closes, and waits for weeks, gets nothing confirmed',
    { tags: 'long-1' },
    async (role) => {
      await openLarge(role)
      const asked = await loosen('lek')
      const done = await rampage('lek', others)
      expect(done.some((line) => /nok|ann|bob/.test(line))).toBe(false)
      expect(done).toHaveLength(role === 'cashier' ? 0 : 5)
      for (const days of [1, 8, 40]) {
        await house.passHours(days * 24)
        await expect(confirm('lek', asked)).rejects.toThrow(mayNot)
        await expect(loosen('lek', '800000')).rejects.toThrow('waits for withdraw.max.BAHT already')
      }
    },
  )

  // A cashier closes and disables nothing.
  test.each(['risk', 'owner'] as const)(
    'PERSON-40 PERSON-35 two owners undo what a %s did to all others, without waiting',
    { tags: 'long-1' },
    async (role) => {
      await openLarge(role)
      const done = await rampage('lek', others)
      const together = async (...line: string[]) => {
        const said = await house.kapao('ann', ...line)
        return waits.test(said) ? confirm('bob', said) : said
      }
      expect(await together('operator', 'disable', 'lek')).toMatch(/^lek is disabled|^state +done/m)
      for (const line of done.filter((one) => one.startsWith('operator disable')))
        expect(await together('operators', 'enable', '--name', line.split(' ')[2]!)).toMatch(isDone)
      expect(await together('recovery', 'open', '--why', 'nothing was restored')).toMatch(isDone)
      // Who is back counts as before.
      const said = await loosen('som')
      expect(said).toMatch(waitsFor('ann', 'bob', 'tik'))
      expect(await confirm('tik', said)).toMatch(isDone)
    },
  )
})
