import pg from 'pg'
import { hourMs } from '@kapao/contract/times'
import { connectInside, connectOutside, type Connection } from './connections/connections.ts'
import { createGuard, type Guard, type OnMisuse } from '../transaction-guard.ts'
import { keepAliveOptions, listen, type OpenListener } from './connections/listener.ts'
import { createLockLine } from './connections/lock-line.ts'
import { createLine } from '../lines/line.ts'
import { sqlStateOf } from '../sql-state.ts'

/** Runs SQL; each statement is prepared once per connection under a name of its own. */
export type Queryable = {
  query: <Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ) => Promise<Row[]>
}

/** Inside a transaction. While one is open, no call to the outside world or to the pool may be awaited. */
export type Tx = Queryable & {
  readonly isTransaction: true
  /** Call it before locking rows of an owner: the transaction must have queued for that owner. */
  expectLine: (lockKey: string) => void
}

export type Db = Queryable & {
  /** Commits when `work` resolves. Serialization failures and deadlocks are retried, three attempts in all. */
  begin: <T>(work: (tx: Tx) => Promise<T>, options?: BeginOptions) => Promise<T>
  /**
   * The same for a transaction that locks an owner's rows; the key is for example a member's id. A process has one of
   * each key open; the others queue without a connection.
   */
  beginFor: <T>(lockKey: string, work: (tx: Tx) => Promise<T>) => Promise<T>
  /** The same queue for a single statement that locks an owner's rows. */
  inLine: (lockKey: string) => Queryable
  /** A transaction on a connection of its own, for code that holds a lock while it uses the pool. Few at once. */
  holdOutside: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Throws inside a transaction of this database, for code that uses the pool only sometimes. */
  refuseInside: (what: string) => void
  /** Calls back for every NOTIFY on a channel, and once after each reconnect, when notices may have been missed. */
  listen: (channel: string, onNotify: (payload: string | null) => void) => Promise<OpenListener>
  /** For the metrics: connections that are open, those that do nothing, and callers who wait for one. */
  countPool: () => { open: number; idle: number; waiting: number }
  close: () => Promise<void>
}

/** `isSlow`: its queries may take minutes, and set their own time limit in the database. */
export type BeginOptions = { isSlow?: boolean }

export type DbOptions = {
  url: string
  /** The role that the process acts as; the app role may only read ledger tables. Null keeps the login's own. */
  role: string | null
  connectionsMax: number
  applicationName: string
  /** For a standby: the database refuses every write, also after a promotion made it the primary. */
  isReadOnly?: boolean
  /** For `kapao recover`: may book while Kapao is in recovery. */
  rebuilds?: boolean
  /** Shorter in tests. */
  answerWithinMs?: number
  onIdleError?: (error: Error) => void
  /** In production, reports a use of the pool inside a transaction and continues; without this it is an error. */
  onMisuse?: OnMisuse
}

/** The connection broke during COMMIT: it may or may not have happened, and a retry must carry the same key. */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super('the connection was lost during COMMIT', { cause })
    this.name = 'CommitUnknown'
  }
}

const int8 = 20
const int8Array = 1016
const int4Array = 1007
/** With the steps around it, a caller learns within three seconds that there is no connection. */
const poolWaitMs = 2_000
const statementTimeoutMs = 15_000
/** The database ends a statement earlier; after this the network is silent, and the connection is useless. */
const answerWithinMs = 20_000
const slowAnswerWithinMs = hourMs
const idleInTransactionTimeoutMs = 10_000
const attemptsMax = 3
/** The holder is an operator at a terminal. */
const holdLimits = { atOnceMax: 4, waitingMax: 16, waitMs: 10_000 }

pg.types.setTypeParser(int8, BigInt)
// The driver's types list only scalars, and its own array parser handles every kind of element.
pg.types.setTypeParser(int8Array as typeof int8, arrayParser(BigInt))
pg.types.setTypeParser(int4Array as typeof int8, arrayParser(Number))

function arrayParser<T>(parse: (part: string) => T) {
  return (text: string): (T | null)[] =>
    text === '{}'
      ? []
      : text
          .slice(1, -1)
          .split(',')
          .map((part) => (part === 'NULL' ? null : parse(part)))
}

export function openDb(options: DbOptions): Db {
  const settings = {
    connectionString: options.url,
    application_name: options.applicationName,
    connectionTimeoutMillis: poolWaitMs,
    options: startupOptions(options),
    query_timeout: options.answerWithinMs ?? answerWithinMs,
    ...keepAliveOptions,
  }
  const pool = new pg.Pool({ ...settings, max: options.connectionsMax })
  // An idle connection that the database closes must not take the process down.
  pool.on('error', (error) => options.onIdleError?.(error))
  // Nor one that ends just after it became ready, before its caller receives it.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const guard = createGuard(options.onMisuse)
  const lockLine = createLockLine(options.connectionsMax)
  const holdLine = createLine(holdLimits)
  // In production misuse inside a transaction continues; queueing there could wait for its own slot.
  const inLine = <T>(key: string, work: () => Promise<T>): Promise<T> =>
    guard.isInside() ? work() : lockLine.run(key, work)
  const fromPool: ConnectionSource = { connect: () => connectInside(pool), guard, isOutside: false }
  const fromOutside: ConnectionSource = {
    connect: () => connectOutside(settings),
    guard,
    isOutside: true,
  }

  return {
    query: (text, values) => refusalIn(guard) ?? run(pool, { text, values }),
    inLine: (lockKey) => ({
      query: (text, values) =>
        refusalIn(guard) ?? inLine(lockKey, () => run(pool, { text, values })),
    }),
    begin: (work, about) => refusalIn(guard) ?? begin(fromPool, work, about),
    beginFor: (lockKey, work) =>
      refusalIn(guard) ?? inLine(lockKey, () => begin(fromPool, work, { lockKey })),
    holdOutside: (work) =>
      refusalIn(guard) ?? holdLine.run('', () => attemptTransaction(fromOutside, work)),
    refuseInside: (what) => {
      const error = guard.isInside() ? guard.misuse(`${what} inside a transaction`) : null
      if (error) throw error
    },
    listen: (channel, onNotify) => listen(options, channel, onNotify),
    countPool: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  }
}

