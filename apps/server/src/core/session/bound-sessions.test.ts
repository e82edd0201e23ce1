import { describe, expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { sha256 } from '../ids.ts'
import {
  boundSessions,
  deleteSessionsEndedBefore,
  insertSession,
  touchSession,
} from './session-store.ts'

const database = testDatabase()

const start = new Date('2026-11-21T03:00:00Z')
const at = (minutes: number) => new Date(start.getTime() + minutes * minuteMs)

async function addSession(memberId: string, name: string, minutes: number): Promise<void> {
  const where = { address: '10.0.0.1', device: 'phone' }
  const whose = { tokenHash: sha256(`${memberId} ${name}`), memberId, endsAt: at(10_000) }
  await insertSession(database.db, { ...whose, ...where, at: at(minutes) })
}

const liveOf = async (memberId: string, names: readonly string[]) => {
  const rows = await database.db.query<{ hash: Buffer }>(
    'select token_hash as hash from core_session where member_id = $1 and revoked_at is null',
    [memberId],
  )
  return names.filter((name) => rows.some(({ hash }) => hash.equals(sha256(`${memberId} ${name}`))))
}

describe('a member with too many sessions', () => {
  test('RUN-09 the sessions that were used last stay, in whatever order they began; of other members none ends', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'new']
    for (const [n, name] of names.entries()) {
      await addSession('m1', name, n)
      await addSession('m2', name, n)
    }
    // The oldest and the third are in use.
    for (const [name, minutes] of [
      ['a', 30],
      ['c', 20],
    ] as const)
      await touchSession(database.db, sha256(`m1 ${name}`), at(minutes))
    const keep = { live: 4, ended: 1 }
    const newest = sha256('m1 new')
    await database.db.begin((tx) => boundSessions(tx, { memberId: 'm1', at: at(40), newest, keep }))
    expect(await liveOf('m1', names)).toEqual(['a', 'c', 'e', 'new'])
    expect(await liveOf('m2', names)).toEqual(names)
    const ended = await database.db.query(
      `select revoked_why as why from core_session where member_id = 'm1' and revoked_at is not null`,
    )
    expect(ended).toEqual([{ why: 'newer' }])
  })

  test('rows of sessions are deleted once they have ended, and not before', async () => {
    await addSession('m3', 'live', 0)
    await addSession('m3', 'ended', 0)
    await addSession('m3', 'ended later', 0)
    for (const [name, minutes] of [
      ['ended', 50],
      ['ended later', 70],
    ] as const)
      await database.db.query(
        `update core_session set revoked_at = $2, revoked_why = 'logout' where token_hash = $1`,
        [sha256(`m3 ${name}`), at(minutes)],
      )
    await deleteSessionsEndedBefore(database.db, at(60))
    const left = await database.db.query<{ hash: Buffer }>(
      `select token_hash as hash from core_session where member_id = 'm3' order by revoked_at nulls first`,
    )
    expect(left.map(({ hash }) => hash)).toEqual([sha256('m3 live'), sha256('m3 ended later')])
  })
})
