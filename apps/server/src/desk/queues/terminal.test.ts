import { afterAll, expect, test } from 'vitest'
import { openWorkWorld } from '#testing/desk/work-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openWorkWorld)
afterAll(async () => {
  expect(await world.violations()).toEqual([])
})

const why = 'bank receipt 4711'
const large = { money: { amount: 5_000_000n, currency: 'BAHT' } } as const

/** What was written about something, without its own names and times. */
async function rowsAbout(id: string): Promise<unknown> {
  const { db } = world.database
  const ask = (text: string) => db.query(text, [id])
  return [
    await ask(
      `select actor, action, before::text, after - 'asked' as after from core_audit where subject = $1 order by id`,
    ),
    await ask(`select actor, action, amount::text, why, second from review_act where subject = $1`),
    await ask(
      `select kind, state::text, asked_by, amount::text from confirm_request where subject = $1`,
    ),
    await ask(
      `select state::text, why::text, note, amount::text from deposits_deposit where id::text = $1`,
    ),
  ]
}

test.each([
  ['given to its member', 'match', undefined],
  ['sent back', 'refuse', undefined],
  ['that is much, for a second person', 'match', large],
] as const)(
  'DESK-46 money %s leaves the same rows at a terminal and at the page',
  async (_what, decision, given) => {
    const member = (await world.addMember()).id
    const whose = decision === 'match' ? { memberId: member } : {}
    const [typed, pressed] = [await world.make.deposit(given), await world.make.deposit(given)]
    const fields = Object.entries({ ...whose, why }).flatMap(([name, text]) => [`--${name}`, text])
    const line = ['work', 'decide', 'deposit', typed, '--decision', decision, ...fields]
    expect(await world.kapao('lek', ...line)).toMatch(given ? /^state +waits/m : /^state +done/m)
    const said = await world.decide('lek', {
      kind: 'deposit',
      id: pressed,
      decision,
      ...whose,
      why,
    })
    expect(said.status).toBe(200)
    const plain = (rows: unknown) =>
      JSON.stringify(rows).replaceAll(typed, 'ID').replaceAll(pressed, 'ID')
    expect(plain(await rowsAbout(typed))).toEqual(plain(await rowsAbout(pressed)))
    expect(await rowsAbout(typed)).toEqual(
      expect.arrayContaining([expect.arrayContaining([expect.anything()])]),
    )
  },
)

test('PERSON-39 HOUSE-08 numbers and names of items are masked at a terminal, and shown in full by one call alone, which is in the trail', async () => {
  const member = await world.addMember({
    bankAccountNo: '7770001234',
    bankAccountName: 'SOMSRI DEE',
  })
  await world.make.credited(member.id, 1_000_000n)
  const payer = { bank: 'KBANK', account: '4021777888', name: 'WICHAI THONGDEE' }
  const secrets = {
    [`members one ${member.id}`]: ['7770001234', 'SOMSRI DEE'],
    [`work item withdrawal ${await world.make.withdrawal(member.id, 1)}`]: ['1112223331'],
    [`work item deposit ${await world.make.deposit({ payer })}`]: ['4021777888'],
  }
  const looks = () =>
    world.database.db.query(
      `select actor, subject from core_audit where action = 'account.viewInFull' order by id`,
    )
  for (const [line, hidden] of Object.entries(secrets))
    for (const form of [[], ['--json']]) {
      const text = await world.kapao('lek', ...line.split(' '), ...form)
      for (const secret of hidden) expect(text, line).not.toContain(secret)
    }
  expect(await looks()).toEqual([])
  const shown = await world.kapao('lek', 'members', 'show', '--memberId', member.id)
  expect(shown).toContain('7770001234')
  expect(await looks()).toEqual([{ actor: 'operator:lek', subject: member.id }])
})

test('REACH-22 a withdrawal is found by the number that its member quotes, in any letters', async () => {
  const member = await world.addMember()
  await world.make.credited(member.id, 1_000_000n)
  const id = await world.make.withdrawal(member.id, 1)
  const number = id.replaceAll('-', '').slice(-12).toUpperCase().match(/.{4}/g)!.join('-')
  for (const quoted of [number, number.toLowerCase(), id])
    expect(await world.kapao('lek', 'work', 'find', quoted), quoted).toContain(id)
  expect(await world.kapao('lek', 'work', 'find', '0000-0000-0000')).toBe('rows  -')
})
