import { spawnSync, spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchDatabase } from './stage.ts'

const scale = '50'
const clients = '32'

/**
 * Creates the tables of TPC-B on the same server, in a separate database; the returned function measures pgbench's
 * transactions a second: prepared, over the socket, 32 clients.
 *
 * The WAL written so far is kept for recycling, as on a database that has been in use for an hour: creating a segment
 * of 16 MB stops every client for some 50 ms, which a begin through HTTP would meet once a second and TPC-B once in
 * four.
 */
export async function setTpcb({
  ownerDb,
  url: ours,
}: Pick<BenchDatabase, 'ownerDb' | 'url'>): Promise<(seconds: number) => Promise<number>> {
  const pgbench = findPgbench()
  if (!pgbench) throw new Error("pgbench is missing: install Debian's postgresql-contrib")
  await ownerDb.query('create database tpcb')
  const url = ours.replace(/\/postgres$/, '/tpcb')
  await runTool(pgbench, ['-i', '-q', '-s', scale, url])
  await ownerDb.query(`alter system set min_wal_size = '2GB'`)
  await ownerDb.query('select pg_reload_conf()')
  await ownerDb.query('checkpoint')
  return async (seconds) => {
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
}

/** Debian's pgbench, or null where it is not installed. */
function findPgbench(): string | null {
  const versions = '/usr/lib/postgresql'
  const candidates = ['pgbench']
  try {
    for (const version of readdirSync(versions))
      candidates.push(join(versions, version, 'bin', 'pgbench'))
  } catch {
    // This is not a Debian PostgreSQL; the path alone decides.
  }
  return candidates.find((one) => spawnSync(one, ['--version']).status === 0) ?? null
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
