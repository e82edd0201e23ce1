import { spawnSync, spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Debian's pgbench, or null where it is not installed. */
export function findPgbench(): string | null {
  const versions = '/usr/lib/postgresql'
  const candidates = ['pgbench']
  try {
    for (const version of readdirSync(versions))
      candidates.push(join(versions, version, 'bin', 'pgbench'))
  } catch {
    // No Debian PostgreSQL here; the path alone decides.
  }
  return candidates.find((one) => spawnSync(one, ['--version']).status === 0) ?? null
}

const scale = '50'

/** Fills the tables of TPC-B beside ours, in a database of its own. */
export async function preparePgbench(pgbench: string, url: string): Promise<void> {
  await runTool(pgbench, ['-i', '-q', '-s', scale, url])
}

/** Transactions a second of pgbench's own TPC-B: prepared, over the socket. */
export async function runTpcb(
  pgbench: string,
  url: string,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<number> {
  const output = await runTool(pgbench, [
    '-Mprepared',
    '-n',
    `-c${clients}`,
    '-j2',
    `-T${seconds}`,
    url,
  ])
  const tps = /tps = ([\d.]+)/.exec(output)?.[1]
  if (!tps) throw new Error(`pgbench printed no figure:\n${output}`)
  return Number(tps)
}

function runTool(command: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (part: Buffer) => (output += part.toString()))
    child.stderr.on('data', (part: Buffer) => (output += part.toString()))
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${command} ended with ${code}:\n${output}`)),
    )
  })
}
