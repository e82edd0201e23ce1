import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { promisify } from 'node:util'

/*
 * Priorities where a page, its browser and the measuring process share the cores of one machine. Systems other than
 * Linux and accounts other than root skip whatever is not permitted, and measure with more noise.
 */

const behind = 19
const everyMs = 100

/**
 * For a process in its own session: from now on it takes only the processor time that others leave, in all its threads.
 */
export function giveWay(): void {
  // Linux shares time between sessions first, and between threads only within one.
  attempt(() => writeFileSync('/proc/self/autogroup', String(behind)))
  for (const thread of threadsOf(process.pid)) attempt(() => setPriority(thread, behind))
}

/** The threads that record a page's activity: if they are delayed, the beginning of a visit is lost. */
const recorders = ['Chrome_ChildIOT', 'PerfettoTrace']

/**
 * Gives the main threads of a browser's pages priority over everything else, at once and until they rest. On a phone
 * with eight cores the page's helper threads run in parallel; on two cores they displace it, and every task takes
 * longer. A better nice value is not enough: a running thread keeps its time slice of some milliseconds. Returns a
 * function that ends it.
 */
export function favourPages(browser: number): () => void {
  const favoured = new Set<number>()
  // Repeated, as new threads appear.
  const timer = setInterval(() => {
    for (const thread of familyOf(browser).filter(isPage).flatMap(firstThreadsOf)) {
      if (favoured.has(thread)) continue
      favoured.add(thread)
      execFile('chrt', ['--fifo', '--pid', '1', String(thread)], () => undefined)
    }
  }, everyMs)
  return () => clearInterval(timer)
}

/**
 * Gives whole processes of a browser priority over everything else: a page that the browser itself slows down is held
 * by a separate thread, and displayed by others.
 */
export async function favourWhole(pids: readonly number[]): Promise<void> {
  await Promise.all(
    pids.map((pid) =>
      promisify(execFile)('chrt', ['--all-tasks', '--rr', '--pid', '1', String(pid)]).catch(
        () => undefined,
      ),
    ),
  )
}

function firstThreadsOf(page: number): number[] {
  return threadsOf(page).filter(
    (thread) =>
      thread === page || recorders.includes(read(`/proc/${page}/task/${thread}/comm`).trim()),
  )
}

function isPage(pid: number): boolean {
  return read(`/proc/${pid}/cmdline`).includes('--type=renderer')
}

function familyOf(pid: number): number[] {
  const children = threadsOf(pid).flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  )
  return [pid, ...children.flatMap(familyOf)]
}

function threadsOf(pid: number): number[] {
  return attempt(() => readdirSync(`/proc/${pid}/task`).map(Number)) ?? []
}

function read(file: string): string {
  return attempt(() => readFileSync(file, 'utf8')) ?? ''
}

/** The inspected process or thread may have ended meanwhile. */
function attempt<Found>(what: () => Found): Found | undefined {
  try {
    return what()
  } catch {
    return undefined
  }
}
