import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#testing/worlds/test-world.ts'

const database = testDatabase()
const program = join(import.meta.dirname, '../../main.ts')
const canReceive =
  spawnSync('systemd-notify', ['--version']).status === 0 &&
  spawnSync('perl', ['-MIO::Socket::UNIX', '-e', '1']).status === 0

/** Prints each datagram that arrives, as systemd would read it. */
const receiver = `use IO::Socket::UNIX; $| = 1;
my $socket = IO::Socket::UNIX->new(Type => SOCK_DGRAM, Local => $ARGV[0]) or die $!;
while (1) { my $text; recv($socket, $text, 4096, 0); print "$text\n" if length $text; }`

async function receive(): Promise<{ socket: string; states: () => string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'kapao-notify-'))
  const socket = join(folder, 'socket')
  const child = spawn('perl', ['-e', receiver, socket], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  })
  let text = ''
  child.stdout.on('data', (part) => (text += String(part)))
  await expect.poll(() => existsSync(socket)).toBe(true)
  return { socket, states: () => text.split('\n').filter((line) => line && line !== 'BARRIER=1') }
}

const beatMs = 300

test.skipIf(!canReceive)(
  'CALM-07 systemd is told of a start that goes on, of readiness, life and the end, and of nothing by a frozen process',
  { tags: 'long-1', timeout: 60_000 },
  async () => {
    const { socket, states } = await receive()
    const child = spawn(process.execPath, [program], {
      env: {
        DATABASE_URL: database.url,
        PORT: '0',
        PATH: process.env['PATH'],
        NOTIFY_SOCKET: socket,
        WATCHDOG_USEC: String(3 * beatMs * 1_000),
      },
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    await expect.poll(states, { timeout: 30_000 }).toContain('READY=1')
    expect(states()[0]).toBe('EXTEND_TIMEOUT_USEC=30000000')
    expect(states().slice(0, states().indexOf('READY=1'))).not.toContain('WATCHDOG=1')
    const count = () => states().length
    const atReady = count()
    await expect.poll(() => count() - atReady, { timeout: 5_000 }).toBeGreaterThan(2)
    expect(new Set(states().slice(atReady))).toEqual(new Set(['WATCHDOG=1']))

    child.kill('SIGSTOP')
    await new Promise((resolve) => setTimeout(resolve, 2 * beatMs))
    const atStop = count()
    await new Promise((resolve) => setTimeout(resolve, 4 * beatMs))
    expect(count()).toBe(atStop)
    child.kill('SIGCONT')
    await expect.poll(count, { timeout: 5_000 }).toBeGreaterThan(atStop)

    child.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
    expect(states()).toContain('STOPPING=1')
  },
)
