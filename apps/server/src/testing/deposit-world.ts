import { randomInt } from 'node:crypto'
import type { Queryable } from '#core/db.ts'
import { openDb } from '#core/db.ts'
import { systemIds } from '#core/ids.ts'
import { appRole } from '#core/migrate.ts'
import { accountBook } from '#ledger/accounts.ts'
import { listBalances } from '#ledger/read.ts'
import { verifyLedger } from '#ledger/verify.ts'
import { transferReference, type Arrival } from '#outside/arrival.ts'
import { composeDeposits, type ComposedDeposits } from '../compose/deposits.ts'
import { openMemberAccounts } from '../compose/members.ts'
import { deactivateMember } from '../modules/account/deactivate.ts'
import { insertMember, type NewMember } from '../modules/account/store.ts'
import { readSettings } from '../modules/settings/read.ts'
import { listRows, type StatementRow } from '../modules/statement/store.ts'
import { ledgerChecks } from '../watch.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { movableClock, type MovableClock } from './test-app.ts'

export type Told = { memberId: string; name: string; push: unknown }

export type DepositWorld = {
  database: TestDatabase
  clock: MovableClock
  /** Several, as processes beside each other: each has connections and batches of its own. */
  processes: ComposedDeposits[]
  pushes: Told[]
  /** Members who hold a bonus now. */
  bonusHolders: Set<string>
  addMember: (given?: Partial<NewMember>) => Promise<NewMember>
  balanceOf: (memberId: string, kind?: string) => Promise<number>
  suspended: (currency?: 'BAHT' | 'LAK') => Promise<number>
  rowsOf: (memberId: string) => Promise<StatementRow[]>
  deactivate: (memberId: string) => Promise<void>
  violations: () => Promise<unknown[]>
  close: () => Promise<void>
}

/** The real composition of deposits over a database of its own, without HTTP: for what must hold however it is called. */
export async function openDepositWorld(processCount = 1): Promise<DepositWorld> {
  const database = await createTestDatabase()
  const clock = movableClock()
  const pushes: Told[] = []
  const bonusHolders = new Set<string>()
  const pools = Array.from({ length: processCount }, (_, n) =>
    openDb({
      url: database.url,
      role: appRole,
      connectionsMax: 6,
      applicationName: `process ${n}`,
    }),
  )
  const { db } = database
  const processes = pools.map((pool) =>
    composeDeposits({
      db: pool,
      clock,
      ids: systemIds,
      log: console,
      push: (memberId, name, push) => void pushes.push({ memberId, name, push }),
      readSettings: () => readSettings(pool),
      bonusHeld: async (_on: Queryable, memberId) => bonusHolders.has(memberId),
      passStep: async () => undefined,
      onCredited: [],
    }),
  )
  return {
    database,
    clock,
    processes,
    pushes,
    bonusHolders,
    addMember: (given) => addMember(db, { ...anyMember(), ...given }),
    balanceOf: async (memberId, kind = 'wallet') => {
      const found = (await listBalances(db, memberId)).find((one) => one.kind === kind)
      return Number(found?.money.amount)
    },
    suspended: async (currency = 'BAHT') => {
      const [row] = await db.query<{ sum: bigint }>(
        `select coalesce(sum(balance), 0)::bigint as sum from ledger_account where kind = 'suspense' and currency = $1`,
        [currency],
      )
      return Number(row!.sum)
    },
    rowsOf: async (memberId) => (await listRows(db, memberId, { page: 1, limit: 50 })).rows,
    deactivate: async (memberId) => {
      const by = { actor: 'operator:test', requestId: 'test' } as const
      await deactivateMember(
        { db, clock, endAllOf: async () => 0 },
        { id: memberId, why: 'test', ...by },
      )
    },
    violations: async () =>
      (await verifyLedger(db, { full: true, checks: ledgerChecks })).violations,
    close: async () => {
      await Promise.all(pools.map((pool) => pool.close()))
      await database.drop()
    },
  }
}

async function addMember(db: TestDatabase['db'], member: NewMember): Promise<NewMember> {
  await db.begin(async (tx) => {
    await insertMember(tx, member)
    const { id: memberId, currency } = member
    await openMemberAccounts(accountBook(db), tx, { memberId, currency })
  })
  return member
}

/** One arrival by the bank's feed, unless told otherwise. */
export function anyArrival(given: Partial<Arrival> = {}): Arrival {
  const reference = String(randomInt(2 ** 47))
  return {
    channel: 'bank',
    eventId: `event-${reference}`,
    references: [transferReference('SCB', reference)],
    house: { kind: 'bank', party: 'KBANK:1112223334' },
    memberId: null,
    hold: null,
    money: { amount: 50_000n, currency: 'BAHT' },
    paidAt: new Date('2026-11-21T04:59:30Z'),
    from: 'SCB',
    actor: 'system:bank',
    requestId: 'test',
    ...given,
  }
}

let membersMade = 0

/** Banks tell the end of an account, so no two members of a test have the same one. */
function anyMember(): NewMember {
  const tail = String((membersMade += 1)).padStart(6, '0')
  const digits = String(randomInt(10 ** 3, 10 ** 4)) + tail
  return {
    id: systemIds.code(),
    phone: `+6681${tail}0`,
    username: `081${tail}0`,
    name: 'Somchai',
    currency: 'BAHT',
    bankCode: 'SCB',
    bankAccountName: 'SOMCHAI JAIDEE',
    bankAccountNo: digits,
    sourceCode: null,
    invitedBy: null,
    language: 'th',
    createdAt: new Date('2026-11-01T00:00:00Z'),
    passwordHash: 'none',
  }
}
