import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Machine } from '../addresses.ts'
import { onMachine } from '../network/commands.ts'
import { programPath } from '../packages.ts'

export type Account = { uid: number; gid: number }
export type Folders = { root: string; logs: string; deploy: string }

export type PartOptions = {
  name: string
  /** In whose network it runs. */
  machine: Machine
  /** A function is asked at each start, for what a drill changes: another release, another clock. */
  command: readonly string[] | (() => readonly string[])
  env: Readonly<Record<string, string>>
  logFolder: string | (() => string)
  /** The user that the program runs as; root's own where nothing is said. */
  account?: Account
  /** Started again this long after it ended, as systemd does; null leaves it dead until somebody starts it. */
  restartAfterMs?: number | null
}

/** One process of the cluster: what systemd would look after on a machine of its own. */
export type Part = {
  name: string
  /** Of the process that runs now; null while none does. */
  pid: () => number | null
  start: () => void
  /** Ends it in good order and leaves it so. */
  stop: () => Promise<void>
  /** `kill -9`; it comes back only with `restartAfterMs`. */
  kill: () => void
  signal: (name: NodeJS.Signals) => void
  /** How often it has ended without being asked to. */
  deaths: () => number
  logTail: () => string
}

const stopPatienceMs = 15_000
const tailCharacters = 3_000

export function openPart(options: PartOptions): Part {
  const { name, machine, logFolder, account, restartAfterMs = null } = options
  const logFile = () =>
    join(typeof logFolder === 'function' ? logFolder() : logFolder, `${name}.log`)
  let child: ChildProcess | null = null
  let wanted = false
  /** A process is there for a moment after it was killed. */
  let isDying = false
  let startsAtExit = false
  let deaths = 0

  const start = (): void => {
    wanted = true
    startsAtExit = isDying
    if (child) return
    const command = typeof options.command === 'function' ? options.command() : options.command
    const log = openSync(logFile(), 'a', 0o600)
    const [program, ...args] = onMachine(machine, [...asUser(account), ...command])
    const started = spawn(program!, args, {
      env: { PATH: programPath, LANG: 'C.UTF-8', ...options.env },
      stdio: ['ignore', log, log],
      detached: true,
    })
    closeSync(log)
    child = started
    started.once('error', (error) => {
      throw new Error(`${name} cannot be started`, { cause: error })
    })
    started.once('exit', () => {
      child = null
      isDying = false
      if (!wanted) return
      deaths += 1
      if (startsAtExit) start()
      else if (restartAfterMs !== null) setTimeout(() => wanted && start(), restartAfterMs)
    })
  }
  const signal = (which: NodeJS.Signals): void => void child?.kill(which)
  return {
    name,
    pid: () => child?.pid ?? null,
    start,
    stop: async () => {
      wanted = false
      const ending = child
      if (!ending) return
      const gone = new Promise<void>((resolve) => ending.once('exit', () => resolve()))
      ending.kill('SIGCONT')
      ending.kill('SIGTERM')
      const timer = setTimeout(() => ending.kill('SIGKILL'), stopPatienceMs)
      await gone
      clearTimeout(timer)
    },
    kill: () => {
      if (restartAfterMs === null) wanted = false
      isDying = child !== null
      startsAtExit = false
      signal('SIGKILL')
    },
    signal,
    deaths: () => deaths,
    logTail: () => readFileSync(logFile(), 'utf8').slice(-tailCharacters),
  }
}

function asUser(account: PartOptions['account']): string[] {
  if (!account) return []
  return ['setpriv', `--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups']
}
