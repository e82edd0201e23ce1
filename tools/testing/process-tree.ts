import { readdir, readFile } from 'node:fs/promises'

export type Process = { pid: number; command: string }

/** The direct children of a process, from Linux's /proc. */
export async function findChildren(parent: number): Promise<Process[]> {
  const children: Process[] = []
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '')
    const [state, parentPid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (Number(parentPid) !== parent || state === 'Z') continue
    const command = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '')
    children.push({ pid: Number(entry), command: command.replaceAll('\0', ' ') })
  }
  return children
}

/** Every process of the machine with this text among its arguments, for example a data folder. */
export async function findByArgument(text: string): Promise<Process[]> {
  const found: Process[] = []
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry) || Number(entry) === process.pid) continue
    const command = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '')
    if (command.includes(text))
      found.push({ pid: Number(entry), command: command.replaceAll('\0', ' ') })
  }
  return found
}
