import type { KeyObject } from 'node:crypto'
import { hourMs } from '@kapao/contract/times'
import type { Queryable } from '#core/db/db.ts'
import { listSeals } from '../seal.ts'
import { digest, journal, type Stream } from './digest.ts'
import { firstBefore, hashOfLine, readLine, type Head, type DigestSpan } from './head.ts'
import { readStatements, type HeadStore, type Streams } from './send.ts'

export type PlaceComparison = {
  place: string
  /** The number of heads stored there; null when the place cannot be read. */
  heads: number | null
  newestAt: string | null
  findings: string[]
  /** What a restore of the database has taken away: reported, but not as manipulation. */
  explained: string[]
}

/** A restore that the database knows of: what was written from `from` to `to` is gone from it. */
export type LostTime = { from: Date; to: Date; isOpen: boolean }

export type CompareDeps = {
  on: Queryable
  streams: Streams
  key: KeyObject
  now: Date
  lost: readonly LostTime[]
}

/** A place that has received no head for longer than this is not being sent to. */
const silentMs = 3 * hourMs

/**
 * Reads the heads stored outside and reports what disagrees with the database: signatures, seals, movements, audit
 * trail, statements. An intruder who removes rows here and seals again cannot remove the heads there.
 */
export async function compareOutside(
  deps: CompareDeps,
  places: readonly HeadStore[],
): Promise<PlaceComparison[]> {
  const known: HeadFindings = new Map()
  const compared: PlaceComparison[] = []
  for (const place of places) compared.push(await comparePlace(deps, place, known))
  return compared
}

type HeadFindings = Map<string, Promise<string[]>>

async function comparePlace(
  deps: CompareDeps,
  place: HeadStore,
  known: HeadFindings,
): Promise<PlaceComparison> {
  const { name, read } = place
  let lines: string[] | null
  try {
    lines = await read()
  } catch (error) {
    const findings = [`it cannot be read: ${(error as Error).message}`]
    return { place: name, heads: 0, newestAt: null, findings, explained: [] }
  }
  if (lines === null)
    return { place: name, heads: null, newestAt: null, findings: [], explained: [] }
  const { heads, taken, findings } = readHeads(lines, deps, await listLines(deps.on))
  const newestAt = heads.at(-1)?.head.at ?? null
  // Nothing is sent while Kapao is in recovery.
  const isResting = deps.lost.some(({ isOpen }) => isOpen)
  const isSilent =
    !isResting &&
    (newestAt === null || deps.now.getTime() - new Date(newestAt).getTime() > silentMs)
  if (isSilent) findings.push(newestAt ? `nothing has come since ${newestAt}` : 'it is empty')
  const facts = await readFacts(deps)
  for (const { head, line } of heads) {
    // A head stored in several places is compared with the books once.
    if (!known.has(line)) known.set(line, findDifferences(deps, head, facts))
    findings.push(...(await known.get(line)!))
  }
  return { place: name, heads: heads.length, newestAt, findings, explained: wordsOf(taken) }
}

function wordsOf(taken: readonly ReadHead[]): string[] {
  const [first, last] = [taken[0], taken.at(-1)]
  if (!first || !last) return []
  return [
    `heads ${first.head.no} to ${last.head.no}, of ${first.head.at} to ${last.head.at}, are of a time that a restore has taken away; who knows of no restore then must ask who did it`,
  ]
}

type ReadHead = { head: Head; line: string }

type Chain = { heads: ReadHead[]; taken: ReadHead[]; findings: string[] }

/**
 * Each head follows from the one before; the same line twice was sent again. After a restore the chain goes on from the
 * last head that the restored database had, beside those that it has lost.
 */
function readHeads(
  lines: readonly string[],
  { key, lost }: CompareDeps,
  known: ReadonlySet<string>,
): Chain {
  const chain: Chain = { heads: [], taken: [], findings: [] }
  let before: string | null = null
  for (const [at, line] of lines.entries()) {
    // The same line again, or a partial write of the next one before a crash.
    if (line === before || lines[at + 1]?.startsWith(line)) continue
    const head = readLine(line, key)
    if (!head) {
      chain.findings.push(`line ${at + 1} is not signed by us`)
      continue
    }
    before = line
    const isTaken =
      !known.has(line) && lost.some(({ from, to }) => isBetween(new Date(head.at), from, to))
    const last = (isTaken && chain.taken.at(-1)) || chain.heads.at(-1)
    if (!follows(head, last))
      chain.findings.push(
        `head ${head.no} does not follow on ${last ? `head ${last.head.no}` : 'nothing'}`,
      )
    if (isTaken) chain.taken.push({ head, line })
    else chain.heads.push({ head, line })
  }
  return chain
}

/** The heads that the database has: none of them was taken away. */
async function listLines(on: Queryable): Promise<ReadonlySet<string>> {
  const rows = await on.query<{ line: string }>('select line from ledger_head')
  return new Set(rows.map(({ line }) => line))
}

function follows(head: Head, last: ReadHead | undefined): boolean {
  const hash = last ? hashOfLine(last.line) : firstBefore
  return head.before === hash && head.no === String(Number(last?.head.no ?? 0) + 1)
}

function isBetween(at: Date, from: Date, to: Date): boolean {
  return at > from && at <= to
}

type Facts = {
  seals: Map<string, Awaited<ReturnType<typeof listSeals>>[number]>
  statements: Head['statements']
}

async function readFacts({ on, streams }: CompareDeps): Promise<Facts> {
  return {
    seals: new Map((await listSeals(on)).map((seal) => [seal.no, seal])),
    statements: await readStatements(on, streams),
  }
}

async function findDifferences(
  { on, streams }: CompareDeps,
  head: Head,
  { seals, statements }: Facts,
): Promise<string[]> {
  const found: string[] = []
  const say = (what: string): void => void found.push(`head ${head.no}: ${what}`)
  if (head.seal) {
    const seal = seals.get(head.seal.no)
    if (!seal) say(`seal ${head.seal.no} is not there any more`)
    else if (seal.chain !== head.seal.chain || seal.root !== head.seal.root)
      say(`seal ${head.seal.no} is another one`)
  }
  const parts: [string, Stream, DigestSpan][] = [
    ['movements', journal, head.journal],
    ['audit trail', streams.audit, head.audit],
  ]
  for (const [what, stream, span] of parts) {
    const { after, upto } = span
    const now = await digest(on, stream, { after: BigInt(after), upto: BigInt(upto) })
    if (now.hash !== span.hash)
      say(
        `${what} ${BigInt(after) + 1n} to ${upto}: there were ${span.rows}, now ${now.rows}, not the same`,
      )
  }
  if (
    BigInt(statements.members) < BigInt(head.statements.members) ||
    BigInt(statements.numbers) < BigInt(head.statements.numbers)
  )
    say(`statements had reached ${head.statements.numbers} numbers, now ${statements.numbers}`)
  return found
}
