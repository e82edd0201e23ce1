import type { Bench } from './report.ts'
import { measureCalls } from './transfers/speed/measure-calls.ts'
import { setSpeedStage } from './transfers/speed/speed-stage.ts'

const members = 640
/** Alternates between providers: one provider's channel takes 64 calls at once, and further ones wait. */
const bodies = ['pg', 'pgslot'].flatMap((to) => [`{"from":"wallet","to":"${to}","amount":1}`])

/**
 * Complete transfers through HTTP, as members make them: held, carried out over HTTP at a provider that answers at
 * once, settled, answered.
 */
export const bench: Bench = {
  name: 'transfer',
  run: async (report) => {
    const speed = await setSpeedStage(members, () => ['pg', 'pgslot'])
    try {
      await measureCalls(speed, report, {
        name: 'transfer.complete',
        path: '/api/wallet/transfer',
        bodies,
        target: '>= 1.3',
      })
    } finally {
      await speed.stop()
    }
  },
}
