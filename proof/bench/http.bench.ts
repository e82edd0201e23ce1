import type { Bench } from './report.ts'
import { measureCalls } from './transfers/speed/measure-calls.ts'
import { setSpeedStage } from './transfers/speed/speed-stage.ts'

const members = 640

/**
 * A call that only reads, to isolate the cost common to all calls: connection, token, limits, decoding, one query,
 * encoding.
 */
export const bench: Bench = {
  name: 'http',
  run: async (report) => {
    const speed = await setSpeedStage(members, () => [])
    try {
      await measureCalls(speed, report, {
        name: 'http.read',
        path: '/api/statement/before',
        bodies: ['{"before":null,"kind":null,"limit":10}'],
      })
    } finally {
      await speed.stop()
    }
  },
}
