import { minuteMs } from '@kapao/contract/times'
import { beforeEach, describe, expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { isIdentified } from '#core/session/session-store.ts'
import { bytesOf, keyOfToken } from '#core/session/session.ts'
import {
  anyApplication,
  openMemberWorld,
  type RegisteredMember,
} from '#testing/worlds/member-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openMemberWorld)
let member: RegisteredMember
let token: string
beforeEach(async () => {
  member = await world.addMember()
  token = await world.login(member.username, member.password)
  await showedItAgo(5 * minuteMs)
})

const codeOf = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code]
const refused = [403, 'IDENTIFY_AGAIN']

/** Moves what the database has noted, since its clock is nobody's to move. */
const showedItAgo = (ms: number, of = token) =>
  world.database.db.query(
    `update core_session set identified_at = clock_timestamp() - $2 * interval '1 millisecond' where token_hash = $1`,
    [bytesOf(keyOfToken(of)), ms],
  )
const change = (more: object = {}, of = token) => {
  const { name, bankCode, bankAccountName } = member
  const { bankAccountNo } = anyApplication()
  const body = { name, bankCode, bankAccountName, bankAccountNo, ...more }
  return world.call('PUT /api/account/profile', { token: of, body })
}
const identify = (password = member.password, of = token) =>
  world.call('POST /api/session/identify', { token: of, body: { password } })
/** All that a change of the bank account would leave. */
const traces = async () => {
  const { db } = world.database
  return {
    rows: await db.query('select * from account_member where id = $1', [member.id]),
    audits: await db.query('select action from core_audit where subject = $1 order by id', [
      member.id,
    ]),
    notices: await db.query('select kind from notices_notice where member_id = $1', [member.id]),
  }
}

describe('NOTE-18 another bank account', () => {
  test('NOTE-18 S17 is refused without it and changes nothing, and taken after the password', async () => {
    const before = await traces()
    expect(codeOf(await change())).toEqual(refused)
    expect(codeOf(await change({ bankCode: 'SCB', bankAccountNo: member.bankAccountNo }))).toEqual(
      refused,
    )
    expect(await traces()).toEqual(before)
    expect((await identify()).body).toEqual({ message: 'SUCCESS' })
    expect((await change()).status).toBe(200)
  })

  test('NOTE-18 the same account under another name asks for nothing', async () => {
    const { bankAccountNo } = member
    expect((await change({ name: 'Somsak', bankAccountNo })).status).toBe(200)
  })

  test('NOTE-18 a login counts for five minutes, to the edge, by the clock of the database', async () => {
    const fresh = await world.login(member.username, member.password)
    // However the clocks of the processes go.
    world.clock.moveMs(60 * minuteMs)
    expect((await change({}, fresh)).status).toBe(200)
    await showedItAgo(5 * minuteMs - 5_000, fresh)
    expect((await change({}, fresh)).status).toBe(200)
    await showedItAgo(5 * minuteMs, fresh)
    expect(codeOf(await change({}, fresh))).toEqual(refused)
  })

  test('NOTE-18 S13 does not tell a thief which accounts are taken', async () => {
    const other = await world.addMember()
    expect(codeOf(await change({ bankAccountNo: other.bankAccountNo }))).toEqual(refused)
  })
})

describe('NOTE-18 hostile', () => {
  test('NOTE-18 of wrong passwords five are tried in 15 minutes, together with those of changing it, and none counts', async () => {
    const tries = await Promise.all(Array.from({ length: 9 }, () => identify('not this one')))
    expect(tries.map(codeOf).filter(([, code]) => code === 'WRONG_PASSWORD')).toHaveLength(5)
    const body = { oldPassword: member.password, newPassword: 'nine lazy buffaloes' }
    const changed = await world.call('PUT /api/account/changepwd', { token, body })
    expect(codeOf(changed)).toEqual([429, 'REQUEST_LIMIT'])
    expect(codeOf(await identify())).toEqual([429, 'REQUEST_LIMIT'])
    expect(codeOf(await change())).toEqual(refused)
    world.clock.moveMs(15 * minuteMs)
    expect((await identify()).status).toBe(200)
  })

  test('NOTE-18 a stolen session has nothing of what its member shows in another one', async () => {
    const own = await world.login(member.username, member.password)
    expect((await identify(member.password, own)).status).toBe(200)
    expect(codeOf(await change())).toEqual(refused)
    expect((await change({}, own)).status).toBe(200)
  })

  test('NOTE-18 two tabs share a session, and what was shown in it', async () => {
    const [one, two] = await Promise.all([identify(), identify()])
    expect([one.status, two.status]).toEqual([200, 200])
    const changes = await Promise.all([change(), change()])
    expect(changes.map(({ status }) => status)).toEqual([200, 200])
  })

  test('NOTE-18 a password of another member, and no session, show nothing', async () => {
    const other = await world.addMember({ password: 'seven quiet rivers' })
    expect(codeOf(await identify(other.password))).toEqual([400, 'WRONG_PASSWORD'])
    expect((await identify(member.password, systemIds.secret())).status).toBe(401)
  })

  test('NOTE-18 a stolen SIM that resets the password ends what was shown, and its change is told twice', async () => {
    // What was sent to this phone so far is older than every limit.
    world.clock.moveMs(60 * minuteMs)
    await identify()
    const phoneNumber = member.username
    const sent = await world.call('POST /api/account/password/forgot', { body: { phoneNumber } })
    const [message] = await world.sandbox.inbox(phoneNumber)
    const newPassword = 'nine lazy buffaloes'
    const body = { otpToken: sent.body.otpToken, otpCode: message!.code, newPassword }
    expect((await world.call('POST /api/account/password/reset', { body })).status).toBe(200)
    expect((await change()).status).toBe(401)
    const thief = await world.login(member.username, newPassword)
    expect((await change({}, thief)).status).toBe(200)
    expect((await traces()).notices.map(({ kind }) => kind)).toEqual([
      'password.changed',
      'bank.changed',
    ])
  })

  test('NOTE-18 after a restore no session has shown anything, since none is left', async () => {
    await identify()
    const about = { tokenHash: bytesOf(keyOfToken(token)), withinMs: 5 * minuteMs }
    const { ownerDb } = world.database
    expect(await isIdentified(ownerDb, about)).toBe(true)
    const restored = ownerDb.begin(async (tx) => {
      await tx.query(`select core_close(999, now(), 'test', now(), now(), 'test')`)
      expect(await isIdentified(tx, about)).toBe(false)
      throw new Error('rolled back')
    })
    await expect(restored).rejects.toThrow('rolled back')
  })
})
