import type { WorkKind } from '@kapao/contract/console/words'
import type { Queryable } from '#core/db/db.ts'

type Item = { kind: WorkKind; id: string }

/** Takes an item that no other operator has, or keeps it. */
export async function takeItem(
  on: Queryable,
  { kind, id }: Item,
  { by, at, until }: { by: string; at: Date; until: Date },
): Promise<void> {
  await on.query(
    `insert into desk_taken as t (kind, id, by, until) values ($1, $2, $3, $4)
     on conflict (kind, id) do update set by = $3, until = $4 where t.by = $3 or t.until <= $5`,
    [kind, id, by, until, at],
  )
}

/** Only the operator who has it gives it back. */
export async function giveBack(on: Queryable, { kind, id }: Item, by: string): Promise<void> {
  await on.query('delete from desk_taken where kind = $1 and id = $2 and by = $3', [kind, id, by])
}

/** Who has which of these items now, by `kind id`. */
export async function listTaken(
  on: Queryable,
  items: readonly Item[],
  at: Date,
): Promise<Map<string, string>> {
  const rows = await on.query<Item & { by: string }>(
    `select t.kind, t.id, t.by from unnest($1::text[], $2::text[]) as w (kind, id)
     join desk_taken t on t.kind = w.kind and t.id = w.id where t.until > $3`,
    [items.map(({ kind }) => kind), items.map(({ id }) => id), at],
  )
  return new Map(rows.map((one) => [takenKey(one), one.by]))
}

export function takenKey({ kind, id }: Item): string {
  return `${kind} ${id}`
}

export async function forgetTaken(on: Queryable, before: Date): Promise<void> {
  await on.query('delete from desk_taken where until < $1', [before])
}
