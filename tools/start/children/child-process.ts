import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { environment } from '../environment.ts'
import type { RunningProcess } from './supervise.ts'

export type ChildOptions = {
  name: string
  /** The file to run. */
  main: string
  env: Record<string, string>
  logFolder: string
}

const stopPatienceMs = 12_000
const logBytesMax = 10 * 1024 * 1024
const repository = join(import.meta.dirname, '../../..')
const endWithParent = join(import.meta.dirname, 'end-with-parent.ts')

/** Runs one of the project's programs; its output goes to a file, so that the terminal shows only the summary. */
export function startChild({ name, main, env, logFolder }: ChildOptions): RunningProcess {
  const logPath = join(logFolder, `${name}.log`)
  rotate(logPath)
  const log = openSync(logPath, 'a', 0o600)
  const child = spawn(process.execPath, ['--import', endWithParent, join(repository, main)], {
    cwd: repository,
    env: { ...environment, ...env },
    // A separate process group: Ctrl-C reaches this process alone, which ends everything in the right order.
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)

  let gone = false
  const exited = new Promise<string>((resolve) => {
    const end = (how: string): void => {
      gone = true
      resolve(how)
    }
    child.once('error', (error) => end(error.message))
    child.once('exit', (code, signal) => end(signal ? `killed by ${signal}` : `exit code ${code}`))
  })
  return {
    exited,
    isGone: () => gone,
    stop: async () => {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), stopPatienceMs)
      await exited
      clearTimeout(timer)
    },
    kill: () => child.kill('SIGKILL'),
    explain: () => `its log ${logPath} ends with:\n${readTail(logPath)}`,
  }
}

function rotate(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > logBytesMax) renameSync(path, `${path}.1`)
}

const tailCharacters = 3_000

function readTail(path: string): string {
  return readFileSync(path, 'utf8').slice(-tailCharacters).trim()
}
