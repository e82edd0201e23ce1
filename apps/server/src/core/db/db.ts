import pg from 'pg'
import { hourMs } from '../clock.ts'
import { connectInside, connectOutside, type Connection } from './connections/connections.ts'
import { createGuard, type Guard, type OnMisuse } from './connections/inside.ts'
import { keptAlive, listen, type Listening } from './connections/listener.ts'
import { createLockLine } from './connections/lock-line.ts'
import { createLine } from '../jobs/lines/line.ts'

/** Runs SQL; every statement is prepared once per connection under a name of its own. */
export type Queryable = {
  query: <Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ) => Promise<Row[]>
}

/** Inside a transaction. No call to the outside world, and none to the pool, may be awaited while one is open. */
export type Tx = Queryable & {
  readonly isTransaction: true
  /** To be called before rows of an owner are locked: the transaction must have waited in that owner's line. */
  expectLine: (lockKey: string) => void
}

export type Db = Queryable & {
  /** Commits when `work` resolves. Serialisation failures and deadlocks are tried again, three times in all. */
  begin: <T>(work: (tx: Tx) => Promise<T>, options?: BeginOptions) => Promise<T>
  /**
   * The same for one that locks somebody's rows, such as a member's id names. One of a key is open in a process; the others wait
   * in line without a connection.
   */
  beginFor: <T>(lockKey: string, work: (tx: Tx) => Promise<T>) => Promise<T>
  /** The same line for a single statement that locks somebody's rows. */
  inLine: (lockKey: string) => Queryable
  /** A transaction on a connection of its own, for what holds a turn while its work asks the pool. Few at once. */
  holdOutside: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Throws inside a transaction of this database, for what asks the pool only sometimes. */
  refuseInside: (what: string) => void
  /** Calls back for every NOTIFY on a channel, and once after each reconnect, when something may have been missed. */
  listen: (channel: string, onNotify: (payload: string | null) => void) => Promise<Listening>
  /** For the metrics: connections that are open, those that do nothing, and callers who wait for one. */
  countPool: () => { open: number; idle: number; waiting: number }
  close: () => Promise<void>
}

/** `isSlow`: its questions may take minutes, and set a time limit of their own in the database. */
export type BeginOptions = { isSlow?: boolean }

export type DbOptions = {
  url: string
  /** The role that the process acts as; the app role may only read ledger tables. Null keeps the login's own. */
  role: string | null
  connectionsMax: number
  applicationName: string
  /** Shorter in tests. */
  answerWithinMs?: number
  onIdleError?: (error: Error) => void
  /** Production reports what asks the pool inside a transaction, and goes on; without this it is an error. */
  onMisuse?: OnMisuse
}

/** The connection broke while COMMIT was on its way: it may or may not have happened, and a retry must carry the same key. */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super('the connection was lost during COMMIT', { cause })
    this.name = 'CommitUnknown'
  }
}

const int8 = 20
const int8Array = 1016
const int4Array = 1007
/** With what comes before and after, a caller hears within three seconds that there is no connection. */
const poolWaitMs = 2_000
const statementTimeoutMs = 15_000
/** The database ends a statement before this; later it is the network that has fallen silent, and the connection is of no use any more. */
const answerWithinMs = 20_000
const slowAnswerWithinMs = hourMs
const idleInTransactionTimeoutMs = 10_000
const attemptsMax = 3
/** Who holds a turn is a person at a terminal. */
const holdLimits = { atOnceMax: 4, waitingMax: 16, waitMs: 10_000 }

pg.types.setTypeParser(int8, BigInt)
// The driver's types list scalars only, and its own way to read an array is made for every kind of element.
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
    options: startupOptions(options.role),
    query_timeout: options.answerWithinMs ?? answerWithinMs,
    ...keptAlive,
  }
  const pool = new pg.Pool({ ...settings, max: options.connectionsMax })
  // An idle connection that the database closes must not take the process down.
  pool.on('error', (error) => options.onIdleError?.(error))
  // Nor one that ends in the same breath in which it became ready, before whoever waits for it hears of it.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const guard = createGuard(options.onMisuse)
  const lockLine = createLockLine(options.connectionsMax)
  const holdLine = createLine(holdLimits)
  // Inside a transaction, where production goes on, waiting in a line could be waiting for oneself.
  const inLine = <T>(key: string, work: () => Promise<T>): Promise<T> =>
    guard.isInside() ? work() : lockLine.run(key, work)
  const fromPool: Taking = { connect: () => connectInside(pool), guard, isOutside: false }
  const fromOutside: Taking = { connect: () => connectOutside(settings), guard, isOutside: true }

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

