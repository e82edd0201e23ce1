import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { Bench } from './report.ts'
import { createPictures } from '../../apps/server/src/core/uploads/pictures/pool.ts'
import { readSlipCode } from '../../apps/server/src/channels/slips/judging/mini-qr.ts'
import { startSandbox } from '../../apps/server/src/testing/doubles/sandbox.ts'

const variants = ['jpeg', 'small', 'rotated', 'sideways', 'blurred', 'dark', 'photo', 'screenshot']
const seeds = 20

/** The share of real-looking slips that are read, and the time for one with nothing else under way. */
export const bench: Bench = {
  name: 'slips',
  run: async (report) => {
    const folder = mkdtempSync(join(tmpdir(), 'kapao-slips-'))
    const sandbox = await startSandbox()
    const pictures = createPictures()
    const times: number[] = []
    let read = 0
    try {
      for (const variant of variants) {
        let found = 0
        for (let seed = 0; seed < seeds; seed += 1) {
          const { reference } = await sandbox.control<{ reference: string }>(
            'POST',
            '/slips/transfers',
            {},
          )
          const path = `/slips/pictures/${reference}/${variant}?seed=${seed}`
          const { base64 } = await sandbox.control<{ base64: string }>('GET', path)
          const [source, target] = [join(folder, 'in'), join(folder, 'out.jpg')]
          writeFileSync(source, Buffer.from(base64, 'base64'))
          const begun = performance.now()
          const done = await pictures.clean({
            owner: 'bench',
            source,
            target,
            readQr: true,
            place: 'first',
          })
          times.push(performance.now() - begun)
          const codes = done.outcome === 'done' ? done.texts.map(readSlipCode) : []
          if (codes.some((code) => typeof code === 'object' && code.reference === reference))
            found += 1
        }
        read += found
        report({ name: `slips.read.${variant}`, value: (100 * found) / seeds, unit: '%' })
      }
    } finally {
      await pictures.close()
      await sandbox.stop()
      rmSync(folder, { recursive: true, force: true })
    }
    const sorted = times.toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]!
    report({ name: 'slips.read', value: (100 * read) / times.length, unit: '%', target: '>= 95' })
    report({ name: 'slips.pictures', value: times.length, unit: '', target: '>= 150' })
    report({ name: 'slips.time.p50', value: at(0.5), unit: 'ms' })
    report({ name: 'slips.time.p95', value: at(0.95), unit: 'ms' })
  },
}
