import { generateKeyPairSync } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hourMs } from '@kapao/contract/times'
import type { SealsOutside } from '#outside/seals/account.ts'
import { recordAudit } from '#core/audit/audit-store.ts'
import { systemIds } from '#core/ids.ts'
import { accountBook, type Account } from '#ledger/accounts.ts'
import { findVerdict } from '#ledger/night/verdict.ts'
import { postAll } from '#ledger/post.ts'
import { sealMovements } from '#ledger/seal.ts'
import { verifyLedger } from '#ledger/verify.ts'
import { listItems } from '#records/items/store.ts'
import { beginStatement } from '#records/statement/store.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database/database.ts'
import { compareHeads, fullChecks, nightJobs, violationsOf } from './jobs.ts'

let database: TestDatabase
let folder: string
let now: Date
let opening: Account
let bank: Account
let sealsOutside: SealsOutside
const clock = { now: () => now }
const file = () => join(folder, 'heads')

beforeEach(async () => {
  now = new Date('2026-11-21T03:00:00Z')
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'kapao-heads-'))
  const { privateKey } = generateKeyPairSync('ed25519')
  sealsOutside = { places: [{ kind: 'file', path: file() }], key: privateKey }
  const book = accountBook(database.db)
  opening = await book.house('opening', '', 'BAHT')
  bank = await book.house('bank', 'kbank-1', 'BAHT')
  await beginStatement(database.db, 'm1')
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const deps = () => ({
  db: database.db,
  clock,
  config: { sealsOutside },
  rest: async () => undefined,
})
const job = (name: string) => nightJobs(deps()).find((one) => one.name === name)!
const send = () => job('ledger.sendHeads').run()
const findings = async () => (await compareHeads(deps())).flatMap((place) => place.findings)
const verdictOfFull = async () => {
  const { violations } = await verifyLedger(database.db, { full: true, checks: fullChecks })
  return [...violations, ...violationsOf(await compareHeads(deps()))]
}

async function move(times = 1): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    const money = { amount: 5n, currency: 'BAHT' as const }
    const movement = { idem: systemIds.key(), debit: opening, credit: bank, money }
    await database.db.begin(async (tx) => {
      await recordAudit(tx, {
        at: now,
        actor: 'member:m1',
        requestId: 'test',
        action: 'deposits.credit',
        subject: movement.idem,
      })
      await postAll(tx, now, [{ ...movement, kind: 'opening' }])
    })
  }
}

/** As the owner of the database, with every trigger off: the owner controls all data inside it. */
async function asOwner(...statements: string[]): Promise<void> {
  await database.ownerDb.begin(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    for (const statement of statements) await tx.query(statement)
  })
}

const lastMovement = '(select max(id) from ledger_movement)'
/** Deletes the newest movement so that every check inside the database still passes. */
const removeNewest = [
  `update ledger_account a set seq = a.seq - 1, balance = a.balance + case when a.id = m.debit then m.amount else -m.amount end
   from ledger_movement m where m.id = ${lastMovement} and a.id in (m.debit, m.credit)`,
  `delete from ledger_movement where id = ${lastMovement}`,
]
const removeSeals = ['delete from ledger_seal_chunk', 'delete from ledger_seal']

