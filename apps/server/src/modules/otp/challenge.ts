import type { OtpDeps } from './send.ts'
import { readUsed } from './spending/bucket-store.ts'
import { minuteOf, pressureOf, shareOf, type SmsSettings } from './spending/shares.ts'
import type { Puzzle, Subject } from './puzzle/puzzle.ts'

/** A puzzle for a phone and purpose, the longer the less is left of what strangers share. */
export async function makePuzzle(deps: OtpDeps, subject: Subject): Promise<Puzzle> {
  const { readSettings, puzzles } = deps
  const settings = await readSettings()
  const pressure = await readPressure(deps, settings, subject.purpose)
  return puzzles.make(subject, settings['sms.puzzleTries'] * effortUnder(pressure))
}

/** Up to three quarters it is the setting's own, then twice and in the end four times as much. */
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
