import type { KeyObject } from 'node:crypto'
import { hourMs } from '@kapao/contract/times'
import type { Clock } from '#core/clock.ts'
import type { Db, Queryable } from '#core/db/db.ts'
import { findLastSeal, findXid, settles } from '../seal.ts'
import { digest, findLast, journal, type Span, type Stream } from './digest.ts'
import { firstBefore, hashOfLine, writeLine, type Head } from './head.ts'

/** A store for heads that the owner of the database cannot change. */
export type HeadStore = {
  /** For display, without the secret part of its address. */
  name: string
  /** A hash of its address. */
  id: string
  /** Resolves when the line is stored permanently; sending it twice is harmless. */
  append: (line: string) => Promise<void>
  /** Every stored line; null when the place cannot be read. */
  read: () => Promise<string[] | null>
}

/** Further contents of a head; each owning room provides its own. */
export type Streams = { audit: Stream; statementsSql: string }

export type HeadDeps = { db: Db; clock: Clock; streams: Streams; key: KeyObject }

const everyMs = hourMs
/** An id's row appears within this time, unless its transaction is known to be open. */
const idGapMs = 200
const sentAtOnceMax = 500

type Last = { no: bigint; at: Date; journalUpto: bigint; auditUpto: bigint; line: string }

/** Makes the next head after an hour or a new seal, and sends each place the heads that it lacks. */
export async function sendHeads(deps: HeadDeps, places: readonly HeadStore[]): Promise<void> {
  await makeHead(deps)
  const failures: string[] = []
  for (const place of places)
    try {
      await sendTo(deps, place)
    } catch (error) {
      failures.push(`${place.name}: ${(error as Error).message}`)
    }
  if (failures.length > 0)
    throw new Error(`heads of the seals could not be stored outside: ${failures.join('; ')}`)
}

async function makeHead(deps: HeadDeps): Promise<void> {
  const { db, clock, streams, key } = deps
  const last = await findLastHead(db)
  const seal = await findLastSeal(db)
  const now = clock.now()
  const isDue = last === null || now.getTime() - last.at.getTime() >= everyMs
  if (!isDue && sealNoOf(last.line) === (seal?.no ?? null)) return
  const upto = await findSettledEnds(db, streams)
  if (upto === null) throw new Error('a transaction has been open for too long to make a head')
  const journalSpan = { after: last?.journalUpto ?? 0n, upto: upto.journal }
  const auditSpan = { after: last?.auditUpto ?? 0n, upto: upto.audit }
  const head: Head = {
    no: String((last?.no ?? 0n) + 1n),
    at: now.toISOString(),
    before: last ? hashOfLine(last.line) : firstBefore,
    seal: seal && pickSeal(seal),
    journal: await digestOf(db, journal, journalSpan),
    audit: await digestOf(db, streams.audit, auditSpan),
    statements: await readStatements(db, streams),
  }
  await db.query(
    'insert into ledger_head (no, at, journal_upto, audit_upto, line) values ($1, $2, $3, $4, $5)',
    [head.no, now, upto.journal, upto.audit, writeLine(head, key)],
  )
}

function pickSeal({ no, uptoId, movements, root, chain }: NonNullable<Head['seal']>): Head['seal'] {
  return { no, uptoId, movements, root, chain }
}

function sealNoOf(line: string): string | null {
  return (JSON.parse(line.slice(0, line.lastIndexOf(' '))) as Head).seal?.no ?? null
}

async function digestOf(db: Db, stream: Stream, span: Span) {
  return {
    after: String(span.after),
    upto: String(span.upto),
    ...(await digest(db, stream, span)),
  }
}

/** The highest numbers below which no row can appear any more; null while a transaction stays open. */
async function findSettledEnds(
  db: Db,
  { audit }: Streams,
): Promise<{ journal: bigint; audit: bigint } | null> {
  const ends = { journal: await findLast(db, journal), audit: await findLast(db, audit) }
  await new Promise((resolve) => setTimeout(resolve, idGapMs))
  return (await settles(db, { xid: await findXid(db) })) ? ends : null
}

export async function readStatements(
  on: Queryable,
  { statementsSql }: Streams,
): Promise<Head['statements']> {
  const [row] = await on.query<{ members: bigint; numbers: bigint }>(statementsSql)
  return { members: String(row!.members), numbers: String(row!.numbers) }
}

async function findLastHead(on: Queryable): Promise<Last | null> {
  const rows = await on.query<Last>(
    `select no, at, journal_upto as "journalUpto", audit_upto as "auditUpto", line from ledger_head order by no desc limit 1`,
  )
  return rows[0] ?? null
}

async function sendTo({ db, clock }: HeadDeps, { id, append }: HeadStore): Promise<void> {
  const unsent = await db.query<{ no: bigint; line: string }>(
    `select no, line from ledger_head where no > coalesce((select max(head) from ledger_head_sent where place = $1), 0)
     order by no limit $2`,
    [id, sentAtOnceMax],
  )
  for (const { no, line } of unsent) {
    await append(line)
    await db.query(
      'insert into ledger_head_sent (place, head, sent_at) values ($1, $2, $3) on conflict do nothing',
      [id, no, clock.now()],
    )
  }
}
