import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Proof } from '@kapao/contract/fair/proof'
import type { Queryable } from '#core/db/db.ts'
import { pathOf } from '../merkle.ts'
import { sealColumns, sealOf, type SealRow } from '../seal.ts'
import { chunkSize, partSize } from './chunks.ts'
import { leafOf, movementColumns, sealedOf, type MovementRow } from './leaf.ts'

/** A sealed movement, the part of a chunk in which it is, and the way from there to the root. */
type SealPosition = SealRow & {
  idem: string
  id: bigint
  chunkNo: bigint
  path: Buffer
  /** Counted from 1. */
  partNo: number
  partId: bigint
  lastId: bigint
  partRoots: Buffer
}

const hashBytes = 32
/** Hashing these takes a few milliseconds; after that others have a turn. */
const partsAtOnce = 4

/**
 * Everything needed to check each of these movements against the published seals; those that are not sealed yet are
 * missing. Only the parts in which they are are hashed again, each once.
 */
export async function findProofs(
  on: Queryable,
  idems: readonly string[],
): Promise<ReadonlyMap<string, Proof>> {
  const proofs = new Map<string, Proof>()
  const places = idems.length > 0 ? await listPlaces(on, idems) : []
  const parts = Map.groupBy(places, ({ partId }) => partId)
  const rowsOf = await readParts(
    on,
    [...parts.values()].map(([first]) => first!),
  )
  for (const [at, [partId, inside]] of [...parts].entries()) {
    if (at % partsAtOnce === partsAtOnce - 1) await nextTurn()
    const rows = rowsOf.get(partId) ?? []
    const leaves = rows.map(leafOf)
    for (const place of inside) {
      const leafAt = rows.findIndex(({ id }) => id === place.id)
      proofs.set(place.idem, proofOf(place, { row: rows[leafAt]!, leafAt, leaves }))
    }
  }
  return proofs
}

/** The same of one movement; null before its seal. */
export async function findProof(on: Queryable, idem: string): Promise<Proof | null> {
  return (await findProofs(on, [idem])).get(idem) ?? null
}

type Leaf = { row: MovementRow; leafAt: number; leaves: readonly Uint8Array[] }

function proofOf(place: SealPosition, { row, leafAt, leaves }: Leaf): Proof {
  const seal = sealOf(place)
  const partAt = place.partNo - 1
  const path = [
    ...pathOf(leaves, leafAt),
    ...pathOf(hashesIn(place.partRoots), partAt),
    ...hashesIn(place.path),
  ]
  return {
    seal,
    ...sealedOf(row),
    index: (Number(place.chunkNo) - 1) * chunkSize + partAt * partSize + leafAt,
    size: Number(seal.movements),
    path: path.map((hash) => Buffer.from(hash).toString('hex')),
  }
}

function hashesIn(bytes: Buffer): Uint8Array[] {
  return Array.from({ length: bytes.length / hashBytes }, (_, at) =>
    bytes.subarray(at * hashBytes, (at + 1) * hashBytes),
  )
}

async function listPlaces(on: Queryable, idems: readonly string[]): Promise<SealPosition[]> {
  return on.query<SealPosition>(
    `select m.idem, m.id, c.chunk_no as "chunkNo", c.path, part.no as "partNo", c.part_ids[part.no] as "partId",
            coalesce(c.part_ids[part.no + 1] - 1, c.last_id) as "lastId", c.part_roots as "partRoots", ${sealColumns}
     from ledger_movement m
     cross join lateral (select * from ledger_seal_chunk where first_id <= m.id order by first_id desc limit 1) as c
     cross join lateral (select width_bucket(m.id, c.part_ids) as no) as part
     join ledger_seal on ledger_seal.no = c.seal_no
     where m.idem = any ($1::uuid[]) and m.id <= c.last_id`,
    [idems],
  )
}

async function readParts(
  on: Queryable,
  parts: readonly Pick<SealPosition, 'partId' | 'lastId'>[],
): Promise<ReadonlyMap<bigint, MovementRow[]>> {
  if (parts.length === 0) return new Map()
  const rows = await on.query<MovementRow & { partId: bigint }>(
    `select part.first as "partId", m.*
     from unnest($1::bigint[], $2::bigint[]) as part (first, last)
     -- Limited, so that each part is a range of the index: the planner takes "between" for a share of the journal.
     cross join lateral (
       select ${movementColumns} from ledger_movement
       where id between part.first and part.last order by id limit ${partSize}
     ) as m
     order by m.id`,
    [parts.map(({ partId }) => partId), parts.map(({ lastId }) => lastId)],
  )
  return Map.groupBy(rows, ({ partId }) => partId)
}
