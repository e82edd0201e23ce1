import type { Db, Queryable, Tx } from '#core/db/db.ts'
import { findBrokenSeals } from './seal.ts'

/** A query whose correct answer is no rows; rooms have their own, listed in `desk/watch/ledger.ts`. */
export type Check = {
  name: string
  sql: string
  /** Reads all rows of tables that grow with every movement: run only by `--full`. */
  fullOnly?: boolean
  /** The same check for the accounts in `moved (account)` and open operations only: run every minute. */
  freshSql?: string
}

export type Question = Pick<Check, 'name' | 'sql'> & { values?: readonly unknown[] }
export type Violation = { check: string; what: Record<string, unknown> | string }
export type Verdict = { movements: bigint; accounts: bigint; violations: Violation[] }

/** An account's movements in order of their seqs, each with the one before. */
const chain = (movements: string, entries = 'true') => `
  with movement as (${movements}),
  entry as (
    select * from (
      select debit as account, debit_seq as seq, -amount as amount, debit_balance as balance from movement
      union all
      select credit, credit_seq, amount, credit_balance from movement) of_both
    where ${entries}
  ),
  chained as (
    select account, seq, amount, balance,
           lag(seq) over numbered as before_seq, lag(balance) over numbered as before_balance,
           lead(seq) over numbered is null as is_last
    from entry window numbered as (partition by account order by seq)
  )`

/** Seqs run from one without a gap, every balance follows from the one before, and the account holds the last. */
const wrongAccounts = (
  movements: string,
  entries: string,
  accounts: string,
) => `${chain(movements, entries)},
    wrong as (
      select account, seq, balance from chained
      where seq <> coalesce(before_seq, 0) + 1 or balance <> coalesce(before_balance, 0) + amount
    ),
    last as (select account, seq, balance from chained where is_last)
    select account, seq, balance, 'chain' as what from wrong
    union all
    select a.id, a.seq, a.balance, 'account' from ledger_account a left join last on last.account = a.id
      where ${accounts} and (a.seq <> coalesce(last.seq, 0) or a.balance <> coalesce(last.balance, 0))
    limit 100`

const everyAccount: Check = {
  name: 'every account follows from its movements',
  sql: wrongAccounts('select * from ledger_movement', 'true', 'true'),
}

/** The same for the accounts after $1 up to $2, read by id. */
export const accountsWrong: Check = {
  name: everyAccount.name,
  sql: wrongAccounts(
    `select * from ledger_movement where debit > $1 and debit <= $2
     union all
     select * from ledger_movement where credit > $1 and credit <= $2 and not (debit > $1 and debit <= $2)`,
    'account > $1 and account <= $2',
    'a.id > $1 and a.id <= $2',
  ),
}

/** The same for movements after a given one: the cost depends on what moved since, not on the number of accounts. */
const freshAccounts = (after: bigint): Question => ({
  values: [after],
  name: 'accounts that have moved follow from their movements',
  sql: `${chain('select * from ledger_movement where id > $1')},
    based as (
      select c.*, case
        when before_seq is not null then before_balance
        when seq = 1 then 0
        else coalesce(
          (select m.debit_balance from ledger_movement m where m.debit = c.account and m.debit_seq = c.seq - 1),
          (select m.credit_balance from ledger_movement m where m.credit = c.account and m.credit_seq = c.seq - 1))
        end as base
      from chained c
    )
    select account, b.seq, b.balance, 'chain' as what from based b
      where (before_seq is not null and b.seq <> before_seq + 1) or base is null or b.balance <> base + amount
    union all
    select a.id, a.seq, a.balance, 'account' from based b join ledger_account a on a.id = b.account
      where b.is_last and (a.seq <> b.seq or a.balance <> b.balance)
    limit 100`,
})

/** Each reads every account once: a second or two for millions of them. */
export const accountChecks: Check[] = [
  {
    name: 'each currency sums to zero',
    sql: `select currency, sum(balance) as sum from ledger_account group by currency having sum(balance) <> 0`,
  },
  {
    name: 'no account is below its floor',
    sql: `select id, balance, floor from ledger_account where balance < floor limit 100`,
    freshSql: `select id, balance, floor from moved join ledger_account on id = account where balance < floor limit 100`,
  },
]

const wrongMovements = (movements: string): Check => ({
  name: 'a movement has one currency and two known accounts',
  sql: `select m.id, d.currency as debit, c.currency as credit from ledger_movement m
    left join ledger_account d on d.id = m.debit left join ledger_account c on c.id = m.credit
    where ${movements} and (d.currency is distinct from c.currency or d.id is null or c.id is null or m.amount <= 0)
    limit 100`,
})

/** Those of the movements after $1 up to $2. */
export const movementsWrong = wrongMovements('m.id > $1 and m.id <= $2')

const fullChecks: Check[] = [wrongMovements('true'), everyAccount]

/** Runs all checks from one snapshot. Without `full` it reads all accounts, and movements since the last seal. */
export async function verifyLedger(
  db: Db,
  { full, checks = [] }: { full: boolean; checks?: readonly Check[] },
): Promise<Verdict> {
  return fromOneSnapshot(db, async (tx) => {
    const violations = await askAll(tx, [
      ...accountChecks,
      ...(full ? fullChecks : [freshAccounts(await lastSealedId(tx))]),
      ...checks.filter((check) => full || !check.fullOnly),
    ])
    if (full) violations.push(...(await verifySeals(tx)))
    const [count] = await tx.query<{ movements: bigint; accounts: bigint }>(
      full
        ? `select (select count(*) from ledger_movement) as movements, (select count(*) from ledger_account) as accounts`
        : `select count(*) as movements, 0::bigint as accounts from ledger_movement where id > $1`,
      full ? [] : [await lastSealedId(tx)],
    )
    return { ...count!, violations }
  })
}

