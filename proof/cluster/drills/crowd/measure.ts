import type { Attempt, Crowd } from './members.ts'

export type CrowdFigures = {
  /** The longest time in which no money call succeeded, and no read, in seconds. */
  awayS: number
  readsAwayS: number
  /** The same of the one member for whom it was longest: half of them may stand still while the others go on. */
  memberAwayS: number
  memberReadsAwayS: number
  /** Answers that no member should see: pages of a proxy, faults of ours. */
  foreign: string[]
  /** The longest that one member's call was refused as still in progress, in seconds. */
  waitS: number
  /** The longest that a job waited for a worker after its time, in seconds. */
  jobsLateS: number
  /** What 99 of 100 calls that succeeded took at most, in milliseconds. */
  p99Ms: number
  answers: Map<string, number>
  calls: number
}

/** What members saw between two moments; calls begun before are counted, too. */
export function measure(
  { attempts, longestWaitMs }: Crowd,
  { sinceMs, untilMs, jobsLateS }: { sinceMs: number; untilMs: number; jobsLateS: number },
): CrowdFigures {
  const after = attempts.filter(({ at, tookMs }) => at + tookMs >= sinceMs)
  const answers = new Map<string, number>()
  for (const { answer } of after) answers.set(answer, (answers.get(answer) ?? 0) + 1)
  const reads = after.filter(({ isRead }) => isRead)
  const moves = after.filter(({ isRead }) => !isRead)
  const window = { sinceMs, untilMs }
  return {
    awayS: longestGap(moves, window),
    readsAwayS: longestGap(reads, window),
    memberAwayS: longestOfOne(moves, window),
    memberReadsAwayS: longestOfOne(reads, window),
    foreign: after.filter(({ isOurs }) => !isOurs).map(({ answer }) => answer),
    waitS: longestWaitMs() / 1_000,
    jobsLateS,
    p99Ms: p99Of(after.filter(({ isGood }) => isGood)),
    answers,
    calls: after.length,
  }
}

function p99Of(attempts: readonly Attempt[]): number {
  const took = attempts.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b)
  return took[Math.floor(took.length * 0.99)] ?? 0
}

type Window = { sinceMs: number; untilMs: number }

function longestOfOne(attempts: readonly Attempt[], window: Window): number {
  const theirs = Map.groupBy(attempts, ({ member }) => member)
  return Math.max(0, ...[...theirs.values()].map((own) => longestGap(own, window)))
}

/** Between two successes, from the beginning to the first one, or from the last one to the end. */
function longestGap(attempts: readonly Attempt[], { sinceMs, untilMs }: Window): number {
  const ends = attempts
    .filter(({ isGood }) => isGood)
    .map(({ at, tookMs }) => at + tookMs)
    .filter((end) => end < untilMs)
    .toSorted((a, b) => a - b)
  let longest = 0
  let before = sinceMs
  for (const end of [...ends, untilMs]) {
    longest = Math.max(longest, end - before)
    before = end
  }
  return longest / 1_000
}