/** Callers that hold one connection and wait for another can deadlock the pool. */
function refusalIn(guard: Guard): Promise<never> | null {
  const error = guard.isInside() ? guard.misuse('the pool was used inside a transaction') : null
  return error && Promise.reject(error)
}

type Startup = Pick<DbOptions, 'role' | 'isReadOnly' | 'rebuilds'>

function startupOptions({ role, isReadOnly, rebuilds }: Startup): string {
  const settings = [
    `statement_timeout=${statementTimeoutMs}`,
    `idle_in_transaction_session_timeout=${idleInTransactionTimeoutMs}`,
    'lock_timeout=2000',
    'timezone=UTC',
    'jit=off',
    ...(role ? [`role=${role}`] : []),
    ...(rebuilds ? ['kapao.rebuilds=on'] : []),
    ...(isReadOnly ? ['default_transaction_read_only=on'] : []),
  ]
  return settings.map((setting) => `-c ${setting}`).join(' ')
}

const statementNames = new Map<string, string>()

function nameOf(text: string): string {
  let name = statementNames.get(text)
  if (!name) {
    name = `s${statementNames.size}`
    statementNames.set(text, name)
  }
  return name
}

type TransactionOptions = BeginOptions & { lockKey?: string }
type Question = BeginOptions & { text: string; values: readonly unknown[] | undefined }

async function run<Row extends object>(
  on: pg.Pool | pg.ClientBase,
  { text, values = [], isSlow = false }: Question,
): Promise<Row[]> {
  // The driver supports a limit per query, which its types do not name.
  const limit = isSlow ? { query_timeout: slowAnswerWithinMs } : {}
  const asked = { name: nameOf(text), text, values: [...values], ...limit }
  const result = await on.query<Row>(asked)
  return result.rows
}

/** Where a transaction gets its connection. */
type ConnectionSource = { connect: () => Promise<Connection>; guard: Guard; isOutside: boolean }

async function begin<T>(
  from: ConnectionSource,
  work: (tx: Tx) => Promise<T>,
  about?: TransactionOptions,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptTransaction(from, work, about)
    } catch (error) {
      if (attempt >= attemptsMax || !isRetryable(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt))
    }
  }
}

async function attemptTransaction<T>(
  from: ConnectionSource,
  work: (tx: Tx) => Promise<T>,
  about?: TransactionOptions,
): Promise<T> {
  const { client, release } = await from.connect()
  let broken: Error | undefined
  // The pool listens only while a connection is idle; an unhandled error event would end the process.
  const onCut = (error: Error): void => void (broken = error)
  client.on('error', onCut)
  try {
    await client.query('begin')
    const tx = txOn(client, from, about)
    let result: T
    try {
      result = await (from.isOutside ? work(tx) : from.guard.run(() => work(tx)))
    } catch (error) {
      // A peer that did not answer one query would not answer a rollback.
      if (isUnanswered(error)) broken = error as Error
      else await client.query('rollback').catch((failed: Error) => (broken = failed))
      throw error
    }
    await commit(client, (failed) => (broken = failed))
    return result
  } finally {
    // A connection in an unknown state is discarded, not reused; it may still emit its end.
    if (!broken) client.off('error', onCut)
    await release(broken)
  }
}

function txOn(
  client: pg.ClientBase,
  { guard, isOutside }: ConnectionSource,
  about?: TransactionOptions,
): Tx {
  return {
    isTransaction: true,
    query: (text, values) => run(client, { text, values, isSlow: about?.isSlow ?? false }),
    expectLine: (lockKey) => {
      // A connection outside the pool takes no slot of it, however long it waits.
      if (isOutside || about?.lockKey === lockKey) return
      const error = guard.misuse('rows were locked by a transaction that did not queue for them')
      if (error) throw error
    },
  }
}

/** The driver's message after its timeout. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

/** The last words of a server or a pooler that ends the connection: they do not refuse the commit that was sent. */
const connectionEnded = /^(?:08...|57P0.)$/

async function commit(client: pg.ClientBase, onBroken: (error: Error) => void): Promise<void> {
  try {
    await client.query('commit')
  } catch (error) {
    onBroken(error as Error)
    const state = sqlStateOf(error)
    if (state !== null && !connectionEnded.test(state)) throw error
    throw new CommitUnknown(error)
  }
}

function isRetryable(error: unknown): boolean {
  const state = sqlStateOf(error)
  return state === '40001' || state === '40P01'
}
