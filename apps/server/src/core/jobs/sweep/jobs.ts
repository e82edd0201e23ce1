import type { Job } from '../jobs.ts'
import type { OpenWork } from './open-work.ts'
import { openSweeper, type SweeperDeps } from './sweeper.ts'

/** One job, and so one lease, per kind: a slow kind does not delay another. */
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
