import { minuteMs } from '@kapao/contract/times'
import type { Queryable, Tx } from '../db/db.ts'
import { Refused } from '../refused.ts'
import { isIdentified, setIdentified } from './session-store.ts'
import { bytesOf } from './session.ts'

/** As long as a touch counts at the console. */
const identifiedForMs = 5 * minuteMs

/**
 * Refuses unless it was shown in this session within five minutes that the member holds it: by its login, or again. To be
 * asked in the transaction of the change, since a session may have ended by then.
 */
export async function requireIdentified(tx: Tx, sessionKey: string): Promise<void> {
  if (!(await hasIdentified(tx, sessionKey))) throw new Refused('IDENTIFY_AGAIN')
}

export function hasIdentified(on: Queryable, sessionKey: string): Promise<boolean> {
  return isIdentified(on, { tokenHash: bytesOf(sessionKey), withinMs: identifiedForMs })
}

/** Notes that it was shown now; of a session that has ended nothing is. */
export function noteIdentified(on: Queryable, sessionKey: string): Promise<void> {
  return setIdentified(on, bytesOf(sessionKey))
}
