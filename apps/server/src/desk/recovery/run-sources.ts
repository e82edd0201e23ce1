import type { CrashPoint } from '#core/jobs/failpoint.ts'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { isAway } from '#core/db/outage.ts'
import { noteItem } from '#records/items/store.ts'
import type { OpenWallet } from '#money/wallet/open.ts'
import { listDoubts } from './doubt-store.ts'
import { setAsked, type SourceInquiry } from './recovery-store.ts'
import type {
  BookingResult,
  SourceFact,
  PlayerAccount,
  Source,
  Span,
  PersonTask,
} from './sources/found.ts'

export type AskDeps = {
  db: Db
  clock: Clock
  wallet: Pick<OpenWallet, 'lookAt'>
  /** Lets tests end the run here; does nothing elsewhere. */
  failpoint: (step: CrashPoint) => Promise<void>
}

export type RecoveryRun = { epoch: number; span: Span; sources: readonly Source[] }

export type SourceReport = Omit<SourceInquiry, 'askedAt' | 'since'>

export type Report = {
  sources: SourceReport[]
  /** Accounts at games that are still in doubt, by what was seen there. */
  doubts: Record<'differs' | 'silent', number>
}

/**
 * Asks every outside source, and rebuilds what the books have lost, in the order in which it happened. What is known
 * already is left alone, so an interrupted run may be repeated. What cannot be explained becomes an item.
 */
export async function runSources(deps: AskDeps, wanted: RecoveryRun): Promise<Report> {
  const { span, epoch, sources } = wanted
  const reports = new Map<string, SourceReport>()
  const all: SourceFact[] = []
  const asked: PlayerAccount[] = []
  for (const { source, find } of sources) {
    const result = await find(span).catch((error: unknown) => ({ why: (error as Error).message }))
    const why = result.why?.slice(0, 300) ?? null
    reports.set(source, { source, why, known: 0, rebuilt: 0, waiting: 0 })
    if (!('found' in result)) continue
    all.push(...result.found)
    asked.push(...(result.places ?? []))
  }
  const rest = await bookAll(deps, all, reports)
  for (const [found, waiting] of rest) {
    reports.get(found.source)!.waiting += 1
    await noteWaiting(deps, found, waiting)
  }
  for (const report of reports.values())
    await setAsked(deps.db, epoch, { ...report, askedAt: deps.clock.now(), since: span.since })
  const doubts = await endDoubts(deps, asked, new Set(placesOf(rest)))
  return { sources: [...reports.values()], doubts }
}

type Rest = [SourceFact, PersonTask][]

/** In rounds: clocks outside differ, so a deposit may be reported after what was paid with it. */
async function bookAll(
  deps: AskDeps,
  all: readonly SourceFact[],
  reports: ReadonlyMap<string, SourceReport>,
): Promise<Rest> {
  const waiting: Rest = []
  let open: Rest = all
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map((found) => [found, asShort(found)])
  for (let turn = 1; turn <= roundsMax && open.length > 0; turn += 1) {
    const stuck = new Set<string>(placesOf(waiting))
    const short: Rest = []
    for (const [found] of open) {
      const booked = await bookUnlessStuck(found, stuck)
      await deps.failpoint('recovery.booked-one')
      if (typeof booked === 'string') {
        reports.get(found.source)![booked] += 1
        continue
      }
      if (found.place) stuck.add(keyOf(found.place))
      if (booked.isShort) short.push([found, booked])
      else waiting.push([found, booked])
    }
    const isEnd = short.length === open.length
    open = short
    if (isEnd) break
  }
  return [...waiting, ...open]
}

const roundsMax = 5

async function bookUnlessStuck(
  found: SourceFact,
  stuck: ReadonlySet<string>,
): Promise<BookingResult> {
  if (found.place && stuck.has(keyOf(found.place))) return asShort(found)
  return found.book().catch((error: unknown) => {
    if (isAway(error)) throw error
    const why = `${found.source} ${found.reference} cannot be booked: ${(error as Error).message}`
    return { words: why.slice(0, 400), memberId: found.place?.memberId ?? null, holds: [] }
  })
}

function asShort({ source, reference, place }: SourceFact): PersonTask {
  const words = `${source} ${reference}: what came before it at this account is not booked`
  return { words, memberId: place?.memberId ?? null, holds: [], isShort: true }
}

async function noteWaiting(
  { db, clock }: AskDeps,
  { source, reference }: SourceFact,
  { words, memberId, holds, isListed }: PersonTask,
): Promise<void> {
  if (isListed) return
  await noteItem(db, {
    kind: 'recovery.unexplained',
    key: `${source} ${reference}`.slice(0, 200),
    memberId,
    words,
    evidence: { source, reference },
    holds,
    since: clock.now(),
  })
}

const pageSize = 200
const atOnce = 8

/**
 * Looks at every account in doubt: where the provider's list is in the books what still differs is play; elsewhere it
 * is held for people.
 */
async function endDoubts(
  { db, wallet }: AskDeps,
  asked: readonly PlayerAccount[],
  stuck: ReadonlySet<string>,
): Promise<Report['doubts']> {
  const explained = new Set(asked.map(keyOf).filter((key) => !stuck.has(key)))
  const doubts = { differs: 0, silent: 0 }
  for (let after = { memberId: '', game: '' }; ;) {
    const page = await listDoubts(db, { after, limit: pageSize })
    for (let from = 0; from < page.length; from += atOnce)
      await Promise.all(
        page.slice(from, from + atOnce).map(async (place) => {
          const { memberId, game } = place
          const looked = await wallet.lookAt(memberId, game, explained.has(keyOf(place)))
          if (looked === 'differs' || looked === 'silent') doubts[looked] += 1
        }),
      )
    const last = page.at(-1)
    if (!last) return doubts
    after = last
  }
}

function keyOf({ memberId, game }: PlayerAccount): string {
  return `${memberId} ${game}`
}

function placesOf(rest: Rest): string[] {
  return rest.flatMap(([{ place }]) => (place ? [keyOf(place)] : []))
}
