import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { environment } from '../../tools/start/environment.ts'
import { findObstacle } from './obstacle.ts'

const withinMs = 240_000
const main = join(import.meta.dirname, 'main.ts')

/** With a folder of its own, so that two runs on one machine do not meet. */
function drill(folder: string): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [main, 'drill', '--short'], {
    env: { ...environment, TMPDIR: folder },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, said })))
}

// A machine with other guests may be slow for a moment; what is lost or done twice fails again.
const options = { tags: 'long-3', timeout: withinMs, retry: 1 }

test(
  'RUN-68 NET-01 BETWEEN-01 BETWEEN-07 machines die, the network of one is cut, and a shell on a front tries everything under members at work: nothing is lost or done twice, and all is back in time',
  options,
  async ({ skip }) => {
    const why = findObstacle()
    if (why !== null) skip(why)
    const folder = mkdtempSync(join(tmpdir(), 'kapao-drill-'))
    chmodSync(folder, 0o711)
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const { code, said } = await drill(folder)
    // A second attempt does not show what was wrong with the first.
    if (code !== 0) process.stdout.write(said)
    expect(said).toContain('lost 0, doubled 0, wrong 0')
    expect(code, said).toBe(0)
  },
)
