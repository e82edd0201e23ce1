import type { CallOutput } from '@kapao/contract/calls'
import { statementPageSize } from '@kapao/contract/limits'
import type { StatementKind } from '@kapao/contract/statement'
import { call } from '#core/api.ts'
import { useQuery } from '#core/queries/use-query.tsx'
import { paidIntoQuery } from '#shared/banks/paid-into.ts'
import { walletQuery } from '#shared/wallet/wallet.ts'

export type Row = CallOutput<'POST /api/statement'>['statements'][number]
export type Receipt = CallOutput<'GET /api/statement/row/{seq}'>
export type Days = CallOutput<'GET /api/statement/days'>

/** All rows by page, or one kind by the rows below one, because only all rows together are numbered. */
export type View = { kind: null; page: number } | { kind: StatementKind; before: number | null }

export const firstView: View = { kind: null, page: 1 }

export type StatementPage = {
  rows: readonly Row[]
  /** The number of pages, if known. */
  pages: number | null
  /** The cursor at which the older rows of a kind start. */
  before: number | null
}

/** A push makes these stale by the first part of their keys. */
export function useRows(view: View) {
  return useQuery(rowsQuery(view))
}

function rowsQuery(view: View) {
  return {
    queryKey: ['statement', 'rows', view],
    queryFn: () => loadRows(view),
    isScreen: true,
  } as const
}

/** The first page of all rows, with what names the places in them; the sums by day are below it. */
export const firstReads = () => [rowsQuery(firstView), walletQuery, paidIntoQuery, daysQuery]

async function loadRows(view: View): Promise<StatementPage> {
  const limit = statementPageSize
  if (view.kind !== null) {
    const { kind, before } = view
    const found = await call('POST /api/statement/before', { kind, before, limit })
    return { rows: found.statements, pages: null, before: found.before }
  }
  const { total, statements } = await call('POST /api/statement', { page: view.page, limit })
  return { rows: statements, pages: Math.ceil(total / limit), before: null }
}

/**
 * The wallet's balance after each of these rows, null for a row that did not affect it; rows are missing until it is
 * known.
 */
export function useBalances(rows: readonly Row[]): ReadonlyMap<number, number | null> {
  const seqs = rows.map(({ seq }) => seq)
  const { data } = useQuery({
    queryKey: ['statement', 'balances', seqs],
    queryFn: () => call('POST /api/statement/balances', { seqs }),
  })
  return new Map(data?.balances.map(({ seq, walletAfter }) => [seq, walletAfter]))
}

const daysQuery = {
  queryKey: ['statement', 'days'],
  queryFn: () => call('GET /api/statement/days'),
  isScreen: true,
} as const

export function useDays() {
  return useQuery(daysQuery)
}

export function useReceipt(seq: number) {
  return useQuery({
    queryKey: ['statement', 'receipt', seq],
    queryFn: () => call('GET /api/statement/row/{seq}', { seq: String(seq) }),
    isScreen: true,
  })
}
