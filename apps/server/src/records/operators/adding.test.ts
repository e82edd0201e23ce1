import { beforeEach, expect, test } from 'vitest'
import { dayMs } from '@kapao/contract/times'
import { openConsoleWorld } from '#testing/console/console-world.ts'
import { askSettings } from '#testing/desk/ask-settings.ts'
import { openTerminals, requestIn, type Terminals } from '#testing/operators/terminals.ts'
import { freshWorld } from '#testing/worlds/test-world.ts'

const weekHours = 7 * 24

const world = freshWorld(openConsoleWorld)
let house: Terminals
/** Nok is the first. */
beforeEach(async () => {
  house = openTerminals(world)
})

/** The new operator makes their passkey, and reads its code to the one who adds them. */
async function ask(by: string, name: string): Promise<string> {
  const { code } = await world.join(name)
  const line = ['--name', name, '--roles', 'support', '--code', code]
  return house.kapao(by, 'operators', 'add', ...line)
}
const done = /^state +done/m
const waitsFor = (name: string) => new RegExp(`^waitsFor +${name}$`, 'm')
const alone = 'no one may confirm yours'

/** Nok has added lek and som at the start; that was a while ago. */
async function openHouse(): Promise<void> {
  await world.addMember()
  await house.add('lek', 'nok')
  await house.add('som', 'nok')
  await house.passHours(weekHours + 1)
}

test('S18 no one can act as two people: after the setup another operator has to confirm each new name', async () => {
  await openHouse()
  const { code, key } = await world.join('ghost')
  const line = ['--name', 'ghost', '--roles', 'risk', '--code', code]
  const said = await house.kapao('lek', 'operators', 'add', ...line)
  expect(said).toMatch(waitsFor('som'))
  expect((await world.signIn(key)).body.code).toBe('SIGN_IN_FAILED')
  for (const name of ['lek', 'nok'])
    await expect(house.yes(name, said), name).rejects.toThrow('may not')
  await expect(house.add('ghost', 'lek')).rejects.toMatchObject({ code: 'KO001' })
  expect(await house.yes('som', said)).toMatch(done)
  expect((await world.signIn(key)).body.name).toBe('ghost')
  expect(await house.kapao('som', 'operator', 'list')).toMatch(/ghost +enabled +.* operator:lek/)

  // A name that another operator confirmed counts from the next day on, and never together with its adder.
  await house.passHours(25)
  const deps = { db: world.database.db, clock: world.clock }
  const wish = { by: 'lek', values: { 'withdraw.max.BAHT': '900000' } }
  expect(await askSettings(deps, wish)).toMatch(waitsFor('som'))
})

test('in the first week the first operator adds the others alone, and no one else does', async () => {
  await world.addMember()
  expect(await ask('nok', 'pim')).toMatch(done)
  await house.add('lek', 'nok')
  await house.passHours(25)
  expect(await ask('lek', 'ghost')).toMatch(/^state +waits/m)
  await expect(house.add('ghost', 'lek')).rejects.toMatchObject({ code: 'KO001' })
  await house.passHours(weekHours)
  await expect(house.add('som', 'nok')).rejects.toMatchObject({ code: 'KO001' })
})

test('an operator who has added all the others adds no more', async () => {
  await openHouse()
  await expect(ask('nok', 'ghost')).rejects.toThrow(alone)
})

test('a confirmation is for one name with one key: the database accepts no other for it', async () => {
  await openHouse()
  const number = requestIn(await ask('lek', 'ghost'))
  const { ownerDb, db } = world.database
  await ownerDb.query(
    `update confirm_request set state = 'confirmed', decided_by = 'operator:som' where id = $1`,
    [number],
  )
  const insert = (name: string, by: string) =>
    db.query(
      `insert into operators_operator (name, token_hash, created_at, created_by) values ($1, sha256('mine'), now(), $2)`,
      [name, by],
    )
  await expect(insert('ghost', 'operator:lek')).rejects.toMatchObject({ code: 'KO001' })
  await expect(insert('other', 'operator:lek')).rejects.toMatchObject({ code: 'KO001' })
})

test('the first week does not return: not by disabling the first operator, not by setting a clock back', async () => {
  await world.addMember()
  await house.add('lek', 'nok')
  await house.add('som', 'nok', ['owner'])
  await house.passHours(weekHours + 1)
  const disabling = await house.kapao('lek', 'operator', 'disable', 'nok')
  await house.yes('som', disabling)
  world.clock.moveMs(-400 * dayMs)
  await expect(house.add('ghost', 'lek')).rejects.toMatchObject({ code: 'KO001' })
  expect(await ask('lek', 'ghost')).toMatch(waitsFor('som'))
})

test("a single operator is not locked out: each name waits for a day, and then two confirm each other's", async () => {
  await world.addMember()
  await house.passHours(weekHours + 1)
  const aDayLater = async (said: string) => {
    expect(said).toMatch(/^soonest\.name +nok$/m)
    await expect(house.yes('nok', said)).rejects.toThrow('24 hours')
    await house.passHours(25)
    return house.yes('nok', said)
  }
  const roles = (name: string) => ['operators', 'roles', '--name', name, '--roles', 'owner']
  for (const name of ['lek', 'som']) {
    expect(await aDayLater(await ask('nok', name))).toMatch(done)
    expect(await aDayLater(await house.kapao('nok', ...roles(name)))).toMatch(done)
  }
  await house.passHours(25)
  const said = await ask('lek', 'pim')
  expect(said).toMatch(waitsFor('som'))
  expect(await house.yes('som', said)).toMatch(done)
})

test('PERSON-01 PERSON-02 who asks for or confirms an operator reads no link of theirs, and nobody makes one', async () => {
  await openHouse()
  const said = await ask('lek', 'pim')
  for (const text of [said, await house.yes('som', said)]) expect(text).not.toContain('/enrol#')
  for (const name of ['nok', 'lek', 'som'])
    await expect(house.kapao(name, 'operator', 'enrol', 'pim'), name).rejects.toThrow(
      'nobody makes a link for somebody else',
    )
})

test('PERSON-02 at a terminal nobody but the first operator is added, in the first week neither', async () => {
  await expect(house.kapao('nok', 'operator', 'add', 'lek', '--out', '/dev/null')).rejects.toThrow(
    'kapao operators add --name lek',
  )
  expect(await house.kapao('nok', 'operator', 'list')).not.toContain('lek')
})
