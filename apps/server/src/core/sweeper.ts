import type { Clock } from './clock.ts'

/** Operations of one kind that were begun and not ended. A source only ever finishes what is held; it never begins anything. */
export type OpenWork<T> = {
  name: string
  /** Those open since before an instant, oldest first. */
  findDue: (before: Date, limit: number) => Promise<T[]>
  /** Brings one to its end, or throws and is asked again later. Safe to call twice and at once. */
  finish: (item: T) => Promise<void>
}

export type Swept = { name: string; finished: number; failed: unknown[] }

/** Younger ones are still in the hands of the request that began them. */
const openSinceMs = 30_000
const sweepMax = 200
const atOnceMax = 4

/** Finishes what a dead process, a lost reply or a late answer left open. */
export async function sweep(
  { clock }: { clock: Clock },
  sources: readonly OpenWork<never>[],
): Promise<Swept[]> {
  const before = new Date(clock.now().getTime() - openSinceMs)
  return Promise.all(sources.map((source) => sweepOne(source, before)))
}

async function sweepOne<T>(source: OpenWork<T>, before: Date): Promise<Swept> {
  const swept: Swept = { name: source.name, finished: 0, failed: [] }
  // A source that cannot be asked must not keep the others from being finished.
  const due = await source.findDue(before, sweepMax).catch((error: unknown): T[] => {
    swept.failed.push(error)
    return []
  })
  const work = async (): Promise<void> => {
    for (let item = due.shift(); item !== undefined; item = due.shift()) {
      try {
        await source.finish(item)
        swept.finished += 1
      } catch (error) {
        swept.failed.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnceMax }, work))
  return swept
}
