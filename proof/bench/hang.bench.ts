import { minuteMs } from '@kapao/contract/times'
import type { Bench } from './report.ts'
import { verifyLedger } from '../../apps/server/src/ledger/verify.ts'
import { ledgerChecks } from '../../apps/server/src/desk/watch/ledger.ts'
import { gamesOf, hangingPlayers, measureHanging } from './transfers/speed/hanging.ts'
import { setSpeedStage } from './transfers/speed/speed-stage.ts'

/**
 * F16: the effect on everyone else of one provider that accepts every call and answers none; `--long` runs the ten
 * minutes of F16.
 */
export const bench: Bench = {
  name: 'hang',
  proves: ['F16'],
  run: async (report, { long }) => {
    const speed = await setSpeedStage(hangingPlayers, gamesOf)
    try {
      await measureHanging(speed, report, (long ? 10 : 2) * minuteMs)
      const { violations } = await verifyLedger(speed.stage.db, {
        full: true,
        checks: ledgerChecks,
      })
      for (const one of violations) console.error('violation:', one)
      const target = '= 0'
      report({ name: 'hang.violations', value: violations.length, unit: 'found', target })
    } finally {
      await speed.stop()
    }
  },
}
