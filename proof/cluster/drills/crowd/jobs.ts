import type { Cluster } from '../../start.ts'

const everyMs = 500

/**
 * Watches how late jobs begin. A job that is due and in the hands of a worker that renews its lease is at work, not
 * late; while the database is away nothing is known, and it counts when it is back.
 */
export function watchJobs({ owner }: Cluster): { stop: () => number } {
  let latestS = 0
  let isAsking = false
  const ask = async (): Promise<void> => {
    if (isAsking) return
    isAsking = true
    try {
      const [row] = await owner.query<{ late: number }>(
        `select coalesce(max(extract(epoch from now() - next_at)), 0)::float8 as late from core_job
         where lease_until is null or lease_until < now() + interval '9 seconds'`,
      )
      latestS = Math.max(latestS, row!.late)
    } catch {
      // It is away.
    } finally {
      isAsking = false
    }
  }
  const timer = setInterval(() => void ask(), everyMs)
  return {
    stop: () => {
      clearInterval(timer)
      return latestS
    },
  }
}
