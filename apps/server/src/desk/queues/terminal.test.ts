import { expect, test } from 'vitest'
import { openWorkWorld } from '#testing/desk/work-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openWorkWorld)

test('PERSON-39 HOUSE-08 numbers and names of items are masked at a terminal, and shown in full by one call alone, which is in the trail', async () => {
  const member = await world.addMember({
    bankAccountNo: '7770001234',
    bankAccountName: 'SOMSRI DEE',
  })
  await world.make.credited(member.id, 1_000_000n)
  const payer = { bank: 'KBANK', account: '4021777888', name: 'WICHAI THONGDEE' }
  const own = ['7770001234', 'SOMSRI DEE']
  const secrets = {
    [`members one ${member.id}`]: own,
    [`members search --words ${member.username}`]: [...own, member.username],
    [`members balance ${member.id}`]: own,
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
