import type { Bench } from './report.ts'
import { makeDataDir, startCopy } from '../../tools/testing/running-copy.ts'
import { medianOf } from './median.ts'

/** From `npm start` to its `ready` line: with an empty data folder, and again with the same one. */
export const bench: Bench = {
  name: 'start',
  run: async (report, { long }) => {
    const cold: number[] = []
    const warm: number[] = []
    for (let round = 0; round < (long ? 9 : 3); round += 1) {
      const { dataDir, remove } = await makeDataDir()
      try {
        cold.push(await measureStart(dataDir))
        warm.push(await measureStart(dataDir))
      } finally {
        await remove()
      }
    }
    report({ name: 'start.cold', value: medianOf(cold), unit: 's', target: '<= 3' })
    report({ name: 'start.warm', value: medianOf(warm), unit: 's', target: '<= 1' })
  },
}

async function measureStart(dataDir: string): Promise<number> {
  const begun = performance.now()
  const copy = await startCopy({ dataDir })
  const seconds = (performance.now() - begun) / 1000
  await copy.stop()
  return seconds
}
