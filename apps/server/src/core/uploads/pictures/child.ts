import { readFile, writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { rewriteForHouse } from './house-picture.ts'
import { greyOf, readWithLooks, otherLooks, quickLooks, warmUp } from './read-code.ts'
import { readHead, reduce, writeGif, writeJpeg, writeThumbnail, type Head } from './reduce.ts'
import type { Turn, TurnResult } from './task.ts'

/**
 * A process of its own: a picture that harms the decoder harms nothing else, and the process can be killed at any
 * moment.
 */

/** Calls get the processor before pictures. */
const behindCalls = 2
const lookEveryMs = 20
/** Far more than any picture within the limits needs. */
const memoryMaxBytes = 768 * 1024 * 1024

type Budget = { hasTime: () => boolean; spentMs: () => number }

function openBudget(cpuMaxMs: number): Budget {
  const begun = process.cpuUsage()
  const spentMs = (): number => {
    const { user, system } = process.cpuUsage(begun)
    return (user + system) / 1_000
  }
  return { spentMs, hasTime: () => spentMs() < cpuMaxMs }
}

async function work(turn: Turn, budget: Budget): Promise<TurnResult> {
  if (turn.turn === 'rest') {
    const { path, longest, ...size } = turn.grey
    const grey = { data: await readFile(path), ...size }
    return {
      outcome: 'texts',
      texts: await readWithLooks(grey, { ...otherLooks, longest, ...budget }),
    }
  }
  if (turn.isOfHouse) return rewriteForHouse(turn, budget)
  const head = await readHead(turn.source)
  if (head.kind === 'unknown' || (head.kind === 'gif' && turn.takesGif !== true))
    return { outcome: 'broken' }
  if (head.isTooLarge) return { outcome: 'too-large' }
  if (turn.turn === 'quick' && !head.isQuick) return { outcome: 'heavy' }
  return rewrite(turn, head, budget)
}

async function rewrite(
  turn: Exclude<Turn, { turn: 'rest' }>,
  { kind, width, height }: Head,
  budget: Budget,
): Promise<TurnResult> {
  const { source, target, thumbnail, readQr, greyPath } = turn
  const isGif = kind === 'gif'
  const pixels = isGif ? await writeGif(source, target) : await reduce(source, { isRead: readQr })
  if (!isGif) await writeJpeg(pixels, target)
  if (thumbnail !== undefined) await writeThumbnail(pixels, thumbnail)
  if (!readQr || isGif) return { outcome: 'done', width, height, texts: [] }
  const grey = await greyOf(pixels.clone().greyscale())
  const longest = Math.max(width, height)
  const texts = await readWithLooks(grey, { ...quickLooks, longest, ...budget })
  if (texts.length > 0) return { outcome: 'done', width, height, texts }
  await writeFile(greyPath, grey.data, { mode: 0o600 })
  const kept = { path: greyPath, width: grey.width, height: grey.height, longest }
  return { outcome: 'unread', width, height, grey: kept }
}

/** Errors of the decoder are the file's fault; errors of the disk, which it calls the system, are ours. */
function outcomeOf(error: unknown): TurnResult {
  const text = String(error)
  if (/ENOSPC|EACCES|EROFS|EMFILE|unable to open for write|write error|system error/i.test(text))
    return { outcome: 'failed', why: text }
  return { outcome: /Input file is missing/i.test(text) ? 'missing' : 'broken' }
}

const answer = (done: TurnResult): void => void process.send!(done)

// The parent process is gone, and could not receive a result.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// A terminal sends its signals to all processes; the parent decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

setPriority(behindCalls)
await warmUp()
// Messages sent earlier are queued until there is a listener.
process.on('message', (turn: Turn) => {
  const budget = openBudget(turn.cpuMaxMs)
  let isOver = false
  const end = (done: TurnResult): void => {
    clearInterval(timer)
    if (!isOver) answer({ ...done, cpuMs: budget.spentMs() })
    isOver = true
  }
  // The decoder runs alongside this thread and cannot be stopped: the parent ends the whole process.
  const timer = setInterval(() => {
    const isOverspent = turn.turn !== 'rest' && !budget.hasTime()
    if (isOverspent || process.memoryUsage.rss() > memoryMaxBytes) end({ outcome: 'slow' })
  }, lookEveryMs)
  void work(turn, budget).catch(outcomeOf).then(end)
})
