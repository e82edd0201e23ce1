import { Histogram } from 'prom-client'
import { runShared, whyNotShared } from '../transaction-guard.ts'
import { CommitUnknown } from './db.ts'
import { sqlStateOf } from '../sql-state.ts'
import { isAway } from './outage.ts'
import { Refused } from '../refused.ts'

export type CollectOptions<In, Out> = {
  /** Of its batches, for the metrics. */
  name: string
  /** Answers one result an item, in order. Must be safe to run again with the same items. */
  run: (items: In[], mode: { skipBusy: boolean }) => Promise<Out[]>
  /** True for the result of an item whose rows are locked elsewhere: it moves to the single path. */
  isBusy: (result: Out) => boolean
  /** Two items with the same identity never share a batch: the second must see the effect of the first. */
  identityOf: (item: In) => string
  /** The owner of the rows that an item touches. Two batches in flight never share an owner. */
  ownerOf: (item: In) => string
}

type PendingItem<In, Out> = {
  item: In
  resolve: (result: Out) => void
  reject: (error: unknown) => void
  /** How many batches skipped the item because its rows were locked elsewhere. */
  skipped: number
}

/** How many callers each batch serves: the more there are, the busier the database is. */
export const batchSizes = new Histogram({
  name: 'kapao_batch_size',
  help: 'How many operations went to the database together.',
  labelNames: ['batch'] as const,
  buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
  registers: [],
})

const batchesAtOnceMax = 2
/** The least size of a second concurrent batch, so that it is worth its fixed cost. */
const besideMin = 24
const skippedMax = 2
const batchMax = 256
const waitingMax = 8_192
const singlesMax = 4
const attemptsMax = 3
const transientStates = new Set(['40001', '40P01', '57P01', '57P02', '57P03', '25006'])
/** A lock timeout and a statement timeout. */
const stuckStates = new Set(['55P03', '57014'])

/**
 * Runs the operations of many callers as one: callers that arrive while a batch is in flight are gathered into the
 * next. There is no timer, so a single caller runs at once. A caller's fault never fails another, and a busy row never
 * stops the rest. A second batch runs concurrently only when it is large, since each has a fixed cost in the database.
 * Owners in flight wait for the next batch, so two batches never touch the same members' rows. A batch is never part
 * of the transaction of the caller that started it.
 */
export function collect<In, Out>(options: CollectOptions<In, Out>) {
  const singles = singlePath(options)
  const busyOwners = new Set<string>()
  let waiting: PendingItem<In, Out>[] = []
  let inFlight = 0
  let settling = 0
  /** How many items must wait before another concurrent batch is considered. */
  let worthLooking = besideMin

  const path = batchPath(options, { again: (one) => waiting.push(one), toSingles: singles.add })

  function launch(): void {
    while (inFlight === 0 ? waiting.length > 0 : allowsParallelBatch()) {
      const { batch, later } = splitBatch(options, waiting, busyOwners)
      if (batch.length < (inFlight === 0 ? 1 : besideMin)) {
        worthLooking = waiting.length + besideMin
        return
      }
      waiting = later
      void runShared(() => runBatch(batch))
    }
  }

  function allowsParallelBatch(): boolean {
    return inFlight < batchesAtOnceMax && waiting.length >= worthLooking
  }

  async function runBatch(batch: PendingItem<In, Out>[]): Promise<void> {
    const owners = batch.map((one) => options.ownerOf(one.item))
    for (const owner of owners) busyOwners.add(owner)
    inFlight += 1
    batchSizes.observe({ batch: options.name }, batch.length)
    const result = await send(path, batch)
    // The halves of a failed batch are in flight too.
    if (!result.ok) await settle(path, batch, result)
    for (const owner of owners) busyOwners.delete(owner)
    inFlight -= 1
    settling += 1
    worthLooking = besideMin
    // The next batch starts before the answers of this one are delivered: the database works meanwhile.
    launch()
    if (result.ok) await settle(path, batch, result)
    settling -= 1
    launch()
  }

  return {
    add: (item: In): Promise<Out> =>
      new Promise((resolve, reject) => {
        const isFull = waiting.length + singles.size() >= waitingMax
        const refusal = whyNotShared() ?? (isFull && new Refused('SERVICE_BUSY'))
        if (refusal) return reject(refusal)
        waiting.push({ item, resolve, reject, skipped: 0 })
        if (inFlight + settling === 0 || allowsParallelBatch()) launch()
      }),
  }
}

type Elsewhere<In, Out> = {
  again: (one: PendingItem<In, Out>) => void
  toSingles: (one: PendingItem<In, Out>) => void
}

