import type { Report } from '../report.ts'
import { setSpeedStage, type SpeedDatabase } from '../transfers/speed/speed-stage.ts'
import { fillDatabase } from './fill-database.ts'
import { keepDatabase, openKeptDatabase } from './kept-database.ts'

const whole = { members: 1_000_000, movements: 10_000_000 }
/** With `KAPAO_HOUSE=small` a tenth of the size, to try the bench itself; `tiny` has its lists at full length, for the hand alone. */
const shares: Record<string, number> = { small: 0.1, tiny: 0.02 }
const share = shares[process.env['KAPAO_HOUSE'] ?? ''] ?? 1
export const isTiny = share === shares['tiny']
export const size = {
  members: Math.round(whole.members * share),
  movements: Math.round(whole.movements * share),
}
/** A folder in which the filled database stays for the next run. */
const keptIn = process.env['KAPAO_HOUSE_IN']

const players = 200

/** A database of a million members and ten million movements, made now or by an earlier run. */
export async function openHouse(report: Report): Promise<SpeedDatabase> {
  const kept = keptIn ? await openKeptDatabase(keptIn, size) : null
  const speed = await setSpeedStage(players, () => ['pg'], kept)
  try {
    if (kept?.players == null) await makeHouse(speed, report)
    return speed
  } catch (error) {
    await speed.stop()
    throw error
  }
}

async function makeHouse({ stage, players: some }: SpeedDatabase, report: Report): Promise<void> {
  const begun = performance.now()
  await fillDatabase(stage.ownerDb, size)
  const value = (performance.now() - begun) / 1_000
  report({ name: 'console.house', value, unit: 's', target: '<= 900' })
  // What was just made is written to the disk now, not beside what is measured.
  await stage.ownerDb.query('checkpoint')
  if (keptIn) await keepDatabase(keptIn, size, some)
}

export const rounds = 60

/** The first rounds warm up. */
export async function p95Of(step: (round: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now()
    await step(round)
    if (round >= 5) times.push(performance.now() - begun)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!
}