describe('the owner of the database', () => {
  test('CARE-61 an owner who deletes a sealed movement with its rows and all seals, and seals again, is found by the heads outside', async () => {
    await database.ownerDb.query(`update statement_counter set seq = 2 where member_id = 'm1'`)
    await move(4)
    await sealMovements(database.db, clock)
    await send()
    expect(await findings()).toEqual([])

    await asOwner(
      ...removeNewest,
      ...removeSeals,
      `update statement_counter set seq = seq - 1 where member_id = 'm1'`,
    )
    await sealMovements(database.db, clock)
    // No check inside the database finds it.
    expect((await verifyLedger(database.db, { full: true })).violations).toEqual([])
    expect(await findings()).toEqual([
      'head 1: seal 1 is another one',
      'head 1: movements 1 to 4: there were 4, now 3, not the same',
      'head 1: statements had reached 2 numbers, now 1',
    ])
    expect((await verdictOfFull()).length).toBeGreaterThan(0)
  })

  test.each(['root', 'chain'])(
    'CARE-61 a seal of which the %s alone was rewritten is another one',
    async (column) => {
      await move(2)
      await sealMovements(database.db, clock)
      await send()
      expect(await findings()).toEqual([])
      await asOwner(`update ledger_seal set ${column} = sha256('another')`)
      expect(await findings()).toContain('head 1: seal 1 is another one')
    },
  )

  test('CARE-61 a place that does not answer keeps the heads from no place after it, and gets them once it answers', async () => {
    const dead = join(folder, 'a folder that is missing', 'heads')
    const { places, key } = sealsOutside
    sealsOutside = { places: [{ kind: 'file', path: dead }, ...places], key }
    await move(2)
    await sealMovements(database.db, clock)
    await expect(send()).rejects.toThrow('could not be stored outside')
    const line = await readFile(file(), 'utf8')
    expect(line.trimEnd().split('\n')).toHaveLength(1)
    await mkdir(join(folder, 'a folder that is missing'))
    await send()
    expect(await readFile(dead, 'utf8')).toBe(line)
    expect(await readFile(file(), 'utf8')).toBe(line)
  })

  test('CARE-61 unsealed movements are outside after an hour, and cannot be removed either', async () => {
    await move(2)
    await send()
    await asOwner(...removeNewest)
    expect(await findings()).toEqual([
      'head 1: movements 1 to 2: there were 2, now 1, not the same',
    ])
  })

  test('CARE-62 a row of the audit trail that was deleted, changed or backdated is found', async () => {
    await move(3)
    await send()
    for (const damage of [
      `delete from core_audit where id = 2`,
      `update core_audit set actor = 'member:m2' where id = 1`,
    ]) {
      const kept = 'create table if not exists kept_audit as table core_audit'
      await asOwner(kept, damage)
      expect(await findings()).toEqual([expect.stringContaining('audit trail 1 to 3')])
      await asOwner(
        'delete from core_audit',
        'insert into core_audit overriding system value select * from kept_audit',
      )
    }
    expect(await findings()).toEqual([])
  })

  test('CARE-63 stopping the heads, or rewriting them, is found too', async () => {
    await move(1)
    await send()
    now = new Date(now.getTime() + 4 * hourMs)
    expect(await findings()).toEqual([expect.stringContaining('nothing has come since')])
    await asOwner('delete from ledger_head_sent', 'delete from ledger_head')
    await send()
    expect(await findings()).toEqual(['head 1 does not follow on head 1'])
  })

  test('CARE-63 a head of the right number that follows on another one is found', async () => {
    await move(1)
    await send()
    now = new Date(now.getTime() + hourMs)
    await move(1)
    await send()
    const [, second] = (await readFile(file(), 'utf8')).trim().split('\n')
    await asOwner('delete from ledger_head_sent', 'delete from ledger_head')
    await send()
    const another = (await readFile(file(), 'utf8')).trim().split('\n')[2]
    // Both are signed, and their numbers are 1 and 2.
    await writeFile(file(), `${another}\n${second}\n`)
    expect(await findings()).toEqual(['head 2 does not follow on head 1'])
  })

  test(
    'CARE-63 a line that was written without the key, changed, or removed is found',
    { tags: 'long-1' },
    async () => {
      for (let n = 0; n < 3; n += 1) {
        await move(1)
        await send()
        now = new Date(now.getTime() + hourMs)
      }
      const lines = (await readFile(file(), 'utf8')).trim().split('\n')
      expect(lines).toHaveLength(3)
      await writeFile(file(), `${[lines[0], lines[2]].join('\n')}\n`)
      expect(await findings()).toEqual(['head 3 does not follow on head 1'])
      const forged = lines[1]!.replace('"rows":"1"', '"rows":"0"')
      await writeFile(file(), `${[lines[0], forged, lines[2]].join('\n')}\n`)
      expect(await findings()).toContain('line 2 is not signed by us')
      await rm(file())
      expect(await findings()).toEqual([expect.stringContaining('it cannot be read')])
    },
  )
})

