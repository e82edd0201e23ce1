import { readFileSync, readdirSync } from 'node:fs'
import { sendSignal } from '../../../tools/postgres/processes.ts'

/** All descendants of a process, itself last. */
export function treeOf(pid: number): number[] {
  const children = readChildren(pid)
  return [...children.flatMap(treeOf), pid]
}

function readChildren(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')
        .split(' ')
        .filter(Boolean)
        .map(Number),
    )
  } catch {
    // It ended while it was read.
    return []
  }
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) sendSignal(pid, signal)
}

/** The postmaster of a data folder; null while none runs. */
export function readPostmaster(dataFolder: string): number | null {
  try {
    const pid = Number(readFileSync(`${dataFolder}/postmaster.pid`, 'utf8').split('\n')[0])
    return Number.isInteger(pid) && pid > 0 ? pid : null
  } catch {
    return null
  }
}
