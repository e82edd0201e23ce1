import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { systemIds } from '#core/ids.ts'
import { openClients } from '../../system/outside.ts'
import { settlingIn } from '../../system/with-recovery.ts'
import { testConfig } from '../worlds/test-app.ts'

/** What operators' acts work with, at a desk of its own process. */
export function deskContext({ db, clock }: { db: Db; clock: Clock }, config = testConfig) {
  const parts = { db, clock, ids: systemIds, config }
  const outside = openClients({ config, db, clock })
  return { ...parts, outside, settleDifference: settlingIn({ ...parts, outside }) }
}
