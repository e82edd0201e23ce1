import { randomInt } from 'node:crypto'
import type { WalletCurrency } from '@kapao/contract/limits'
import { openDb } from '#core/db/db.ts'
import { systemIds } from '#core/ids.ts'
import { appRole } from '#core/db/migrate.ts'
import { accountBook } from '#ledger/accounts.ts'
import { leg, postAll } from '#ledger/post.ts'
import { listBalances } from '#ledger/read.ts'
import { listEntries } from '../database/list-entries.ts'
import { verifyLedger } from '#ledger/verify.ts'
import { transferReference, type Arrival } from '#outside/arrival.ts'
import type { OpenDeposits } from '#money/deposits/open.ts'
import { openTestDeposits } from '../processes/open-deposits.ts'
import { openMemberAccounts } from '#entry/registration/member-accounts.ts'
import { deactivateMember } from '#records/account/deactivate.ts'
import { insertMember, type NewMember } from '#records/account/store.ts'
import { findHeld } from '#money/bonus/read.ts'
import { insertHeld, setClearing, setEnded } from '#money/bonus/store.ts'
import { listRows, lockMember, type StatementRow } from '#records/statement/store.ts'
import { ledgerChecks } from '#desk/watch/ledger.ts'
import { usualTerms } from './bonus-world.ts'
import { createTestDatabase, type TestDatabase } from '../database/database.ts'
import { movableClock, type MovableClock } from './test-app.ts'

export type SentPush = { memberId: string; name: string; push: unknown }

export type DepositWorld = {
  database: TestDatabase
  clock: MovableClock
  /** Several, like parallel processes: each has connections and batches of its own. */
  processes: OpenDeposits[]
  pushes: SentPush[]
  /** Gives a member a bonus with a condition; `endBonus` ends it. */
  giveBonus: (memberId: string) => Promise<void>
  endBonus: (memberId: string) => Promise<void>
  /** Sets what happens at a step of the processes; null resets it. */
  atStep: (doing: ((step: string) => Promise<void>) | null) => void
  addMember: (given?: Partial<NewMember>) => Promise<NewMember>
  balanceOf: (memberId: string, kind?: string) => Promise<number>
  suspended: (currency?: WalletCurrency) => Promise<number>
  rowsOf: (memberId: string) => Promise<StatementRow[]>
  /** The kinds of the wallet's movements, oldest first. */
  walletKinds: (memberId: string) => Promise<string[]>
  deactivate: (memberId: string) => Promise<void>
  violations: () => Promise<unknown[]>
  close: () => Promise<void>
}

/** The amount of `giveBonus`, in satang. */
const bonusAmount = 100n

/**
 * The real composition of deposits over its own database, without HTTP: for properties that hold however it is called.
 */
export async function openDepositWorld(processCount = 1): Promise<DepositWorld> {
  const database = await createTestDatabase()
  const clock = movableClock()
  const pushes: SentPush[] = []
  let doing: ((step: string) => Promise<void>) | null = null
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
    openTestDeposits(pool, clock, {
      push: (memberId, name, push) => void pushes.push({ memberId, name, push }),
      failpoint: async (step) => doing?.(step),
    }),
  )
  return {
    database,
    clock,
    processes,
    pushes,
    giveBonus: (memberId) => giveBonus(db, memberId, clock.now()),
    endBonus: (memberId) => endBonus(db, memberId, clock.now()),
    atStep: (next) => {
      doing = next
    },
    addMember: (given) => insertAnyMember(db, given),
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
    walletKinds: async (memberId) => {
      const [wallet] = await accountBook(db).find(memberId, [['wallet', '']])
      const { entries } = await listEntries(db, wallet!, { page: 1, limit: 50 })
      return entries.map(({ kind }) => kind).toReversed()
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

/** Gives a bonus of one baht as the product does: its row and its movement in one commit. */
async function giveBonus(db: TestDatabase['db'], memberId: string, at: Date): Promise<void> {
  const id = systemIds.key()
  const money = { amount: bonusAmount, currency: 'BAHT' } as const
  const book = accountBook(db)
  const debit = await book.house('bonus', 'TEST', 'BAHT')
  const [credit] = await book.find(memberId, [['wallet', '']])
  await db.beginFor(memberId, async (tx) => {
    await lockMember(tx, memberId)
    await insertHeld(tx, {
      id,
      memberId,
      source: 'bonus',
      code: 'TEST',
      key: null,
      fingerprint: null,
      deposit: 0n,
      bonus: money.amount,
      currency: money.currency,
      target: 500n,
      endAmount: 0n,
      withdrawMax: null,
      factor: '5',
      toPlayFirst: 0n,
      terms: usualTerms,
      shares: {},
      about: { th: 'TEST', la: 'TEST', en: 'TEST' },
      usedDeposit: null,
      statementSeq: 0n,
      createdAt: at,
    })
    const kind = 'bonus' as const
    await postAll(tx, at, [{ idem: leg(id, 1), debit, credit: credit!, money, kind, ref: 'TEST' }])
  })
}

async function endBonus(db: TestDatabase['db'], memberId: string, at: Date): Promise<void> {
  const ending = { endedBy: 'cancelled', clearKey: null, walletTaken: 0n, games: [] } as const
  await db.beginFor(memberId, async (tx) => {
    const { id } = (await findHeld(tx, memberId))!
    await lockMember(tx, memberId)
    await setClearing(tx, id, { ...ending, totalAtEnd: bonusAmount, nextAt: at })
    await setEnded(tx, id, { taken: 0n, at })
  })
}

/** A member with accounts and a statement, without a registration. */
export async function insertAnyMember(
  db: TestDatabase['db'],
  given: Partial<NewMember> = {},
): Promise<NewMember> {
  const member = { ...anyMember(), ...given }
  await db.begin(async (tx) => {
    await insertMember(tx, member)
    const { id: memberId, currency } = member
    await openMemberAccounts(accountBook(db), tx, { memberId, currency })
  })
  return member
}

/** One arrival, by default by the bank's feed. */
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
    // Unique, because equal amounts of one payer may be one transfer.
    payer: { account: `9${reference.padStart(15, '0')}` },
    from: 'SCB',
    actor: 'system:bank',
    requestId: 'test',
    ...given,
  }
}

let membersMade = 0

/** Banks report the end of an account, so each member of a test has a unique one. */
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
