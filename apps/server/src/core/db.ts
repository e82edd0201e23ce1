import pg from 'pg'

/** Runs SQL; every statement is prepared once per connection under a name of its own. */
export type Queryable = {
  query: <Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ) => Promise<Row[]>
}

/** Inside a transaction. No call to the outside world may be awaited while one is open. */
export type Tx = Queryable & { readonly isTransaction: true }

export type Db = Queryable & {
  /** Commits when `work` resolves. Serialisation failures and deadlocks are tried again, three times in all. */
  begin: <T>(work: (tx: Tx) => Promise<T>, options?: BeginOptions) => Promise<T>
  /** Calls back for every NOTIFY on a channel, and once after each reconnect, when something may have been missed. */
  listen: (channel: string, onNotify: (payload: string | null) => void) => Promise<Listening>
  close: () => Promise<void>
}

/** `isSlow`: its questions may take minutes, and set a time limit of their own in the database. */
export type BeginOptions = { isSlow?: boolean }

export type Listening = {
  /** Whether everything that was sent until two seconds ago has been heard for sure. */
  isHearing: () => boolean
  stop: () => Promise<void>
}

export type DbOptions = {
  url: string
  /** The role that the process acts as; the app role may only read ledger tables. Null keeps the login's own. */
  role: string | null
  connectionsMax: number
  applicationName: string
  /** Shorter in tests. */
  answerWithinMs?: number
  onIdleError?: (error: Error) => void
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
const listenerWaitMs = 3_000
const statementTimeoutMs = 15_000
/** The database ends a statement before this; later it is the network that has fallen silent, and the connection is of no use any more. */
const answerWithinMs = 20_000
const slowAnswerWithinMs = 60 * 60_000
const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }
const idleInTransactionTimeoutMs = 10_000
const attemptsMax = 3

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
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.connectionsMax,
    connectionTimeoutMillis: poolWaitMs,
    application_name: options.applicationName,
    options: startupOptions(options.role),
    query_timeout: options.answerWithinMs ?? answerWithinMs,
    ...keptAlive,
  })
  // An idle connection that the database closes must not take the process down.
  pool.on('error', (error) => options.onIdleError?.(error))
  // Nor one that ends in the same breath in which it became ready, before whoever waits for it hears of it.
  pool.on('connect', (client) => client.on('error', () => undefined))

  return {
    query: (text, values) => run(pool, { text, values }),
    begin: (work, about) => begin(pool, work, about),
    listen: (channel, onNotify) => listen(options, channel, onNotify),
    close: () => pool.end(),
  }
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

type Question = BeginOptions & { text: string; values: readonly unknown[] | undefined }

async function run<Row extends object>(
  on: pg.Pool | pg.PoolClient,
  { text, values = [], isSlow = false }: Question,
): Promise<Row[]> {
  // The driver reads a limit of a question's own, which its types do not name.
  const limit = isSlow ? { query_timeout: slowAnswerWithinMs } : {}
  const asked = { name: nameOf(text), text, values: [...values], ...limit }
  const result = await on.query<Row>(asked)
  return result.rows
}

async function begin<T>(
  pool: pg.Pool,
  work: (tx: Tx) => Promise<T>,
  options?: BeginOptions,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptTransaction(pool, work, options)
    } catch (error) {
      if (attempt >= attemptsMax || !isRetryable(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt))
    }
  }
}

async function attemptTransaction<T>(
  pool: pg.Pool,
  work: (tx: Tx) => Promise<T>,
  options?: BeginOptions,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  // The pool listens only while a connection is idle; unheard, a cut connection would end the process.
  const onCut = (error: Error): void => void (broken = error)
  client.on('error', onCut)
  try {
    await client.query('begin')
    const tx: Tx = {
      isTransaction: true,
      query: (text, values) => run(client, { text, values, ...options }),
    }
    let result: T
    try {
      result = await work(tx)
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
    client.release(broken)
  }
}

/** What the driver says when its patience is over. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

async function commit(client: pg.PoolClient, onBroken: (error: Error) => void): Promise<void> {
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

const relistenDelayMs = 500
const beatMs = 500
const deafAfterMs = 2_000

async function listen(
  options: DbOptions,
  channel: string,
  onNotify: (payload: string | null) => void,
): Promise<Listening> {
  let client = await openListener(options, channel, onNotify)
  let stopped = false

  const keepListening = async (): Promise<void> => {
    while (!stopped) {
      // Whatever was sent while nobody listened is lost; null tells the caller to forget what it knows.
      onNotify(null)
      await client.ended
      while (!stopped) {
        await new Promise((resolve) => setTimeout(resolve, relistenDelayMs))
        const next = await openListener(options, channel, onNotify).catch(() => null)
        if (!next) continue
        client = next
        break
      }
    }
    await client.close()
  }

  void keepListening()
  return {
    isHearing: () => !stopped && performance.now() - client.heardAt() < deafAfterMs,
    stop: async () => {
      stopped = true
      await client.close()
    },
  }
}

type Listener = { ended: Promise<void>; heardAt: () => number; close: () => Promise<void> }

async function openListener(
  options: DbOptions,
  channel: string,
  onNotify: (payload: string | null) => void,
): Promise<Listener> {
  const client = new pg.Client({
    connectionString: options.url,
    application_name: `${options.applicationName} listen`,
    connectionTimeoutMillis: listenerWaitMs,
    query_timeout: listenerWaitMs,
    ...keptAlive,
  })
  // No time has been heard of before the first answer.
  let heardAt = -deafAfterMs
  let beating: NodeJS.Timeout | undefined
  // The answer to a question comes after all notices that were sent before it; a connection that is cut without a word answers none.
  const beat = async (): Promise<void> => {
    const askedAt = performance.now()
    await client.query('select')
    heardAt = askedAt
    beating = setTimeout(() => void beat().catch(close), beatMs)
  }
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  const close = () => {
    clearTimeout(beating)
    heardAt = -deafAfterMs
    return client.end().catch(() => undefined)
  }
  // An error is followed by the end, which is what the listener waits for.
  client.on('error', () => void close())
  client.on('notification', (message) => onNotify(message.payload ?? null))
  try {
    await client.connect()
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    await beat()
  } catch (error) {
    await close()
    throw error
  }
  return { ended, heardAt: () => heardAt, close }
}
