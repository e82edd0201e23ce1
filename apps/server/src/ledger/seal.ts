import { hash } from 'node:crypto'
import {
  chainBytes,
  hexOfBytes,
  leafBytes,
  sideBytes,
  type Proof,
  type Seal,
  type SealedMovement,
  type RevealedSide,
} from '@kapao/contract/fair/proof'
import type { Clock } from '#core/clock.ts'
import type { Db, Queryable } from '#core/db/db.ts'
import { sha256 } from '#core/ids.ts'
import { pathOf, rootOf } from './merkle.ts'

const chunkSize = 1_024
const chunksPerRead = 16
const settlePatienceMs = 30_000
const settlePollMs = 50

type MovementRow = Record<'id' | 'debit' | 'credit' | 'units', bigint> &
  Record<'debitSeq' | 'debitBalance' | 'creditSeq' | 'creditBalance', bigint> &
  Record<'idem' | 'kind' | 'ref' | 'salt', string> & { reverses: string | null; createdAt: Date }

const movementColumns = `id, idem, debit, credit, amount as units, debit_seq as "debitSeq", debit_balance as "debitBalance",
  credit_seq as "creditSeq", credit_balance as "creditBalance", kind, ref, reverses, created_at as "createdAt", salt`

/** Seals every movement up to the point below which nothing can change; null when there are no new ones. */
export async function sealMovements(db: Db, clock: Clock): Promise<Seal | null> {
  const upto = await findSettledPoint(db)
  const seals = await listSeals(db)
  const last = seals.at(-1)
  const from = last ? BigInt(last.uptoId) + 1n : 1n
  if (upto === null || upto < from) return null

  const chunks = await hashChunks(db, { from, upto })
  if (chunks.length === 0) return null
  const unchained = {
    no: String(seals.length + 1),
    fromId: String(from),
    uptoId: String(upto),
    movements: String(chunks.reduce((sum, chunk) => sum + chunk.size, 0)),
    root: hexOfBytes(rootOf(chunks.map((chunk) => chunk.root))),
    sealedAt: clock.now().toISOString(),
  }
  const before = last ? Buffer.from(last.chain, 'hex') : Buffer.alloc(32)
  const seal = { ...unchained, chain: hexOfBytes(sha256(chainBytes(before, unchained))) }
  await db.query('select ledger_add_seal($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)', [
    seal.no,
    seal.fromId,
    seal.uptoId,
    seal.movements,
    Buffer.from(seal.root, 'hex'),
    Buffer.from(seal.chain, 'hex'),
    seal.sealedAt,
    chunks.map((chunk) => chunk.firstId),
    chunks.map((chunk) => chunk.lastId),
    chunks.map((chunk) => `\\x${hexOfBytes(chunk.root)}`),
  ])
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

type Chunk = { firstId: bigint; lastId: bigint; size: number; root: Uint8Array }

type Range = { from: bigint; upto: bigint }

async function hashChunks(on: Queryable, { from, upto }: Range): Promise<Chunk[]> {
  const chunks: Chunk[] = []
  for (let next = from; next <= upto;) {
    const rows = await on.query<MovementRow>(
      `select ${movementColumns} from ledger_movement where id between $1 and $2 order by id limit $3`,
      [next, upto, chunkSize * chunksPerRead],
    )
    for (let at = 0; at < rows.length; at += chunkSize) {
      const part = rows.slice(at, at + chunkSize)
      chunks.push({
        firstId: part[0]!.id,
        lastId: part.at(-1)!.id,
        size: part.length,
        root: rootOf(part.map(leafOf)),
      })
    }
    const last = rows.at(-1)
    if (!last || rows.length < chunkSize * chunksPerRead) break
    next = last.id + 1n
  }
  return chunks
}

function leafOf(row: MovementRow): Uint8Array {
  const { salt, fields } = sealedOf(row)
  const [debitSide, creditSide] = [hashSide(fields.debitSide), hashSide(fields.creditSide)]
  return sha256(leafBytes(salt, { ...fields, debitSide, creditSide }))
}

/** As the contract does it, but with Node's hash: a night has many movements. */
function hashSide(side: RevealedSide): { hash: string } {
  return { hash: sha256(sideBytes(side)).toString('hex') }
}

type Sealed = {
  salt: string
  fields: SealedMovement & Record<'debitSide' | 'creditSide', RevealedSide>
}

function sealedOf(row: MovementRow): Sealed {
  const { idem, kind, ref, reverses } = row
  const salts = saltsOf(row.salt)
  const fields = {
    id: String(row.id),
    idem,
    debit: String(row.debit),
    credit: String(row.credit),
    units: String(row.units),
    debitSide: {
      seq: String(row.debitSeq),
      balance: String(row.debitBalance),
      salt: salts.debit,
    },
    creditSide: {
      seq: String(row.creditSeq),
      balance: String(row.creditBalance),
      salt: salts.credit,
    },
    kind,
    ref,
    reverses,
    createdAt: row.createdAt.toISOString(),
  }
  return { salt: salts.leaf, fields }
}

/** No salt reveals another: a reader of the leaf and one side must not be able to guess the balance of the other. */
function saltsOf(salt: string): Record<'leaf' | 'debit' | 'credit', string> {
  const hex = hash('sha512', Buffer.from(salt.replaceAll('-', ''), 'hex'))
  const leaf = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
  return { leaf, debit: hex.slice(32, 80), credit: hex.slice(80) }
}

/** Empty before the first. */
export async function findLastSealNo(on: Queryable): Promise<string> {
  const [row] = await on.query<{ no: bigint | null }>('select max(no) as no from ledger_seal')
  return String(row?.no ?? '')
}

/** Every seal, oldest first, as served by /seals.json. */
export async function listSeals(on: Queryable): Promise<Seal[]> {
  const rows = await on.query<
    Record<'no' | 'fromId' | 'uptoId' | 'movements', bigint> & {
      root: Buffer
      chain: Buffer
      sealedAt: Date
    }
  >(
    `select no, from_id as "fromId", upto_id as "uptoId", movements, root, chain, sealed_at as "sealedAt"
     from ledger_seal order by no`,
  )
  return rows.map((row) => ({
    no: String(row.no),
    fromId: String(row.fromId),
    uptoId: String(row.uptoId),
    movements: String(row.movements),
    root: hexOfBytes(row.root),
    chain: hexOfBytes(row.chain),
    sealedAt: row.sealedAt.toISOString(),
  }))
}

/** The newest; null before the first. */
export async function findLastSeal(on: Queryable): Promise<Seal | null> {
  return (await listSeals(on)).at(-1) ?? null
}

/** Everything needed to check one movement against the published seals; null before its seal. */
export async function findProof(on: Queryable, idem: string): Promise<Proof | null> {
  const [found] = await on.query<{ id: bigint; no: bigint; chunkNo: bigint }>(
    `select m.id, c.seal_no as no, c.chunk_no as "chunkNo" from ledger_movement m
     join ledger_seal_chunk c on m.id between c.first_id and c.last_id where m.idem = $1`,
    [idem],
  )
  if (!found) return null
  const chunks = await on.query<{ chunkNo: bigint; firstId: bigint; lastId: bigint; root: Buffer }>(
    `select chunk_no as "chunkNo", first_id as "firstId", last_id as "lastId", root
     from ledger_seal_chunk where seal_no = $1 order by chunk_no`,
    [found.no],
  )
  const chunkAt = chunks.findIndex((chunk) => chunk.chunkNo === found.chunkNo)
  const { firstId, lastId } = chunks[chunkAt]!
  const rows = await on.query<MovementRow>(
    `select ${movementColumns} from ledger_movement where id between $1 and $2 order by id`,
    [firstId, lastId],
  )
  const leafAt = rows.findIndex((row) => row.id === found.id)
  const path = [
    ...pathOf(rows.map(leafOf), leafAt),
    ...pathOf(
      chunks.map((chunk) => chunk.root),
      chunkAt,
    ),
  ]
  const seal = (await listSeals(on)).find((one) => one.no === String(found.no))!
  return {
    seal,
    ...sealedOf(rows[leafAt]!),
    index: chunkAt * chunkSize + leafAt,
    size: Number(seal.movements),
    path: path.map(hexOfBytes),
  }
}

/** Recomputes every seal from the movements and names the mismatches. */
export async function findBrokenSeals(on: Queryable): Promise<string[]> {
  const broken: string[] = []
  let before: Uint8Array = Buffer.alloc(32)
  for (const seal of await listSeals(on)) {
    const range = { from: BigInt(seal.fromId), upto: BigInt(seal.uptoId) }
    const chunks = await hashChunks(on, range)
    const size = chunks.reduce((sum, chunk) => sum + chunk.size, 0)
    const root = chunks.length > 0 ? hexOfBytes(rootOf(chunks.map((chunk) => chunk.root))) : ''
    before = sha256(chainBytes(before, seal))
    if (root !== seal.root || String(size) !== seal.movements) broken.push(`seal ${seal.no}: root`)
    if (hexOfBytes(before) !== seal.chain) broken.push(`seal ${seal.no}: chain`)
  }
  return broken
}
