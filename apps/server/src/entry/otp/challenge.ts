import type { OtpDeps } from './send.ts'
import { readUsed } from './spending/bucket-store.ts'
import { minuteOf, pressureOf, shareOf, type SmsSettings } from './spending/shares.ts'
import type { Puzzle, Subject } from './puzzle/puzzle.ts'

/** Makes a puzzle for a phone and purpose; it takes longer the less is left of the strangers' share. */
export async function makePuzzle(deps: OtpDeps, subject: Subject): Promise<Puzzle> {
  const { readSettings, puzzles } = deps
  const settings = await readSettings()
  const pressure = await readPressure(deps, settings, subject.purpose)
  return puzzles.make(subject, settings['sms.puzzleTries'] * effortUnder(pressure))
}

/** The configured effort below three quarters, then twice and finally four times as much. */
function effortUnder(pressure: number): 1 | 2 | 4 {
  if (pressure < 0.75) return 1
  return pressure < 0.9 ? 2 : 4
}

async function readPressure(
  { db, clock }: Pick<OtpDeps, 'db' | 'clock'>,
  settings: SmsSettings,
  purpose: Subject['purpose'],
): Promise<number> {
  const limits = [minuteOf(settings, purpose), shareOf(settings, purpose)]
  return pressureOf(settings, purpose, await readUsed(db, limits, clock.now()))
}
