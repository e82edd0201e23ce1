import type {
  ConsoleCallInput,
  ConsoleCallName,
  ConsoleCallOutput,
} from '@kapao/contract/console/calls'
import { QueryClient, queryOptions } from '@tanstack/react-query'
import { call, type PlainName } from './send.ts'
import { CallFault } from './calls/fault.ts'

type ReadName = Extract<PlainName, `GET ${string}`>

const freshMs = 10_000

/** A refusal is final; a failed connection is retried twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshMs,
      retry: (count, error) =>
        count < 2 && !(error instanceof CallFault && error.kind === 'refused'),
      retryDelay: (count) => 500 * 2 ** count,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Results are cached under the name of the call and its input. */
export function reading<N extends ReadName>(
  name: N,
  ...[input]: ConsoleCallInput<N> extends undefined ? [] : [input: ConsoleCallInput<N>]
) {
  return queryOptions({
    queryKey: [name, input ?? null] as const,
    queryFn: (): Promise<ConsoleCallOutput<N>> =>
      (call as (name: N, input?: unknown) => Promise<ConsoleCallOutput<N>>)(name, input),
  })
}

/** Reloads everything on the screen that was read by these calls. */
export async function readAgain(...names: ConsoleCallName[]): Promise<void> {
  await Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })))
}
