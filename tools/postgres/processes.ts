import { execFileSync } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { readFileSync } from 'node:fs'

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Distinguishes two processes that had the same pid one after the other; null when there is none. */
export function birthOf(pid: number): string | null {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The name may contain spaces and parentheses; fields are counted after the last parenthesis.
      const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return state === 'Z' ? null : (fields[18] ?? null)
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return null
  }
}

/** PostgreSQL's processes work inside their cluster's folder; outside Linux only the postmaster is found. */
export async function findProcessesOf(cluster: string): Promise<number[]> {
  if (process.platform !== 'linux') return findPostmaster(cluster)
  const found: number[] = []
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const folder = await readlink(`/proc/${entry}/cwd`).catch(() => null)
    if (folder === cluster && (await isPostgres(entry))) found.push(Number(entry))
  }
  return found
}

// Skips the shell of someone who works in the folder.
async function isPostgres(pid: string): Promise<boolean> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
  return name.trim() === 'postgres'
}

async function findPostmaster(cluster: string): Promise<number[]> {
  const text = await readFile(`${cluster}/postmaster.pid`, 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  if (!pid || !isAlive(pid)) return []
  const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  return command.includes('postgres') ? [pid] : []
}

/** Ends the processes of an earlier start: gracefully, then without waiting for its clients. */
export async function endProcessesOf(cluster: string): Promise<number> {
  const first = await findProcessesOf(cluster)
  for (const { signal, patienceMs } of insistence) {
    const left = await findProcessesOf(cluster)
    if (left.length === 0) return first.length
    for (const pid of left) sendSignal(pid, signal)
    await waitUntilNone(cluster, patienceMs)
  }
  const left = await findProcessesOf(cluster)
  if (left.length > 0)
    throw new Error(`processes ${left.join(', ')} still work in ${cluster} and do not end`)
  return first.length
}

const insistence = [
  { signal: 'SIGINT', patienceMs: 10_000 },
  { signal: 'SIGQUIT', patienceMs: 5_000 },
  { signal: 'SIGKILL', patienceMs: 5_000 },
] as const

export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function waitUntilNone(cluster: string, patienceMs: number): Promise<void> {
  const end = Date.now() + patienceMs
  while (Date.now() < end && (await findProcessesOf(cluster)).length > 0) await sleep(50)
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
