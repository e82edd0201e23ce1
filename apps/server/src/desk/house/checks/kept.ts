import type { HouseFact } from '@kapao/contract/console/house'
import type { CheckGrade } from '@kapao/contract/console/house-words'
import { hourMs } from '@kapao/contract/times'
import type { AppContext } from '#context/app-context.ts'
import { examine } from '#context/doctor/examine.ts'
import type { Queryable } from '#core/db/db.ts'
import { findVerdict } from '#ledger/night/verdict.ts'
import { readBooksState } from '../store.ts'
import { fact } from './fact.ts'

/** A day, and the time that a night's work may take. */
const nightMs = 26 * hourMs
/** A head goes out every hour. */
const headMs = 3 * hourMs

/** Whether the books would survive: a backup, heads of the seals outside, and the full check of last night. */
export async function checkBooks(on: Queryable, now: Date): Promise<HouseFact[]> {
  const { archivedAt, archiveFails, headSentAt } = await readBooksState(on)
  const isWithin = (at: Date | null, ms: number): at is Date =>
    at !== null && now.getTime() - at.getTime() <= ms
  return [
    archiveFails
      ? fact('backupFailed', 'must')
      : isWithin(archivedAt, nightMs)
        ? fact('backup', 'fine', { at: archivedAt })
        : fact('backupUnknown', 'should'),
    isWithin(headSentAt, headMs)
      ? fact('headsOutside', 'fine', { at: headSentAt })
      : fact('headsInside', 'should'),
    await nightFact(on, now),
  ]
}

async function nightFact(on: Queryable, now: Date): Promise<HouseFact> {
  const verdict = await findVerdict(on)
  if (verdict === null || now.getTime() - verdict.endedAt.getTime() > nightMs)
    return fact('nightNever', 'should')
  const { endedAt: at, findings, isWhole } = verdict
  return isWhole
    ? fact('nightWhole', 'fine', { at })
    : fact('nightFindings', 'must', { at, count: findings.length })
}

/** Nobody here can see whether a person is woken. */
export function checkAlarms(): HouseFact[] {
  return [fact('alarms', 'should')]
}

type Machine = Pick<AppContext, 'config' | 'db' | 'clock' | 'ids'>

/** What the doctor says of this process and of what all share: settings of servers and workers are not known here. */
export async function checkMachine(context: Machine): Promise<HouseFact[]> {
  const found = (await examine(context)).filter(
    ({ grade, process }) => grade !== 'fine' && ['every', 'console'].includes(process),
  )
  if (found.length === 0) return [fact('machineFine', 'fine')]
  // Elsewhere a start refuses none of it: a rehearsal at one's own machine may be confirmed as one.
  const graded = (grade: CheckGrade): CheckGrade => (context.config.production ? grade : 'should')
  return found.map(({ code, grade }) => fact('finding', graded(grade), { names: [code] }))
}
