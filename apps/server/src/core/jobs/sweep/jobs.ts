import type { Job } from '../jobs.ts'
import type { OpenWork } from './open-work.ts'
import { openSweeper, type SweeperDeps } from './sweeper.ts'

/** A job, and so a lease, for each kind: what is slow in one is not waited for by another. */
export function sweepJobs(deps: SweeperDeps, kinds: readonly OpenWork[]): Job[] {
  return kinds.map((work) => {
    const { sweep, stop } = openSweeper(deps, work)
    deps.figures?.watch(work.name, async () => {
      const at = deps.clock.now()
      return { ...(await work.countDue(at)), at }
    })
    return { name: work.job, everyMs: work.everyMs, run: sweep, stop }
  })
}
