import { dayMs, hourMs } from '@kapao/contract/times'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import type { Log } from '#core/telemetry/log.ts'
import { countSent, findFirstSentAt, insertAlarm } from './alarm-store.ts'
import { readUsed } from './bucket-store.ts'
import { budgets, dayLimitOf, fullnessOf, type Budget, type SmsSettings } from './budgets.ts'

export type AlarmDeps = {
  db: Db
  clock: Clock
  log: Pick<Log, 'error'>
  readSettings: () => Promise<SmsSettings & { 'sms.alarmPercent': number }>
}

export type Hour = {
  /** Messages of this hour so far. */
  sent: number
  /** The median of the same hour on earlier days. */
  usual: number
  /** How full each budget is, from 0 to 1. */
  budgets: Record<Budget, number>
}

const daysCompared = 7
/** With little history, or none at this hour, the usual count is at least this part of a day's messages. */
const floorPart = 1 / 240
const floorMin = 5

/** The figures operators watch: this hour, its usual count, and how full the budgets are. */
export async function readHour({ db, clock, readSettings }: AlarmDeps): Promise<Hour> {
  const settings = await readSettings()
  const now = clock.now()
  const hour = startOfHour(now)
  const first = await findFirstSentAt(db)
  const before = Array.from(
    { length: daysCompared },
    (_, day) => new Date(hour.getTime() - (day + 1) * dayMs),
  ).filter((start) => first !== null && start.getTime() + hourMs > first.getTime())
  const [sent = 0, ...others] = await countSent(db, [hour, ...before], hourMs)
  const floor = Math.max(floorMin, Math.floor(settings['sms.dayMax'] * floorPart))
  const limits = budgets.map((budget) => dayLimitOf(settings, budget))
  const used = await readUsed(db, limits, now)
  const full = budgets.map((budget, at) => [budget, fullnessOf(limits[at]!, used)])
  return {
    sent,
    usual: Math.max(floor, medianOf(others)),
    budgets: Object.fromEntries(full) as Hour['budgets'],
  }
}

/** Raises one alarm an hour, across all processes, when far more codes than usual were sent. */
export async function watchHour(deps: AlarmDeps): Promise<void> {
  const { db, clock, log, readSettings } = deps
  const { sent, usual, budgets: full } = await readHour(deps)
  const percent = (await readSettings())['sms.alarmPercent']
  if (sent * 100 < usual * (100 + percent)) return
  const at = clock.now()
  const isNew = await insertAlarm(db, { hour: startOfHour(at), sent, usual, at })
  if (isNew)
    log.error({ sent, usual, budgets: full }, 'far more one-time codes than usual this hour')
}

function startOfHour(at: Date): Date {
  return new Date(Math.floor(at.getTime() / hourMs) * hourMs)
}

function medianOf(counts: readonly number[]): number {
  const sorted = counts.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
}
