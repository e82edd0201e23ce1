import { rename, rm } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { Refused } from '../refuse.ts'
import { newPartName } from './folder.ts'

type Place = 'first' | 'next' | 'last'

export type PictureTask = {
  source: string
  /** Where the picture is written anew, as JPEG unless it is a GIF. */
  target: string
  readQr: boolean
  /** Where a small picture beside it goes, as JPEG. */
  thumbnail?: string
  /** Whether a GIF is taken, too; it stays one, and goes on moving. */
  takesGif?: boolean
  /**
   * `first`: what hangs on it cannot wait for other people's pictures, and a thread is kept for it. `last` waits behind all others. Each
   * has a line of its own.
   */
  place?: Place
}

/** `broken`, `too-large` and `slow` are about the file; `missing` says that there is none; `failed` is about us. */
export type PictureDone =
  | { outcome: 'done'; width: number; height: number; texts: string[] }
  | { outcome: 'broken' | 'too-large' | 'slow' | 'missing' }
  | { outcome: 'failed'; why: string }

export type Pictures = {
  /** Checks a picture by decoding all of it, writes it anew and reads its QR codes. Safe to call again. */
  clean: (task: PictureTask) => Promise<PictureDone>
  close: () => Promise<void>
}

const workersMax = 2
/** One thread is left to those that go first, however slow the pictures of all others are. */
const othersMax = workersMax - 1
/** In each of the three lines. */
const waitingMax = 32
const taskMaxMs = 20_000
/** Of the decoder, for each time that it goes over a picture. */
const usualSecondsMax = 10

type Waiting = { task: PictureTask; resolve: (done: PictureDone) => void }
type Lines = Record<Place, Waiting[]>

function placeOf({ place = 'next' }: PictureTask): Place {
  return place
}

/** Decoding happens in threads of their own: a hostile picture may cost one of them its time, and the calls none of theirs. */
export function createPictures({ secondsMax = usualSecondsMax } = {}): Pictures {
  const lines: Lines = { first: [], next: [], last: [] }
  const idle: Worker[] = []
  const all = new Set<Worker>()
  let othersRunning = 0
  let closed = false

  const next = (): void => {
    if (closed) return
    const places = othersRunning < othersMax ? [lines.first, lines.next, lines.last] : [lines.first]
    const line = places.find(({ length }) => length > 0)
    if (!line) return
    const worker = idle.pop() ?? (all.size < workersMax ? start() : null)
    if (worker) void work(worker, line.shift()!)
  }
  const work = async (worker: Worker, { task, resolve }: Waiting): Promise<void> => {
    const isOther = placeOf(task) !== 'first'
    if (isOther) othersRunning += 1
    const { done, isFit } = await run(worker, task)
    if (isFit) idle.push(worker)
    else {
      // The decoder works on until its own time is over; before that, another thread would be one more than there may be.
      await worker.terminate()
      all.delete(worker)
    }
    if (isOther) othersRunning -= 1
    resolve(done)
    next()
  }
  const start = (): Worker => {
    const worker = new Worker(new URL('./picture-worker.ts', import.meta.url), {
      workerData: { secondsMax },
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    // A thread that waits for work keeps no process alive.
    worker.unref()
    worker.on('error', () => undefined)
    all.add(worker)
    return worker
  }

  return {
    clean: (task) =>
      inParts(task, (parts) => {
        const line = lines[placeOf(task)]
        if (closed || line.length >= waitingMax) throw new Refused('SERVICE_BUSY')
        return new Promise<PictureDone>((resolve) => {
          line.push({ task: parts, resolve })
          next()
        })
      }),
    close: async () => {
      closed = true
      for (const { resolve } of Object.values(lines).flatMap((line) => line.splice(0)))
        resolve({ outcome: 'failed', why: 'closing' })
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
  }
}

/** A file gets its name when it is whole, so that one that another look has finished is never half written over or taken away. */
async function inParts(
  task: PictureTask,
  write: (task: PictureTask) => Promise<PictureDone>,
): Promise<PictureDone> {
  const { target, thumbnail } = task
  const parts = [target, thumbnail].flatMap((path) =>
    path === undefined ? [] : [{ path, part: newPartName(path) }],
  )
  try {
    const [whole, small] = parts.map(({ part }) => part)
    const done = await write({ ...task, target: whole!, ...(small && { thumbnail: small }) })
    if (done.outcome === 'done') for (const { path, part } of parts) await rename(part, path)
    return done
  } finally {
    for (const { part } of parts) await rm(part, { force: true })
  }
}

/** One task on one thread; a thread that died or took too long is not used again. */
function run(worker: Worker, task: PictureTask): Promise<{ done: PictureDone; isFit: boolean }> {
  return new Promise((resolve) => {
    const end = (done: PictureDone, isFit: boolean): void => {
      clearTimeout(timer)
      worker.off('message', onDone)
      worker.off('exit', onExit)
      resolve({ done, isFit })
    }
    const onDone = (done: PictureDone): void => end(done, true)
    const onExit = (): void => end({ outcome: 'broken' }, false)
    const timer = setTimeout(() => end({ outcome: 'slow' }, false), taskMaxMs)
    worker.on('message', onDone)
    worker.on('exit', onExit)
    worker.postMessage(task, [])
  })
}
