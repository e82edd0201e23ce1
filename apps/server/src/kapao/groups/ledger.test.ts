import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { recordAudit } from '#core/audit/audit-store.ts'
import { systemIds } from '#core/ids.ts'
import { accountBook } from '#ledger/accounts.ts'
import { keepVerdict } from '#ledger/night/verdict.ts'
import { postAll } from '#ledger/post.ts'
import { sealMovements } from '#ledger/seal.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'

const program = join(import.meta.dirname, '../../../bin/kapao.mjs')
const deposited = new Date('2026-11-21T03:00:00Z')
const idem = systemIds.key()
const database = testDatabase()

beforeAll(async () => {
  const { db } = database
  const book = accountBook(db)
  const [wallet] = await book.open(db, [
    { owner: 'MEMBER000001', kind: 'wallet', party: '', currency: 'BAHT' },
  ])
  const bank = await book.house('bank', 'kbank-1', 'BAHT')
  const money = { amount: 123_456n, currency: 'BAHT' as const }
  const deposit = { idem, debit: bank, credit: wallet!, money, kind: 'deposit' as const }
  await db.begin(async (tx) => {
    await recordAudit(tx, {
      at: deposited,
      actor: 'operator:nok',
      requestId: 'r1',
      action: 'deposits.credit',
      subject: 'deposit:1',
      after: { amount: 123_456n },
    })
    await postAll(tx, deposited, [deposit])
  })
})

type Ran = { code: number | null; out: string; err: string }

function kapao(...args: string[]): Promise<Ran> {
  const child = spawn(program, args, {
    env: { PATH: process.env['PATH'], DATABASE_URL: database.url },
  })
  const ran: Ran = { code: null, out: '', err: '' }
  child.stdout.on('data', (part: Buffer) => (ran.out += part.toString()))
  child.stderr.on('data', (part: Buffer) => (ran.err += part.toString()))
  return new Promise((resolve) => child.on('close', (code) => resolve({ ...ran, code })))
}

test(
  'seal shows the seals and the proof of a movement, and verify checks the ledger',
  { tags: 'long-4' },
  async () => {
    expect((await kapao('seal', 'show')).out).toContain('Nothing has been sealed yet')
    expect(await kapao('seal', 'show', idem)).toMatchObject({ code: 1 })
    const seal = await sealMovements(database.db, systemClock)
    expect((await kapao('seal', 'show')).out).toContain(seal!.root)
    const { out } = await kapao('seal', 'show', idem, '--json')
    expect(JSON.parse(out)).toMatchObject({ fields: { idem, units: '123456' }, index: 0, size: 1 })
    expect((await kapao('verify', '--full')).out).toContain('The ledger is whole: 1 movements')

    await database.ownerDb.query(
      `update ledger_account set balance = balance - 1 where owner is null`,
    )
    const broken = await kapao('verify', '--full')
    expect(broken.code).toBe(1)
    expect(broken.err).toContain('THE LEDGER IS NOT WHOLE')
    expect(broken.err).toContain('each currency sums to zero')
  },
)

describe('external copies', () => {
  test(
    "CARE-63 CARE-65 verify shows last night's result, and without a place there is nothing to compare",
    { tags: 'long-1' },
    async () => {
      expect(await kapao('verify', '--last')).toMatchObject({ code: 1 })
      const at = new Date('2026-11-22T20:00:00Z')
      const found = { movements: 1n, accounts: 1n, violations: [] }
      await keepVerdict(database.db, found, { begunAt: at, endedAt: at })
      expect((await kapao('verify', '--last')).out).toContain('2026-11-23 03:00:00 Bangkok')
      const violations = [{ check: 'each currency sums to zero', what: { sum: 5n } }]
      await keepVerdict(database.db, { ...found, violations }, { begunAt: at, endedAt: at })
      const wrong = await kapao('verify', '--last')
      expect(wrong.code).toBe(1)
      expect(wrong.err).toContain('each currency sums to zero: sum 5')
      const unset = await kapao('seals', 'check')
      expect([unset.code, unset.err]).toEqual([2, expect.stringContaining('SEALS_OUTSIDE')])
    },
  )
})
