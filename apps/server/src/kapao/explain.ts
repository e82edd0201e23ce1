import { ConfigInvalid } from '#context/config.ts'
import { CommitUnknown } from '#core/db/db.ts'
import { sqlStateOf } from '#core/sql-state.ts'
import { isAway } from '#core/db/outage.ts'
import { closedState } from '#core/restore/restore.ts'
import { guardRefusal } from '#core/audit/guards.ts'
import { OperatorRefused } from '#core/refused.ts'
import { CommandFault, exitCodes, type ExitCode } from './terminal/fault.ts'

export type Explanation = { exitCode: ExitCode; sentence: string }

const howToReach = 'Start it with `npm start`, or set DATABASE_URL.'

/** Explains an error in one sentence, without a stack: the reader is an operator, not a programmer. */
export function explain(error: unknown): Explanation {
  if (error instanceof CommandFault) return { exitCode: error.exitCode, sentence: error.message }
  const refusal = error instanceof OperatorRefused ? error : guardRefusal(error)
  if (refusal) return refused(refusal.message)
  if (error instanceof ConfigInvalid) return unreachable(error.problems.join('; '))
  if (error instanceof CommitUnknown)
    return refused(
      'The connection broke at the last moment, so this may or may not have been done. Look before you try again.',
    )
  return explainDatabase(error)
}

const notMigrated = '42P01'
const busy = '55P03'

function explainDatabase(error: unknown): Explanation {
  const state = sqlStateOf(error)
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (state === notMigrated) return unreachable('The database has no tables of this version yet')
  if (state === closedState)
    return refused(
      'The house is in recovery after a restore, so nothing is booked: kapao recovery show.',
    )
  if (state === busy) return refused('Somebody else is changing the same thing; try again.')
  if (isAway(error) || code === 'ENOENT')
    return unreachable(
      `The database cannot be reached (${state ?? (typeof code === 'string' ? code : 'no answer')})`,
    )
  return refused(`This did not work: ${String(message).split('\n')[0]}`)
}

function refused(sentence: string): Explanation {
  return { exitCode: exitCodes.refused, sentence }
}

function unreachable(what: string): Explanation {
  return { exitCode: exitCodes.unreachable, sentence: `${what}. ${howToReach}` }
}
