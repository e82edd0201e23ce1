import type { ContextWith, Capability } from '#context/app-context.ts'
import { ledgerJobs } from './ledger.ts'
import { lateStakesJob } from './stakes/late-stakes.ts'
import { nightJobs } from './night/jobs.ts'

/** The jobs that watch over the books. */
export function openWatch(
  context: ContextWith<'db' | 'clock' | 'log' | 'reads', 'sealsOutside'>,
): Capability {
  return { jobs: [...nightJobs(context), ...ledgerJobs(context), lateStakesJob(context)] }
}
