import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#testing/processes/free-port.ts'
import { send } from '#testing/worlds/test-app.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { openLines } from './lines.ts'

const database = testDatabase()
const program = join(import.meta.dirname, '../../main.ts')

/** A disk of its own of 64 KB; without the rights to mount one there is none. */
function openSmallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'kapao-small-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true })
  })
  return folder
}

function fill(folder: string): void {
  try {
    writeFileSync(join(folder, 'filler'), Buffer.alloc(128 * 1024))
  } catch {
    // As full as it gets.
  }
}

type RunningProcess = { child: ChildProcess; metrics: string; address: string }

async function startWith(log: number): Promise<RunningProcess> {
  const metrics = await freePort()
  const child = spawn(process.execPath, [program], {
    env: { DATABASE_URL: database.url, PORT: '0', METRICS_PORT: String(metrics) },
    stdio: ['ignore', log, 'pipe', 'ipc'],
  })
  let said = ''
  child.stderr?.on('data', (part) => (said += String(part)))
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`it ended with ${code} instead of starting: ${said}`)
  })
  const started = once(child, 'message') as Promise<[{ ready: { port: number } }]>
  const [{ ready }] = await Promise.race([started, ended])
  ended.catch(() => undefined)
  const address = `http://127.0.0.1:${ready.port}`
  return { child, metrics: `http://127.0.0.1:${metrics}`, address }
}

async function callOften(address: string): Promise<void> {
  for (let calls = 0; calls < 20; calls += 1)
    expect((await send(address, 'GET /api/lookup/active')).status).toBe(200)
}

async function readLost(metrics: string): Promise<number> {
  const { text } = await send(metrics, 'GET /metrics')
  return Number(/^kapao_log_lines_lost (\d+)$/m.exec(text)?.[1])
}

test(
  'CALM-06 a process whose log is on a full disk serves everybody, counts what is lost, says so when there is room, and ends',
  { tags: 'long-1', timeout: 60_000 },
  async ({ skip }) => {
    const folder = openSmallDisk()
    if (folder === null) return skip('a small disk needs the rights to mount one')
    const path = join(folder, 'log')
    const log = openSync(path, 'a')
    fill(folder)
    const { child, metrics, address } = await startWith(log)
    closeSync(log)
    const ended = once(child, 'exit')
    await callOften(address)
    await expect.poll(() => readLost(metrics), { timeout: 5_000 }).toBeGreaterThan(0)
    expect((await send(metrics, 'GET /healthz')).status).toBe(200)
    rmSync(join(folder, 'filler'))
    await callOften(address)
    await expect.poll(() => readFileSync(path, 'utf8'), { timeout: 5_000 }).toMatch(/"lost":\d+/)
    for (const line of readFileSync(path, 'utf8').trim().split('\n').slice(1))
      expect(() => JSON.parse(line), line).not.toThrow()
    fill(folder)
    await callOften(address)
    child.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
  },
)

test('CALM-06 whole lines are kept in their order, also when nobody reads them for a while', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kapao-lines-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'log')
  const lines = openLines(openSync(path, 'a'), () => undefined)
  const written = Array.from({ length: 5_000 }, (_, at) => `{"at":${at},"text":"ก ข ค"}\n`)
  for (const line of written) lines.write(line)
  await expect
    .poll(() => readFileSync(path, 'utf8').length, { timeout: 5_000 })
    .toBe(written.join('').length)
  expect(readFileSync(path, 'utf8')).toBe(written.join(''))
  lines.write('the last\n')
  lines.flushSync()
  expect(readFileSync(path, 'utf8')).toBe(`${written.join('')}the last\n`)
  expect(lines.lost()).toBe(0)
})

test('CALM-06 what waits is bounded, and the rest is counted', () => {
  const lines = openLines(openSync('/dev/full', 'a'), () => undefined)
  const line = `${'x'.repeat(999)}\n`
  for (let count = 0; count < 10_000; count += 1) lines.write(line)
  // 4 MiB wait; one write of the beginning is under way.
  expect(lines.lost()).toBeGreaterThan(5_700)
  lines.flushSync()
  expect(lines.lost()).toBeGreaterThan(9_900)
})
