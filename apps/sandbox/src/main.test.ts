import { fork, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const free = { SANDBOX_PORT: '0', CONTROL_PORT: '0' }
const ready = /^sandbox ready (http:\/\/127\.0\.0\.1:\d+) control (http:\/\/127\.0\.0\.1:\d+)\n$/

function run(env: Record<string, string>): ChildProcess {
  return watch(spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] }))
}

function watch(child: ChildProcess): ChildProcess {
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function readReady(child: ChildProcess): Promise<[string, string]> {
  const [line] = (await once(child.stdout!, 'data')) as [Buffer]
  const [, url, control] = ready.exec(line.toString()) ?? []
  return [url!, control!]
}

async function readFailure(child: ChildProcess) {
  let text = ''
  child.stderr!.on('data', (part: Buffer) => {
    text += part.toString()
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, text }
}

/** Resolves to the exit code, or fails when it takes longer than two seconds. */
async function exitSoon(child: ChildProcess): Promise<unknown> {
  const [code] = (await once(child, 'exit', { signal: AbortSignal.timeout(2000) })) as [
    number | null,
  ]
  return code
}

async function takePort(): Promise<string> {
  const taken = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void taken.close())
  await once(taken, 'listening')
  return String((taken.address() as AddressInfo).port)
}

test('it prints where it listens, and ends on SIGTERM with calls still open', async () => {
  const child = run(free)
  const [url, control] = await readReady(child)
  await fetch(`${control}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ operation: 'sms.request', kind: 'delay', delayMs: 60_000 }),
  })
  const open = fetch(`${url}/v2/otp/request`, { method: 'POST', body: 'x' }).catch(
    (error: unknown) => error,
  )
  await expect
    .poll(async () => (await (await fetch(`${control}/journal`)).json()) as unknown[])
    .toHaveLength(1)
  child.kill('SIGTERM')
  expect(await exitSoon(child)).toBe(0)
  expect(await open).toBeInstanceOf(TypeError)
}, 20_000)

test('it ends when its parent process is gone', async () => {
  const child = watch(fork(main, { env: free, silent: true, execArgv: [] }))
  await readReady(child)
  child.disconnect()
  expect(await exitSoon(child)).toBe(0)
}, 20_000)

test('a taken port is one line that says what to do, for either port', async () => {
  const port = await takePort()
  expect(await readFailure(run({ ...free, SANDBOX_PORT: port }))).toEqual({
    code: 1,
    text: `Port ${port} is taken. Is a sandbox running already? Stop it, or set SANDBOX_PORT to another port.\n`,
  })
  expect(await readFailure(run({ ...free, CONTROL_PORT: port }))).toEqual({
    code: 1,
    text: `Port ${port} is taken. Is a sandbox running already? Stop it, or set CONTROL_PORT to another port.\n`,
  })
}, 20_000)

test('an invalid setting is reported in one line too', async () => {
  expect(await readFailure(run({ ...free, SANDBOX_PORT: 'eighty' }))).toEqual({
    code: 1,
    text: 'The sandbox cannot start: SANDBOX_PORT must be a number.\n',
  })
}, 20_000)
