import { sqlStateOf } from './db.ts'
import { Refused } from './refuse.ts'

export type Collector<In, Out> = {
  add: (item: In) => Promise<Out>
  /** Resolves when nothing is waiting or in flight; for a graceful stop. */
  idle: () => Promise<void>
}

export type CollectOptions<In, Out> = {
  /** Answers one result an item, in order. Must be safe to run again with the same items. */
  run: (items: In[], mode: { skipBusy: boolean }) => Promise<Out[]>
  /** True for the result of an item whose rows someone else holds: it leaves for the single path. */
  isBusy: (result: Out) => boolean
  /** Two items with the same identity never share a batch: the second must see what the first did. */
  identityOf: (item: In) => string
  /** Items of one owner wait for each other on the single path; items of others do not. */
  ownerOf: (item: In) => string
}

type Waiting<In, Out> = {
  item: In
  resolve: (result: Out) => void
  reject: (error: unknown) => void
}

const batchMax = 256
const waitingMax = 8_192
const singlesMax = 4
const attemptsMax = 3
const transientStates = new Set(['40001', '40P01', '57P01', '57P02', '57P03'])
/** No connection, no room, stopped from outside, no disk; and a lock that did not come free in time. */
const outageStates = /^(?:08|53|57|58)|^55P03$/

/**
 * Runs many callers' operations as one: whoever comes while a batch is in flight is gathered into the next. There is no
 * timer, so a caller who is alone goes at once. One caller's fault never fails another, and one busy row never stops the rest.
 */
export function collect<In, Out>(options: CollectOptions<In, Out>): Collector<In, Out> {
  const singles = singlePath(options)
  const path: Path<In, Out> = {
    run: (items) => options.run(items, { skipBusy: true }),
    deliver: (one, result) => (options.isBusy(result) ? singles.add(one) : one.resolve(result)),
  }
  let waiting: Waiting<In, Out>[] = []
  let inFlight = false
  let idleCalls: (() => void)[] = []

  async function drain(): Promise<void> {
    inFlight = true
    while (waiting.length > 0) {
      let flight = send(path, takeBatch())
      while (flight.batch.length > 0) {
        const landed = await flight.landed
        // The next batch leaves before the answers of this one are handed out: the database works while we do.
        const next = send(path, landed.ok ? takeBatch() : [])
        await settle(path, flight.batch, landed)
        flight = next
      }
    }
    inFlight = false
    const calls = idleCalls
    idleCalls = []
    for (const call of calls) call()
  }

  function takeBatch(): Waiting<In, Out>[] {
    const { batch, later } = splitBatch(options, waiting)
    waiting = later
    return batch
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        if (waiting.length + singles.size() >= waitingMax)
          return reject(new Refused('SERVICE_BUSY'))
        waiting.push({ item, resolve, reject })
        if (!inFlight) void drain()
      }),
    idle: async () => {
      while (inFlight || singles.size() > 0) {
        if (inFlight) await new Promise<void>((resolve) => idleCalls.push(resolve))
        await singles.idle()
      }
    },
  }
}

/** As many as one batch may hold, and never two of one identity: the second must see what the first did. */
function splitBatch<In, Out>(
  options: CollectOptions<In, Out>,
  waiting: readonly Waiting<In, Out>[],
): { batch: Waiting<In, Out>[]; later: Waiting<In, Out>[] } {
  const seen = new Set<string>()
  const batch: Waiting<In, Out>[] = []
  const later: Waiting<In, Out>[] = []
  for (const one of waiting) {
    const identity = options.identityOf(one.item)
    if (batch.length >= batchMax || seen.has(identity)) later.push(one)
    else {
      seen.add(identity)
      batch.push(one)
    }
  }
  return { batch, later }
}

type Path<In, Out> = {
  run: (items: In[]) => Promise<Out[]>
  deliver: (one: Waiting<In, Out>, result: Out) => void
}
type Landed<Out> = { ok: true; results: Out[] } | { ok: false; error: unknown }
type Flight<In, Out> = { batch: Waiting<In, Out>[]; landed: Promise<Landed<Out>> }

