import type { Base, Capability } from '#app-context'
import { ledgerJobs } from './ledger.ts'
import { nightJobs } from './night/jobs.ts'

/** What watches over the books while nobody looks. */
export function openWatch(base: Base<'db' | 'clock', 'sealsOutside'>): Capability {
  return { jobs: [...nightJobs(base), ...ledgerJobs(base)] }
}
