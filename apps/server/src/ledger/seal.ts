import { isDeepStrictEqual } from 'node:util'
import { chainBytes, hexOfBytes, type Seal } from '@kapao/contract/fair/proof'
import type { Clock } from '#core/clock.ts'
import type { Db, Queryable } from '#core/db/db.ts'
import { sha256 } from '#core/ids.ts'
import { growTree } from './merkle.ts'
import { hashChunks, storedOf, type StoredChunk } from './seals/chunks.ts'

const settlePatienceMs = 30_000
const settlePollMs = 50

/** Seals every movement up to the point below which nothing can change; null when there are no new ones. */
export async function sealMovements(db: Db, clock: Clock): Promise<Seal | null> {
  const upto = await findSettledPoint(db)
  const last = await findLastSeal(db)
  const from = last ? BigInt(last.uptoId) + 1n : 1n
  if (upto === null || upto < from) return null

  const chunks = await hashChunks(db, { from, upto })
  if (chunks.length === 0) return null
  const { root, paths } = growTree(chunks.map((chunk) => chunk.root))
  const unchained = {
    no: String(BigInt(last?.no ?? '0') + 1n),
    fromId: String(from),
    uptoId: String(upto),
    movements: String(chunks.reduce((sum, chunk) => sum + chunk.size, 0)),
    root: hexOfBytes(root),
    sealedAt: clock.now().toISOString(),
  }
  const before = last ? Buffer.from(last.chain, 'hex') : Buffer.alloc(32)
  const seal = { ...unchained, chain: hexOfBytes(sha256(chainBytes(before, unchained))) }
  await db.query(
    `select ledger_add_seal(
      p_no => $1, p_from => $2, p_upto => $3, p_movements => $4, p_root => $5, p_chain => $6,
      p_at => $7, p_chunks => $8)`,
    [
      seal.no,
      seal.fromId,
      seal.uptoId,
      seal.movements,
      Buffer.from(seal.root, 'hex'),
      Buffer.from(seal.chain, 'hex'),
      seal.sealedAt,
      JSON.stringify(chunks.map((chunk, at) => storedOf(chunk, paths[at]!))),
    ],
  )
  return seal
}

/**
 * The highest id below which no movement can appear or vanish any more. Ids are assigned inside transactions, so
 * neither a time nor the highest visible id is enough: wait until every transaction that was open when the id was
 * assigned has ended.
 */
export async function findSettledPoint(
  db: Db,
  patienceMs = settlePatienceMs,
): Promise<bigint | null> {
  const point = await findPoint(db)
  return point && (await settles(db, point, patienceMs)) ? point.lastId : null
}

export type Point = { lastId: bigint; xid: string }

/** The last assigned id; null before the first one. */
export async function findPoint(db: Db): Promise<Point | null> {
  const [sequence] = await db.query<{ last: bigint; used: boolean }>(
    'select last_value as last, is_called as used from ledger_movement_id_seq',
  )
  if (!sequence!.used) return null
  // Taken only after the sequence was read: a movement takes its locks, and so its transaction id, before its row id,
  // so every such transaction has a lower id than this one. (A snapshot does not list every open transaction: those
  // that began after the last one that ended are missing.)
  return { lastId: sequence!.last, xid: await findXid(db) }
}

export async function findXid(db: Db): Promise<string> {
  const [mark] = await db.query<{ xid: string }>('select pg_current_xact_id()::text as xid')
  return mark!.xid
}

/** Waits until every transaction that was open at a point has ended; false where one stays open. */
export async function settles(
  db: Db,
  point: Pick<Point, 'xid'>,
  patienceMs = settlePatienceMs,
): Promise<boolean> {
  for (let waitedMs = 0; waitedMs <= patienceMs; waitedMs += settlePollMs) {
    if (await isSettled(db, point)) return true
    await new Promise((resolve) => setTimeout(resolve, settlePollMs))
  }
  return false
}

/** Whether every transaction that was open at a point has ended. */
export async function isSettled(db: Db, { xid }: Pick<Point, 'xid'>): Promise<boolean> {
  const [oldest] = await db.query<{ settled: boolean }>(
    'select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as settled',
    [xid],
  )
  return oldest!.settled
}

/** Empty before the first. */
export async function findLastSealNo(on: Queryable): Promise<string> {
  const [row] = await on.query<{ no: bigint | null }>('select max(no) as no from ledger_seal')
  return String(row?.no ?? '')
}

export type SealRow = Record<'no' | 'fromId' | 'uptoId' | 'movements', bigint> & {
  root: Buffer
  chain: Buffer
  sealedAt: Date
}

export const sealColumns = `ledger_seal.no, ledger_seal.from_id as "fromId", ledger_seal.upto_id as "uptoId",
  ledger_seal.movements, ledger_seal.root, ledger_seal.chain, ledger_seal.sealed_at as "sealedAt"`

export function sealOf(row: SealRow): Seal {
  return {
    no: String(row.no),
    fromId: String(row.fromId),
    uptoId: String(row.uptoId),
    movements: String(row.movements),
    root: row.root.toString('hex'),
    chain: row.chain.toString('hex'),
    sealedAt: row.sealedAt.toISOString(),
  }
}

/** Every seal, oldest first, as served by /seals.json. */
export async function listSeals(on: Queryable): Promise<Seal[]> {
  const rows = await on.query<SealRow>(`select ${sealColumns} from ledger_seal order by no`)
  return rows.map(sealOf)
}

/** The newest; null before the first. */
export async function findLastSeal(on: Queryable): Promise<Seal | null> {
  const [row] = await on.query<SealRow>(
    `select ${sealColumns} from ledger_seal order by no desc limit 1`,
  )
  return row ? sealOf(row) : null
}

/** Recomputes every seal from the movements and names the mismatches. */
export async function findBrokenSeals(on: Queryable): Promise<string[]> {
  const broken: string[] = []
  let before: Uint8Array = Buffer.alloc(32)
  for (const seal of await listSeals(on)) {
    const chunks = await hashChunks(on, { from: BigInt(seal.fromId), upto: BigInt(seal.uptoId) })
    const size = chunks.reduce((sum, chunk) => sum + chunk.size, 0)
    const tree = chunks.length > 0 ? growTree(chunks.map(({ root }) => root)) : null
    before = sha256(chainBytes(before, seal))
    if (!tree || hexOfBytes(tree.root) !== seal.root || String(size) !== seal.movements)
      broken.push(`seal ${seal.no}: root`)
    else {
      const wanted = chunks.map((chunk, at) => storedOf(chunk, tree.paths[at]!))
      // Of another chunk or path a receipt would fail, although the books are whole.
      if (!isDeepStrictEqual(wanted, await listChunks(on, seal.no)))
        broken.push(`seal ${seal.no}: chunks`)
    }
    if (hexOfBytes(before) !== seal.chain) broken.push(`seal ${seal.no}: chain`)
  }
  return broken
}

function listChunks(on: Queryable, sealNo: string): Promise<StoredChunk[]> {
  return on.query<StoredChunk>(
    `select first_id::text as "firstId", last_id::text as "lastId", encode(root, 'hex') as root,
            encode(path, 'hex') as path, part_ids::text[] as "partIds", encode(part_roots, 'hex') as "partRoots"
     from ledger_seal_chunk where seal_no = $1 order by chunk_no`,
    [sealNo],
  )
}