function send<In, Out>(path: Path<In, Out>, batch: Waiting<In, Out>[]): Flight<In, Out> {
  if (batch.length === 0) return { batch, landed: Promise.resolve({ ok: true, results: [] }) }
  const items = batch.map((one) => one.item)
  const landed = retryTransient(() => runWhole(path, items)).then(
    (results): Landed<Out> => ({ ok: true, results }),
    (error: unknown): Landed<Out> => ({ ok: false, error }),
  )
  return { batch, landed }
}

/** An answer too few would hand one caller another's result. */
async function runWhole<In, Out>(path: Path<In, Out>, items: In[]): Promise<Out[]> {
  const results = await path.run(items)
  if (results.length !== items.length)
    throw new Error(`a batch of ${items.length} answered ${results.length} results`)
  return results
}

async function settle<In, Out>(
  path: Path<In, Out>,
  batch: Waiting<In, Out>[],
  landed: Landed<Out>,
): Promise<void> {
  if (landed.ok) {
    batch.forEach((one, at) => path.deliver(one, landed.results[at] as Out))
    return
  }
  if (batch.length === 1 || isOutage(landed.error)) {
    for (const one of batch) one.reject(refusalOf(landed.error))
    return
  }
  // One poisoned item must not fail the others: halve until it stands alone.
  const middle = Math.ceil(batch.length / 2)
  for (const half of [batch.slice(0, middle), batch.slice(middle)])
    await settle(path, half, await send(path, half).landed)
}

/** For owners whose rows are held: each owner's items run as a small batch of their own, which may wait for the lock. */
function singlePath<In, Out>(options: CollectOptions<In, Out>) {
  const path: Path<In, Out> = {
    run: (items) => options.run(items, { skipBusy: false }),
    deliver: (one, result) => one.resolve(result),
  }
  /** An owner stays here while a batch of theirs runs, so that one stuck owner never takes a second place. */
  const byOwner = new Map<string, Waiting<In, Out>[]>()
  const queue: string[] = []
  let running = 0
  let count = 0
  let idleCalls: (() => void)[] = []

  async function work(): Promise<void> {
    running += 1
    for (let owner = queue.shift(); owner !== undefined; owner = queue.shift()) {
      const { batch, later } = splitBatch(options, byOwner.get(owner) ?? [])
      byOwner.set(owner, later)
      await settle(path, batch, await send(path, batch).landed)
      count -= batch.length
      // Who came meanwhile has a turn behind the other owners.
      if (later.length > 0) queue.push(owner)
      else byOwner.delete(owner)
    }
    running -= 1
    if (running > 0) return
    const calls = idleCalls
    idleCalls = []
    for (const call of calls) call()
  }

  function add(one: Waiting<In, Out>): void {
    count += 1
    const owner = options.ownerOf(one.item)
    const waiting = byOwner.get(owner)
    if (waiting) {
      waiting.push(one)
      return
    }
    byOwner.set(owner, [one])
    queue.push(owner)
    if (running < singlesMax) void work()
  }

  return {
    add,
    size: () => count,
    idle: async () => {
      if (running > 0) await new Promise<void>((resolve) => idleCalls.push(resolve))
    },
  }
}

/** Runs again when the connection broke or the database gave way: the items carry their ids, so what landed is found again. */
async function retryTransient<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      if (attempt >= attemptsMax || !isTransient(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, 50 * attempt * attempt))
    }
  }
}

function isTransient(error: unknown): boolean {
  const state = sqlStateOf(error)
  return state === null
    ? isConnectionFault(error)
    : transientStates.has(state) || state.startsWith('08')
}

/** The database is away or a shared row is stuck: halving the batch would only make everybody wait longer. */
function isOutage(error: unknown): boolean {
  const state = sqlStateOf(error)
  return isTransient(error) || (state !== null && outageStates.test(state))
}

function isConnectionFault(error: unknown): boolean {
  return (
    error instanceof Error &&
    /connect|terminated|timed? ?out|ECONN|EPIPE|ENOENT|EAI_AGAIN|UNREACH|socket/i.test(
      `${error.message} ${(error as { code?: string }).code ?? ''}`,
    )
  )
}

function refusalOf(error: unknown): unknown {
  return isOutage(error) ? new Refused('SERVICE_BUSY') : error
}