/** Whoever holds one connection and waits for another waits, when all do so, for themselves. */
function refusalIn(guard: Guard): Promise<never> | null {
  const error = guard.isInside() ? guard.misuse('the pool was asked inside a transaction') : null
  return error && Promise.reject(error)
}

function startupOptions(role: string | null): string {
  const settings = [
    `statement_timeout=${statementTimeoutMs}`,
    `idle_in_transaction_session_timeout=${idleInTransactionTimeoutMs}`,
    'lock_timeout=2000',
    'timezone=UTC',
    'jit=off',
    ...(role ? [`role=${role}`] : []),
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

type About = BeginOptions & { lockKey?: string }
type Question = BeginOptions & { text: string; values: readonly unknown[] | undefined }

async function run<Row extends object>(
  on: pg.Pool | pg.ClientBase,
  { text, values = [], isSlow = false }: Question,
): Promise<Row[]> {
  // The driver reads a limit of a question's own, which its types do not name.
  const limit = isSlow ? { query_timeout: slowAnswerWithinMs } : {}
  const asked = { name: nameOf(text), text, values: [...values], ...limit }
  const result = await on.query<Row>(asked)
  return result.rows
}

/** Where a transaction has its connection from. */
type Taking = { connect: () => Promise<Connection>; guard: Guard; isOutside: boolean }

async function begin<T>(from: Taking, work: (tx: Tx) => Promise<T>, about?: About): Promise<T> {
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
  from: Taking,
  work: (tx: Tx) => Promise<T>,
  about?: About,
): Promise<T> {
  const { client, release } = await from.connect()
  let broken: Error | undefined
  // The pool listens only while a connection is idle; unheard, a cut connection would end the process.
  const onCut = (error: Error): void => void (broken = error)
  client.on('error', onCut)
  try {
    await client.query('begin')
    const tx = txOn(client, from, about)
    let result: T
    try {
      result = await (from.isOutside ? work(tx) : from.guard.run(() => work(tx)))
    } catch (error) {
      // Who did not answer one question would not answer another.
      if (isUnanswered(error)) broken = error as Error
      else await client.query('rollback').catch((failed: Error) => (broken = failed))
      throw error
    }
    await commit(client, (failed) => (broken = failed))
    return result
  } finally {
    // A connection whose state is not known is thrown away, not given to the next caller; it may still have news of its end.
    if (!broken) client.off('error', onCut)
    await release(broken)
  }
}

function txOn(client: pg.ClientBase, { guard, isOutside }: Taking, about?: About): Tx {
  return {
    isTransaction: true,
    query: (text, values) => run(client, { text, values, isSlow: about?.isSlow ?? false }),
    expectLine: (lockKey) => {
      // What is outside of the pool takes no place from anybody, however long it waits.
      if (isOutside || about?.lockKey === lockKey) return
      const error = guard.misuse(
        'rows were locked by a transaction that waited in no line for them',
      )
      if (error) throw error
    },
  }
}

/** What the driver says when its patience is over. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

async function commit(client: pg.ClientBase, onBroken: (error: Error) => void): Promise<void> {
  try {
    await client.query('commit')
  } catch (error) {
    onBroken(error as Error)
    // An answer with an SQLSTATE is a real refusal of the commit; anything else leaves it open.
    if (sqlStateOf(error)) throw error
    throw new CommitUnknown(error)
  }
}

/** The state of an insert that met a row with the same unique key. */
export const uniqueViolation = '23505'

export function sqlStateOf(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code
  // No class of the standard begins with E; the system's own EPIPE has five letters too.
  return typeof code === 'string' && /^(?!E)[0-9A-Z]{5}$/.test(code) ? code : null
}

function isRetryable(error: unknown): boolean {
  const state = sqlStateOf(error)
  return state === '40001' || state === '40P01'
}
