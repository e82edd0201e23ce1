import type { Attempt, Crowd } from './members.ts'

export type Measured = {
  /** The longest time in which no money call succeeded, and no read, in seconds. */
  awayS: number
  readsAwayS: number
  /** Answers that no member should see: pages of a proxy, faults of ours. */
  foreign: string[]
  /** The longest that one member's call was refused as still in progress, in seconds. */
  waitS: number
  /** The longest that a job waited for a worker after its time, in seconds. */
  jobsLateS: number
  answers: Map<string, number>
  calls: number
}

/** What members saw from a moment on. */
export function measure(
  { attempts, longestWaitMs }: Crowd,
  { sinceMs, jobsLateS }: { sinceMs: number; jobsLateS: number },
): Measured {
  const after = attempts.filter(({ at, tookMs }) => at + tookMs >= sinceMs)
  const answers = new Map<string, number>()
  for (const { answer } of after) answers.set(answer, (answers.get(answer) ?? 0) + 1)
  return {
    awayS: longestGap(
      after.filter(({ isRead }) => !isRead),
      sinceMs,
    ),
    readsAwayS: longestGap(
      after.filter(({ isRead }) => isRead),
      sinceMs,
    ),
    foreign: after.filter(({ isOurs }) => !isOurs).map(({ answer }) => answer),
    waitS: longestWaitMs() / 1_000,
    jobsLateS,
    answers,
    calls: after.length,
  }
}

/** Between two successes, or from the beginning to the first one. */
function longestGap(attempts: readonly Attempt[], sinceMs: number): number {
  const ends = attempts
    .filter(({ isGood }) => isGood)
    .map(({ at, tookMs }) => at + tookMs)
    .toSorted((a, b) => a - b)
  let longest = 0
  let before = sinceMs
  for (const end of ends) {
    longest = Math.max(longest, end - before)
    before = end
  }
  return longest / 1_000
}
