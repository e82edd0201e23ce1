import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { promisify } from 'node:util'

/*
 * Who goes first where a page, its browser and who measures them share the cores of one machine. Other systems than Linux
 * and other accounts than root leave what they do not allow as it is, and measure with more noise.
 */

const behind = 19
const everyMs = 100

/** For a process in a session of its own: from now on it takes only what others leave, in all its threads. */
export function giveWay(): void {
  // Linux shares time between sessions first, and by threads only within one.
  attempt(() => writeFileSync('/proc/self/autogroup', String(behind)))
  for (const thread of threadsOf(process.pid)) attempt(() => setPriority(thread, behind))
}

/** By name, what writes down what a page does: where it comes late, the beginning of a visit is lost. */
const recorders = ['Chrome_ChildIOT', 'PerfettoTrace']

/**
 * Has the main threads of a browser's pages run before all else, at once and until they rest. On a phone with eight cores the
 * helpers of a page run beside it; on two they take its place, and every task lasts as much longer. A better place among those
 * who share (nice) is not enough: whoever runs is left its turn of some milliseconds. Answers what ends it.
 */
export function favourPages(browser: number): () => void {
  const favoured = new Set<number>()
  // Again and again, as there are new ones.
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
 * Has whole processes of a browser run before all else: a page that the browser itself slows down is held by a thread of its own,
 * and shown by others.
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

/** Whatever is looked at may have ended meanwhile. */
function attempt<Found>(what: () => Found): Found | undefined {
  try {
    return what()
  } catch {
    return undefined
  }
}
