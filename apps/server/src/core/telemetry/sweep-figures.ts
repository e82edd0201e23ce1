import { Counter, Gauge, type Registry } from 'prom-client'

/** How many operations are due, and since when. */
export type Backlog = { count: number; oldest: Date | null }

export type SweepFigures = {
  countRound: (kind: string) => void
  countFinished: (kind: string) => void
  countFailed: (kind: string) => void
  /** The number of due items of a kind is counted when the metrics are read. */
  watch: (kind: string, count: () => Promise<Backlog & { at: Date }>) => void
}

/** Two metrics come from one count, and several readers may ask at once. */
const knownForMs = 1_000
const labelNames = ['kind'] as const

/**
 * The backlog is a figure of the database: every process reports the same, so dashboards take the maximum, never the
 * sum.
 */
export function createSweepFigures(registry: Registry): SweepFigures {
  const registers = [registry]
  const counter = (name: string, help: string) =>
    new Counter({ name: `kapao_sweep_${name}_total`, help, labelNames, registers })
  const rounds = counter('rounds', 'Rounds of the jobs that finish open work, by kind.')
  const finished = counter('finished', 'Open work that a round brought on without a failure.')
  const failed = counter('failed', 'Open work that threw; it is tried again later.')

  const watched = new Map<string, () => Promise<Backlog & { at: Date }>>()
  const readAll = forAWhile(async () => {
    const asked = [...watched].map(async ([kind, count]) => {
      // When the database is down, this figure is left out and the others can still be read.
      const backlog = await count().catch(() => null)
      return backlog && { kind, ...backlog }
    })
    return (await Promise.all(asked)).filter((one) => one !== null)
  })
  const gauge = (name: string, help: string, valueOf: (one: Backlog & { at: Date }) => number) =>
    new Gauge({
      name: `kapao_sweep_${name}`,
      help,
      labelNames,
      registers,
      async collect() {
        this.reset()
        for (const one of await readAll()) this.set({ kind: one.kind }, valueOf(one))
      },
    })
  gauge('due', 'Open work that is due now, by kind.', ({ count }) => count)
  gauge('oldest_due_seconds', 'For how long the longest due has been due, by kind.', (one) =>
    one.oldest === null ? 0 : Math.max(0, (one.at.getTime() - one.oldest.getTime()) / 1_000),
  )
  return {
    countRound: (kind) => rounds.inc({ kind }),
    countFinished: (kind) => finished.inc({ kind }),
    countFailed: (kind) => failed.inc({ kind }),
    watch: (kind, count) => {
      watched.set(kind, count)
      for (const one of [rounds, finished, failed]) one.inc({ kind }, 0)
    },
  }
}

/** One query serves all reads within a second. */
export function forAWhile<T>(ask: () => Promise<T>): () => Promise<T> {
  let known: { answer: Promise<T>; untilMs: number } | null = null
  return () => {
    const nowMs = performance.now()
    if (known === null || known.untilMs <= nowMs)
      known = { answer: ask(), untilMs: nowMs + knownForMs }
    return known.answer
  }
}
