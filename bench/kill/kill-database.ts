import { readFileSync } from 'node:fs'
import { sendSignal } from '../../tools/postgres/processes.ts'

/** The postmaster and its children at one moment, so that none of them can tell another or write anything more. */
export function killDatabase(postmaster: number): void {
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  for (const pid of [postmaster, ...children.trim().split(' ').map(Number)])
    sendSignal(pid, 'SIGKILL')
}