describe('heads go outside', () => {
  test('CARE-64 once an hour and with each seal, each once, also to a place that was added later or was down', async () => {
    await move(1)
    for (const _ of [1, 2, 3]) await send()
    await sealMovements(database.db, clock)
    for (const _ of [1, 2]) await send()
    now = new Date(now.getTime() + hourMs)
    await send()
    const first = (await readFile(file(), 'utf8')).trim().split('\n')
    expect(first).toHaveLength(3)

    const received: string[] = []
    let isAway = true
    const hook = await listen(
      (body) => (isAway ? 503 : received.push(body) && 204),
      () => received,
    )
    sealsOutside = {
      ...sealsOutside,
      places: [...sealsOutside.places, { kind: 'webhook', url: `${hook.url}/heads?secret=abc` }],
    }
    await move(1)
    now = new Date(now.getTime() + hourMs)
    await expect(send()).rejects.toThrow('it answered 503')
    isAway = false
    await send()
    expect(received).toHaveLength(4)
    expect(received.slice(0, 3)).toEqual(first)
    expect(await findings()).toEqual([])
    expect((await compareHeads(deps())).map(({ place, heads }) => [place, heads])).toEqual([
      [file(), 4],
      [hook.url, 4],
    ])
    await hook.close()
  })

  test('CARE-64 a head reveals no member and no amount, and a line cut off by a crash is completed', async () => {
    await move(1)
    await send()
    const [line] = (await readFile(file(), 'utf8')).split('\n')
    // The signature after the head may contain any letters.
    expect(line!.slice(0, line!.lastIndexOf('}'))).not.toContain('m1')
    await writeFile(file(), line!.slice(0, 40))
    await asOwner('delete from ledger_head_sent')
    await send()
    expect((await readFile(file(), 'utf8')).split('\n')).toEqual([line!.slice(0, 40), line, ''])
    expect(await findings()).toEqual([])
  })
})

async function listen(take: (body: string) => number, listReceived: () => string[]) {
  const server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += String(part)))
    request.on('end', () => {
      if (request.method === 'GET') response.end(listReceived().join('\n'))
      else response.writeHead(take(body)).end()
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

describe('each night', () => {
  const verify = () => job('ledger.verifyFull').run()

  test('CARE-65 all checks run once after three o’clock, and a finding stays an alarm until it is resolved', async () => {
    await move(2)
    await send()
    await verify()
    const first = await findVerdict(database.db)
    expect(first).toMatchObject({ isWhole: true, movements: 2n, findings: [] })
    now = new Date(now.getTime() + hourMs)
    await verify()
    expect(await findVerdict(database.db)).toEqual(first)

    now = new Date('2026-11-21T20:00:00Z')
    await send()
    await asOwner(`update ledger_movement set amount = amount + 1 where id = 1`)
    const chain = 'every account follows from its movements'
    await expect(verify()).rejects.toThrow(chain)
    await expect(verify()).rejects.toThrow(chain)
    const bad = (await findVerdict(database.db))!
    expect(bad.isWhole).toBe(false)
    const items = await listItems(database.db, {
      kind: 'ledger.not-whole',
      memberId: null,
      open: true,
      limit: 9,
    })
    // What stops payouts, and what lies outside.
    expect(items.map(({ words }) => words)).toEqual([
      expect.stringContaining(chain),
      expect.stringContaining('what lies outside agrees with the books'),
    ])

    await asOwner(`update ledger_movement set amount = amount - 1 where id = 1`)
    await expect(verify()).rejects.toThrow(chain)
    now = new Date(now.getTime() + hourMs)
    await send()
    await verify()
    expect(await findVerdict(database.db)).toMatchObject({ isWhole: true })
  })

  test('CARE-63 CARE-65 a mismatch outside is an alarm of the night too', async () => {
    await move(1)
    await send()
    await rm(file())
    await expect(verify()).rejects.toThrow('was not whole')
  })

  test('CARE-65 in slices it finds the same as the check in one piece', async () => {
    await move(3)
    for (const damage of [
      `update ledger_account set balance = balance + 1 where kind = 'bank'`,
      `update ledger_account set balance = balance + case kind when 'bank' then -7 else 7 end`,
      `update ledger_movement set debit_seq = debit_seq + 1000 where id = 2`,
      `delete from ledger_movement where id = 3`,
      `delete from ledger_account where kind = 'bank'`,
      `update ledger_account set currency = 'LAK' where kind = 'bank'`,
    ]) {
      await asOwner('create table kept_a as table ledger_account')
      await asOwner('create table kept_m as table ledger_movement')
      await asOwner(damage)
      const atOnce = await verifyLedger(database.db, { full: true })
      now = new Date(now.getTime() + 2 * hourMs)
      sealsOutside = { ...sealsOutside, places: [] }
      await expect(verify(), damage).rejects.toThrow('not whole')
      const { findings: found } = (await findVerdict(database.db))!
      const names = (list: readonly { check: string }[]) => new Set(list.map(({ check }) => check))
      for (const name of names(atOnce.violations)) expect(names(found), damage).toContain(name)
      await asOwner(
        'delete from ledger_account',
        'delete from ledger_movement',
        'insert into ledger_account overriding system value select * from kept_a',
        'insert into ledger_movement overriding system value select * from kept_m',
        'drop table kept_a',
        'drop table kept_m',
      )
    }
  })
})
