import type { OtpDeps } from './send.ts'
import { readUsed } from './spending/bucket-store.ts'
import { fullnessOf, limitsOf } from './spending/budgets.ts'
import type { Puzzle, Subject } from './puzzle.ts'

/** Makes a puzzle for a phone and purpose; it takes longer the less is left of the unknown askers' budget. */
export async function makePuzzle(
  { db, clock, readSettings, puzzles }: OtpDeps,
  subject: Subject,
): Promise<Puzzle> {
  const settings = await readSettings()
  const limits = limitsOf(settings, subject.purpose)
  const used = await readUsed(db, limits, clock.now())
  const fullness = Math.max(...limits.map((limit) => fullnessOf(limit, used)))
  return puzzles.make(subject, settings['sms.puzzleTries'] * effortAt(fullness))
}

/** The configured effort below three quarters, then twice and finally four times as much. */
function effortAt(fullness: number): 1 | 2 | 4 {
  if (fullness < 0.75) return 1
  return fullness < 0.9 ? 2 : 4
}
