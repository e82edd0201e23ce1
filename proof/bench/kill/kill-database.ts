import { readFileSync } from 'node:fs'
import { sendSignal } from '../../../tools/postgres/processes.ts'

/** Kills the postmaster and its children at the same moment, so that none can notify another or write anything more. */
export function killDatabase(postmaster: number): void {
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  for (const pid of [postmaster, ...children.trim().split(' ').map(Number)])
    sendSignal(pid, 'SIGKILL')
}
