import { setTimeout as sleep } from 'node:timers/promises'
import { send, type CallOptions } from '../../../apps/server/src/testing/worlds/test-app.ts'

/** One kind of call in a mixed load; `build` makes each call. */
export type CallKind = {
  name: string
  perSecond: number
  build: (at: number) => CallOptions & { call: string }
}

export type SteadyLoad = {
  latencies: Record<string, number[]>
  statuses: Map<string, Map<number, number>>
}

/** Sends calls at a steady pace, whether or not the earlier ones were answered, as people do. */
export async function sendSteadily(
  address: string,
  kinds: readonly CallKind[],
  seconds: number,
): Promise<SteadyLoad> {
  const load: SteadyLoad = { latencies: {}, statuses: new Map() }
  await Promise.all(kinds.map((kind) => sendKind(address, { kind, seconds }, load)))
  return load
}

async function sendKind(
  address: string,
  { kind, seconds }: { kind: CallKind; seconds: number },
  { latencies, statuses }: SteadyLoad,
): Promise<void> {
  const [times, codes] = [(latencies[kind.name] = []) as number[], new Map<number, number>()]
  statuses.set(kind.name, codes)
  const begun = performance.now()
  const calls: Promise<void>[] = []
  for (let at = 0; at < seconds * kind.perSecond; at += 1) {
    await sleep(Math.max(0, begun + (at * 1_000) / kind.perSecond - performance.now()))
    const { call, ...options } = kind.build(at)
    const from = performance.now()
    const note = (status: number): void => {
      times.push(performance.now() - from)
      codes.set(status, (codes.get(status) ?? 0) + 1)
    }
    // Zero stands for a call without an answer.
    calls.push(
      send(address, call, options).then(
        ({ status }) => note(status),
        () => note(0),
      ),
    )
  }
  await Promise.all(calls)
}

export function shareOf(values: readonly number[] | undefined, share: number): number {
  const sorted = (values ?? []).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? 0
}

/** Counts answers that mean a fault of the server, and missing answers; each kind is printed. */
export function countFaults({ statuses }: SteadyLoad): number {
  let faults = 0
  for (const [name, codes] of statuses)
    for (const [status, count] of codes) {
      if (status !== 0 && status < 500) continue
      console.error(`${name}: ${count} times ${status === 0 ? 'no answer' : status}`)
      faults += count
    }
  return faults
}