export async function verifySeals(on: Queryable): Promise<Violation[]> {
  const broken = await findBrokenSeals(on)
  return broken.map((what) => ({ check: 'seals agree with the movements', what }))
}

/** Checks the accounts that moved after a movement, by default since the last seal, and open operations. */
export async function verifyFresh(
  db: Db,
  { after, checks = [] }: { after: bigint | null; checks?: readonly Check[] },
): Promise<Violation[]> {
  return fromOneSnapshot(db, async (tx) => {
    const from = after ?? (await lastSealedId(tx))
    const moved = (await tx.query<{ id: bigint }>(movedSql, [from])).map(({ id }) => id)
    const fresh = [...accountChecks, ...checks].flatMap(({ name, freshSql }): Question[] =>
      freshSql ? [{ name, sql: `${withMoved} ${freshSql}`, values: [moved] }] : [],
    )
    return askAll(tx, [freshAccounts(from), ...fresh])
  })
}

/** The moved accounts that have further checks besides matching their movements. */
const movedSql = `
  select id from ledger_account where id in (
    select debit from ledger_movement where id > $1 union select credit from ledger_movement where id > $1)
  and (owner is not null and kind in ('transfer', 'withdrawal', 'forfeit') or balance < floor)`

// Variable parts are parameters: every statement is prepared and kept by its connection.
const withMoved = 'with moved (account) as (select unnest($1::bigint[]))'

export function fromOneSnapshot<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  workMemory = '256MB',
): Promise<T> {
  return db.begin(
    async (tx) => {
      await tx.query('set transaction isolation level repeatable read, read only')
      await tx.query('set local statement_timeout = 0')
      await tx.query(`set local work_mem = '${workMemory}'`)
      // A generic plan for a few rows of a small table is unusable for a query over all rows of a large one.
      await tx.query('set local plan_cache_mode = force_custom_plan')
      return work(tx)
    },
    { isSlow: true },
  )
}

export async function askAll(tx: Tx, asked: readonly Question[]): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const { name, sql, values } of asked)
    for (const what of await tx.query(sql, values)) violations.push({ check: name, what })
  return violations
}

async function lastSealedId(on: Queryable): Promise<bigint> {
  const [row] = await on.query<{ upto: bigint | null }>(
    'select max(upto_id) as upto from ledger_seal',
  )
  return row!.upto ?? 0n
}

/** A transit account holds exactly the holds of the open operations of its kind; without open ones, zero. */
export function holdsCheck(kind: 'transfer' | 'withdrawal', openHoldsSql: string): Check {
  const transit = `select * from ledger_account where kind = '${kind}' and owner is not null`
  return {
    name: `held money of kind ${kind} agrees with what is open`,
    sql: `select coalesce(a.id, o.account) as account, a.balance, o.amount as open
      from (${transit}) a full join (${openHoldsSql}) o on o.account = a.id
      where coalesce(a.balance, 0) <> coalesce(o.amount, 0) limit 100`,
    freshSql: `, open as materialized (${openHoldsSql}),
      asked (account) as (select account from moved union select account from open)
      select asked.account, a.balance, o.amount as open
      from asked left join open o using (account) left join (${transit}) a on a.id = asked.account
      where coalesce(a.balance, 0) <> coalesce(o.amount, 0) limit 100`,
  }
}

/** Suspense: the suspense accounts agree with the items waiting in them. */
export function suspenseCheck(waitingSql: string): Check {
  // House accounts are few, and found by name.
  const sql = `select coalesce(a.id, o.account) as account, a.balance, o.amount as waiting
      from (select * from ledger_account where owner is null and kind = 'suspense') a
      full join (${waitingSql}) o on o.account = a.id
      where coalesce(a.balance, 0) <> coalesce(o.amount, 0) limit 100`
  return { name: 'suspended money agrees with what is waiting', sql, freshSql: sql }
}

/** A forfeit account holds money only while a bonus of the member is ending. */
export function forfeitCheck(endingSql: string): Check {
  const sql = `select a.id as account, a.balance from ledger_account a
      where a.kind = 'forfeit' and a.owner is not null and a.balance <> 0 and a.owner not in (${endingSql})`
  return {
    name: 'money is given up only while a bonus ends',
    sql: `${sql} limit 100`,
    freshSql: `${sql} and a.id in (select account from moved) limit 100`,
  }
}

/** Every booking that a room reports is in the ledger, with the same id and amount. */
export function bookedCheck(what: string, bookedSql: string): Check {
  return {
    name: `${what} are booked`,
    sql: `select b.idem, b.amount, m.amount as booked from (${bookedSql}) b
      left join ledger_movement m on m.idem = b.idem where m.amount is distinct from b.amount limit 100`,
    fullOnly: true,
  }
}

/** The ledger has no movements of these kinds besides those that a room reports. */
export function onlyBookedCheck(what: string, kinds: readonly string[], bookedSql: string): Check {
  const listed = kinds.map((kind) => `'${kind}'`).join(', ')
  return {
    name: `nothing was booked as ${what} beside them`,
    sql: `select m.idem, m.amount from ledger_movement m where m.kind in (${listed})
      and not exists (select from (${bookedSql}) b where b.idem = m.idem) limit 100`,
    fullOnly: true,
  }
}

/** The ledger has no movements that a room reports as never made. */
export function neverBookedCheck(what: string, neverSql: string): Check {
  return {
    name: `${what} were not booked`,
    sql: `select n.idem, m.amount from (${neverSql}) n join ledger_movement m on m.idem = n.idem limit 100`,
    fullOnly: true,
  }
}
