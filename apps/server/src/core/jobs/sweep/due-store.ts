import type { Queryable } from '../../db/db.ts'
import type { Backlog } from '../../telemetry/sweep-figures.ts'
import type { Due, DueQuery } from './open-work.ts'

/** Pieces of SQL, all constants of the calling code. An index on (party, next_at) where `isOpen` serves every query. */
export type DueTable = {
  table: string
  /** The row's name, as text; `id` by default. */
  id?: string
  party: string
  /** The condition of the index, verbatim. */
  isOpen: string
  /** A further condition for a row to be due at the instant $1. */
  isDue?: string
}

export type DueList = {
  find: (on: Queryable, wanted: DueQuery) => Promise<Due[]>
  count: (on: Queryable, at: Date) => Promise<Backlog>
  /** For tests that check the plan. */
  findSql: string
}

/**
 * The longest due rows of each party. The index is entered once per party, so thousands due at one party neither hide
 * those of another nor are read.
 */
export function dueList({ table, id = 'id::text', party, isOpen, isDue }: DueTable): DueList {
  const open = `(${isOpen})`
  const due = `${open} and next_at <= $1${isDue === undefined ? '' : ` and (${isDue})`}`
  const findSql = `
    with recursive parties (party) as (
      (select ${party} from ${table} where ${open} order by ${party} limit 1)
      union all
      select (select ${party} from ${table} where ${open} and ${party} > parties.party order by ${party} limit 1)
      from parties where parties.party is not null
    )
    select due.id, parties.party from parties cross join lateral (
      select ${id} as id, next_at from ${table}
      where ${due} and ${party} = parties.party and ${id} <> all ($3::text[])
      order by next_at limit $2
    ) as due
    where parties.party is not null order by due.next_at, due.id`
  const countSql = `select count(*)::int as count, min(next_at) as oldest from ${table} where ${due}`
  return {
    find: (on, { at, each, except }) => on.query<Due>(findSql, [at, each, except]),
    count: async (on, at) => {
      const [row] = await on.query<Backlog>(countSql, [at])
      return row!
    },
    findSql,
  }
}

/** The time of the next try after one at the instant `at`, a parameter: the delay doubles with every try. */
export function nextTrySql(
  at: `$${number}`,
  { firstSeconds, maxSeconds }: { firstSeconds: number; maxSeconds: number },
): string {
  return `${at}::timestamptz + least(${firstSeconds} * 2 ^ least(tries, 6), ${maxSeconds}) * interval '1 second'`
}
