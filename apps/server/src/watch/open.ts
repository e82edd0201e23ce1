import type { ContextWith, Capability } from '#app-context'
import { ledgerJobs } from './ledger.ts'
import { lateStakesJob } from './stakes/late-stakes.ts'
import { nightJobs } from './night/jobs.ts'

/** What watches over the books while nobody looks. */
export function openWatch(
  context: ContextWith<'db' | 'clock' | 'log' | 'reads', 'sealsOutside'>,
): Capability {
  return { jobs: [...nightJobs(context), ...ledgerJobs(context), lateStakesJob(context)] }
}
