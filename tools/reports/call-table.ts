/** The columns of a call of the contract. */
export type ContractCall = {
  readonly method: string
  readonly path: string
  readonly access: string
  /** The row of the table in docs/requirements.md; null for added calls. */
  readonly row: number | null
}

export type ServedCall = ContractCall & { readonly served: boolean }

export type CallSummary = { spec: number; specServed: number; ours: number; oursServed: number }

/** The specification's calls in its order, then the added ones; `served` are names as `GET /api/lookup/active`. */
export function markServed(
  calls: readonly ContractCall[],
  served: ReadonlySet<string>,
): ServedCall[] {
  const last = Number.MAX_SAFE_INTEGER
  return calls
    .map(({ method, path, access, row }) => ({
      method,
      path,
      access,
      row,
      served: served.has(`${method} ${path}`),
    }))
    .toSorted((a, b) => (a.row ?? last) - (b.row ?? last))
}

export function summarize(calls: readonly ServedCall[]): CallSummary {
  const spec = calls.filter(({ row }) => row !== null)
  const ours = calls.filter(({ row }) => row === null)
  return {
    spec: spec.length,
    specServed: spec.filter(({ served }) => served).length,
    ours: ours.length,
    oursServed: ours.filter(({ served }) => served).length,
  }
}

/** Calls that the server serves but the contract lacks: a misspelt path, or a call without a contract. */
export function unknownCalls(
  calls: readonly ContractCall[],
  served: ReadonlySet<string>,
): string[] {
  const known = new Set(calls.map(({ method, path }) => `${method} ${path}`))
  return [...served].filter((name) => !known.has(name)).toSorted()
}

export function formatCalls(calls: readonly ServedCall[]): string {
  const width = Math.max(...calls.map(({ path }) => path.length), 'path'.length)
  const line = ([row = '', method = '', path = '', access = '', served = '']: string[]): string =>
    `${row.padStart(4)}  ${method.padEnd(6)}  ${path.padEnd(width)}  ${access.padEnd(6)}  ${served}`
  const { spec, specServed, ours, oursServed } = summarize(calls)
  return [
    line(['row', 'method', 'path', 'access', 'served']),
    ...calls.map(({ row, method, path, access, served }) =>
      line([row === null ? 'ours' : String(row), method, path, access, served ? 'yes' : '-']),
    ),
    '',
    `${specServed} of ${spec} calls served (and ${oursServed} of ${ours} of ours)`,
  ].join('\n')
}
