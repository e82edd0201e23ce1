import { isLedTo, isPrimary } from '../../parts/database.ts'
import type { Cluster } from '../../start.ts'

const everyMs = 200

/**
 * Looks at every machine, also those that are cut off, and counts how often two were the primary at once: by their
 * PostgreSQL, or by where HAProxy leads.
 */
export function watchPrimaries(
  { databases }: Cluster,
  { byLead }: { byLead: boolean },
): { stop: () => number } {
  let twice = 0
  let isLooking = false
  const look = async (): Promise<void> => {
    if (isLooking) return
    isLooking = true
    const are = await Promise.all(databases.map(byLead ? isLedTo : isPrimary))
    if (are.filter(Boolean).length > 1) twice += 1
    isLooking = false
  }
  const timer = setInterval(() => void look(), everyMs)
  return {
    stop: () => {
      clearInterval(timer)
      return twice
    },
  }
}
