import { describe, expect, test } from 'vitest'
import type { Clock } from '#core/clock.ts'
import { createSessions, keyOfToken, startSession } from '#core/session/session.ts'
import { systemIds } from '#core/ids.ts'
import { anyMember } from '#testing/worlds/any-member.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { activateMember, deactivateMember } from './deactivate.ts'
import { findMembers, memberStateOf, memberStatesOf } from './find.ts'
import { insertMember, type NewMember } from './store.ts'

const at = new Date('2026-05-01T05:00:00Z')
const clock: Clock = { now: () => at }
const asker = { actor: 'operator:nok', requestId: 'request-1' } as const
const database = testDatabase()

async function addMember(given: Partial<NewMember>): Promise<NewMember> {
  const member: NewMember = { ...anyMember, id: systemIds.code(), createdAt: at, ...given }
  await database.db.begin((tx) => insertMember(tx, member))
  return member
}

async function audit(action: string, subject: string) {
  return database.db.query(
    'select actor, before, after from core_audit where action = $1 and subject = $2 order by id',
    [action, subject],
  )
}

describe('find', () => {
  test('by phone, by id and by account number, in any spelling, with the account masked', async () => {
    const { id } = await addMember({})
    const spellings = [
      '081-234-5678',
      '+66 81 234 5678',
      '๐๘๑๒๓๔๕๖๗๘',
      id,
      ` ${id.toLowerCase()} `,
      '123-4-56789-0',
    ]
    for (const text of spellings) {
      const found = await findMembers(database.db, text)
      expect(found, text).toMatchObject([{ id, bankAccountNo: '••••••7890' }])
    }
    expect(await findMembers(database.db, '0899999999')).toEqual([])
    expect(await findMembers(database.db, '7890')).toEqual([])
  })

  test("ten digits that are one member's phone and another's account number find both", async () => {
    const one = await addMember({
      phone: '+66855555555',
      username: '0855555555',
      bankAccountNo: '2222222222',
    })
    const other = await addMember({
      phone: '+66866666666',
      username: '0866666666',
      bankAccountNo: '0855555555',
    })
    const found = await findMembers(database.db, '085-555-5555')
    expect(found.map(({ id }) => id).toSorted()).toEqual([one.id, other.id].toSorted())
  })

  test('never returns the hash of a password', async () => {
    await addMember({ phone: '+66822222222', username: '0822222222', bankAccountNo: '4444444444' })
    const found = await findMembers(database.db, '0822222222')
    expect(JSON.stringify(found)).not.toContain('not a real hash')
  })
})

describe('unique', () => {
  test('OP-E07 twenty concurrent registrations with one phone: exactly one succeeds', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        addMember({
          phone: '+8562055512345',
          username: '02055512345',
          currency: 'LAK',
          bankCode: 'BCEL',
          bankAccountNo: `50000000${String(index).padStart(2, '0')}`,
        }),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('the same account number at another bank is another account', async () => {
    const account = { bankAccountNo: '6666666666' }
    await addMember({ ...account, phone: '+66844444441', username: '0844444441' })
    await addMember({ ...account, phone: '+66844444442', username: '0844444442', bankCode: 'SCB' })
    await expect(
      addMember({ ...account, phone: '+66844444443', username: '0844444443' }),
    ).rejects.toThrow(/unique/)
  })
})

describe('deactivate', () => {
  const standing = (id: string) => memberStateOf(database.db, id)
  const sessions = () =>
    createSessions({ db: database.db, clock, ids: systemIds, memberStateOf: standing })
  const deps = () => ({ db: database.db, clock, endAllOf: sessions().endAllOf })

  test('OP-C08 ends every session at the same moment, and activation restores none', async () => {
    const { id } = await addMember({
      phone: '+66877777777',
      username: '0877777777',
      bankAccountNo: '7777777777',
    })
    const here = sessions()
    const who = { memberId: id, address: '127.0.0.1', device: 'phone' }
    const keys = [
      keyOfToken(await startSession({ clock, ids: systemIds }, database.db, who)),
      keyOfToken(await startSession({ clock, ids: systemIds }, database.db, who)),
    ]
    for (const key of keys) expect(await here.find(key)).toEqual({ memberId: id })

    const ended = await deactivateMember(deps(), { id, why: ' asked for it ', ...asker })
    expect(ended).toEqual({ sessionsEnded: 2 })
    const elsewhere = sessions()
    for (const key of keys) expect(await elsewhere.find(key)).toEqual({ lost: 'INACTIVE_USER' })
    expect(await standing(id)).toBe('inactive')
    const asked = ['NOBODY000000', id, id]
    expect(await memberStatesOf(database.db, asked)).toEqual(['missing', 'inactive', 'inactive'])

    await activateMember(deps(), { id: id.toLowerCase(), ...asker })
    expect(await standing(id)).toBe('active')
    for (const key of keys) expect(await elsewhere.find(key)).toHaveProperty('lost')
    expect(await audit('account.deactivate', id)).toEqual([
      {
        actor: 'operator:nok',
        before: { deactivatedWhy: null },
        after: { deactivatedWhy: 'asked for it' },
      },
    ])
    expect(await audit('account.activate', id)).toHaveLength(1)
  })

  test('is refused without a reason, for an unknown member and a second time; of five concurrent calls one succeeds', async () => {
    const { id } = await addMember({
      phone: '+66888888888',
      username: '0888888888',
      bankAccountNo: '8888888888',
    })
    await expect(deactivateMember(deps(), { id, why: '  ', ...asker })).rejects.toThrow(/Say why/)
    await expect(deactivateMember(deps(), { id: 'NOBODY', why: 'x', ...asker })).rejects.toThrow(
      /no member NOBODY/,
    )
    await expect(activateMember(deps(), { id, ...asker })).rejects.toThrow(/active already/)
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => deactivateMember(deps(), { id, why: 'fraud', ...asker })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await audit('account.deactivate', id)).toHaveLength(1)
  })

  test('keeps the sessions when the change itself fails', async () => {
    const { id } = await addMember({
      phone: '+66899999991',
      username: '0899999991',
      bankAccountNo: '9999999991',
    })
    const here = sessions()
    const who = { memberId: id, address: '127.0.0.1', device: 'phone' }
    const key = keyOfToken(await startSession({ clock, ids: systemIds }, database.db, who))
    const failing = {
      ...deps(),
      endAllOf: async (...args: Parameters<typeof here.endAllOf>) => {
        await here.endAllOf(...args)
        throw new Error('the connection broke')
      },
    }
    await expect(deactivateMember(failing, { id, why: 'x', ...asker })).rejects.toThrow('broke')
    expect(await standing(id)).toBe('active')
    expect(await sessions().find(key)).toEqual({ memberId: id })
  })
})
