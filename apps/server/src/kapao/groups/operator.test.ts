import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dayMs } from '@kapao/contract/times'
import { sha256 } from '#core/ids.ts'
import { identifyOperator } from '#records/operators/operators.ts'
import { openMemberWorld, type MemberWorld } from '#testing/worlds/member-world.ts'
import { askSetting } from '#testing/desk/ask-setting.ts'
import { openTerminals, requestIn, type Terminals } from '#testing/operators/terminals.ts'

const weekHours = 7 * 24

let world: MemberWorld
let house: Terminals
let folder: string
beforeEach(async () => {
  world = await openMemberWorld()
  house = openTerminals(world)
  folder = await mkdtemp(join(tmpdir(), 'kapao-operator-'))
})
afterEach(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

const fileOf = (name: string): string => join(folder, `${name}.token`)
/** The new operator makes their token, and reads its code to the one who adds them. */
async function ask(by: string, name: string): Promise<string> {
  const said = await house.kapao(name, 'operator', 'join', name, '--out', fileOf(name))
  const [code] = /[0-9a-f]{64}$/.exec(said)!
  return house.kapao(by, 'operator', 'add', name, code)
}
const done = /^state +done/m

async function holderOf(name: string): Promise<string> {
  return identifyOperator(world.database.db, (await readFile(fileOf(name), 'utf8')).trim())
}

/** Nok is the first and added lek and som at the start; that was a while ago. */
async function openHouse(): Promise<void> {
  await house.add('nok', null)
  await world.addMember()
  await house.add('lek', 'nok')
  await house.add('som', 'nok')
  await house.passHours(weekHours + 1)
}

test(
  'S18 no one can act as two people: after the setup another operator has to confirm each new name',
  { tags: 'long-1' },
  async () => {
    await openHouse()
    const said = await ask('lek', 'ghost')
    expect(said).toMatch(
      /Nothing is done yet: ghost is to be an operator \(without a role\), added by lek, with the code [0-9a-f]{64}\nIt waits for som/,
    )
    await expect(holderOf('ghost')).rejects.toThrow('token is unknown')
    for (const name of ['lek', 'nok'])
      await expect(house.yes(name, said), name).rejects.toThrow('may not')
    await expect(house.add('ghost', 'lek')).rejects.toMatchObject({ code: 'KO001' })
    expect(await house.yes('som', said)).toMatch(done)
    expect(await holderOf('ghost')).toBe('operator:ghost')
    const list = await house.kapao('som', 'operator', 'list')
    expect(list).toMatch(/ghost +enabled +.* operator:lek/)

    // A name that another operator confirmed counts from the next day on, and never together with its adder.
    await house.passHours(25)
    const deps = { db: world.database.db, clock: world.clock }
    const wish = { by: 'lek', name: 'withdraw.max.BAHT', value: '900000' } as const
    expect(await askSetting(deps, wish)).toMatch(/^waitsFor +som$/m)
  },
)

test('in the first week the first operator adds the others alone, and no one else does', async () => {
  await house.add('nok', null)
  await world.addMember()
  expect(await ask('nok', 'lek')).toMatch(/lek is an operator now, added by nok/)
  await house.passHours(25)
  await expect(ask('lek', 'ghost')).rejects.toThrow('no one may confirm yours')
  await expect(house.add('ghost', 'lek')).rejects.toMatchObject({ code: 'KO001' })
  await house.passHours(weekHours)
  await expect(house.add('som', 'nok')).rejects.toMatchObject({ code: 'KO001' })
})

test('an operator who has added all the others adds no more', async () => {
  await openHouse()
  await expect(ask('nok', 'ghost')).rejects.toThrow('no one may confirm yours')
  await expect(ask('lek', 'som')).rejects.toThrow('already an operator som')
  await expect(ask('lek', 'So m')).rejects.toThrow('cannot be a name')
})

test('a confirmation is for one name with one token: the database accepts no other for it', async () => {
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
  await house.add('nok', null)
  await world.addMember()
  await house.add('lek', 'nok')
  await house.add('som', 'nok', ['owner'])
  await house.passHours(weekHours + 1)
  const disabling = await house.kapao('lek', 'operator', 'disable', 'nok')
  await house.yes('som', disabling)
  world.clock.moveMs(-400 * dayMs)
  await expect(house.add('ghost', 'lek')).rejects.toMatchObject({ code: 'KO001' })
  expect(await ask('lek', 'ghost')).toMatch(/It waits for som/)
})

test("a single operator is not locked out: each name waits for a day, and then two confirm each other's", async () => {
  await house.add('nok', null)
  await world.addMember()
  await house.passHours(weekHours + 1)
  const aDayLater = async (said: string) => {
    expect(said).toMatch(
      /There is no second operator: run kapao work decide second \d+ --decision yes after/,
    )
    await expect(house.yes('nok', said)).rejects.toThrow('24 hours')
    await house.passHours(25)
    return house.yes('nok', said)
  }
  for (const name of ['lek', 'som']) {
    expect(await aDayLater(await ask('nok', name))).toMatch(done)
    const role = () => house.kapao('nok', 'operator', 'roles', name, 'risk')
    expect(await aDayLater(await role())).toMatch(done)
  }
  await house.passHours(25)
  const said = await ask('lek', 'pim')
  expect(said).toMatch(/It waits for som:/)
  expect(await house.yes('som', said)).toMatch(done)
})

test('PERSON-01 PERSON-02 who asks for or confirms an operator holds neither token nor link of theirs', async () => {
  await openHouse()
  const said = await ask('lek', 'pim')
  const token = (await readFile(fileOf('pim'), 'utf8')).trim()
  const yes = await house.yes('som', said)
  for (const text of [said, yes]) {
    expect(text).not.toContain(token)
    expect(text).not.toContain('/enrol#')
  }
  for (const name of ['nok', 'lek', 'som'])
    await expect(house.kapao(name, 'operator', 'enrol', 'pim'), name).rejects.toThrow(
      'nobody makes a link for somebody else',
    )
  expect(await house.kapao('pim', 'operator', 'enrol', 'pim')).toContain('/enrol#')
})

test('PERSON-02 also in the first week nobody gets the token of somebody else', async () => {
  await house.add('nok', null)
  await expect(
    house.kapao('nok', 'operator', 'add', 'lek', '--out', fileOf('lek')),
  ).rejects.toThrow('kapao operator join lek')
  await expect(readFile(fileOf('lek'))).rejects.toThrow('ENOENT')
  await expect(house.kapao('nok', 'operator', 'enrol', 'lek')).rejects.toThrow('somebody else')
})

test.each(['', 'x', 'f'.repeat(63), '7KQ2-M4XW-9PZA-3F6H', 'UUUU-UUUU-UUUU-UUUU'])(
  'PERSON-03 the code %j of nobody adds nobody',
  async (code) => {
    await house.add('nok', null)
    await expect(house.kapao('nok', 'operator', 'add', 'lek', code)).rejects.toThrow(
      /wrong, over or used|Something is missing/,
    )
    expect(await house.kapao('nok', 'operator', 'list')).not.toContain('lek')
  },
)

test('PERSON-03 one token is one operator, whatever name it is given', async () => {
  await openHouse()
  const code = sha256('token of som').toString('hex')
  await expect(house.kapao('lek', 'operator', 'add', 'ghost', code)).rejects.toThrow(
    'wrong, over or used',
  )
  expect(await house.kapao('som', 'operator', 'list')).not.toContain('ghost')
})