/** How a batch is run, and where the items go that it skipped. */
function batchPath<In, Out>(
  { run, isBusy }: CollectOptions<In, Out>,
  { again, toSingles }: Elsewhere<In, Out>,
): Path<In, Out> {
  return {
    run: (items) => run(items, { skipBusy: true }),
    deliver: (one, result) => {
      if (!isBusy(result)) one.resolve(result)
      // Usually another process locks the row for a moment; a row that stays busy goes to the single path.
      else if (one.skipped < skippedMax) again({ ...one, skipped: one.skipped + 1 })
      else toSingles(one)
    },
  }
}

/**
 * Takes as many items as one batch may hold: never two of one identity, since the second must see the effect of the
 * first, and none of an owner in flight.
 */
function splitBatch<In, Out>(
  { identityOf, ownerOf }: CollectOptions<In, Out>,
  waiting: readonly PendingItem<In, Out>[],
  busyOwners?: ReadonlySet<string>,
): { batch: PendingItem<In, Out>[]; later: PendingItem<In, Out>[] } {
  const seen = new Set<string>()
  const batch: PendingItem<In, Out>[] = []
  const later: PendingItem<In, Out>[] = []
  for (const one of waiting) {
    const identity = identityOf(one.item)
    if (batch.length >= batchMax || seen.has(identity) || busyOwners?.has(ownerOf(one.item)))
      later.push(one)
    else {
      seen.add(identity)
      batch.push(one)
    }
  }
  return { batch, later }
}

type Path<In, Out> = {
  run: (items: In[]) => Promise<Out[]>
  deliver: (one: PendingItem<In, Out>, result: Out) => void
}
type BatchResult<Out> = { ok: true; results: Out[] } | { ok: false; error: unknown }

function send<In, Out>(
  path: Path<In, Out>,
  batch: readonly PendingItem<In, Out>[],
): Promise<BatchResult<Out>> {
  const items = batch.map((one) => one.item)
  return retryTransient(() => runWhole(path, items)).then(
    (results): BatchResult<Out> => ({ ok: true, results }),
    (error: unknown): BatchResult<Out> => ({ ok: false, error }),
  )
}

/** A missing result would give one caller the result of another. */
async function runWhole<In, Out>(path: Path<In, Out>, items: In[]): Promise<Out[]> {
  const results = await path.run(items)
  if (results.length !== items.length)
    throw new Error(`a batch of ${items.length} returned ${results.length} results`)
  return results
}

async function settle<In, Out>(
  path: Path<In, Out>,
  batch: PendingItem<In, Out>[],
  result: BatchResult<Out>,
): Promise<void> {
  if (result.ok) {
    batch.forEach((one, at) => path.deliver(one, result.results[at] as Out))
    return
  }
  if (batch.length === 1 || isOutage(result.error)) {
    for (const one of batch) one.reject(refusalOf(result.error))
    return
  }
  // One poisoned item must not fail the others: halve until it is alone.
  const middle = Math.ceil(batch.length / 2)
  for (const half of [batch.slice(0, middle), batch.slice(middle)])
    await settle(path, half, await send(path, half))
}

/** For owners whose rows are locked: each owner's items run as a small batch that may wait for the lock. */
function singlePath<In, Out>(options: CollectOptions<In, Out>) {
  const path: Path<In, Out> = {
    run: (items) => options.run(items, { skipBusy: false }),
    deliver: (one, result) => one.resolve(result),
  }
  /** An owner stays here while its batch runs, so that a stuck owner never takes a second slot. */
  const byOwner = new Map<string, PendingItem<In, Out>[]>()
  const queue: string[] = []
  let running = 0
  let count = 0

  async function work(): Promise<void> {
    running += 1
    for (let owner = queue.shift(); owner !== undefined; owner = queue.shift()) {
      const { batch, later } = splitBatch(options, byOwner.get(owner) ?? [])
      byOwner.set(owner, later)
      await settle(path, batch, await send(path, batch))
      count -= batch.length
      // Items that arrived meanwhile queue behind the other owners.
      if (later.length > 0) queue.push(owner)
      else byOwner.delete(owner)
    }
    running -= 1
  }

  function add(one: PendingItem<In, Out>): void {
    count += 1
    const owner = options.ownerOf(one.item)
    const waiting = byOwner.get(owner)
    if (waiting) {
      waiting.push(one)
      return
    }
    byOwner.set(owner, [one])
    queue.push(owner)
    if (running < singlesMax) void runShared(work)
  }

  return {
    add,
    size: () => count,
  }
}

/** Retries when the connection broke or the database gave way: items carry ids, so applied ones are recognized. */
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
    ? isAway(error) || error instanceof CommitUnknown
    : transientStates.has(state) || state.startsWith('08')
}

/** The database is down or a shared row is stuck: halving the batch would only delay every caller. */
function isOutage(error: unknown): boolean {
  return isTransient(error) || isAway(error) || stuckStates.has(sqlStateOf(error) ?? '')
}

function refusalOf(error: unknown): unknown {
  return isOutage(error) ? new Refused('SERVICE_BUSY') : error
}
