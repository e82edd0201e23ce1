import { rm } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { Refused } from '../refuse.ts'

export type PictureTask = {
  source: string
  /** Where the picture is written anew, as JPEG unless it is a GIF. */
  target: string
  readQr: boolean
  /** Where a small picture beside it goes, as JPEG. */
  thumbnail?: string
  /** Whether a GIF is taken, too; it stays one, and goes on moving. */
  takesGif?: boolean
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
const waitingMax = 32
const taskMaxMs = 20_000

type Waiting = { task: PictureTask; resolve: (done: PictureDone) => void }

/** Decoding happens in threads of their own: a hostile picture may cost one of them its time, and the calls none of theirs. */
export function createPictures(): Pictures {
  const waiting: Waiting[] = []
  const idle: Worker[] = []
  const all = new Set<Worker>()
  let closed = false

  const next = (): void => {
    const item = waiting[0]
    if (!item || closed) return
    const worker = idle.pop() ?? (all.size < workersMax ? start() : null)
    if (!worker) return
    waiting.shift()
    void work(worker, item)
  }
  const work = async (worker: Worker, { task, resolve }: Waiting): Promise<void> => {
    const { done, isFit } = await run(worker, task)
    if (isFit) idle.push(worker)
    else {
      all.delete(worker)
      void worker.terminate()
    }
    resolve(done)
    next()
  }
  const start = (): Worker => {
    const worker = new Worker(new URL('./picture-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    // A thread that waits for work keeps no process alive.
    worker.unref()
    worker.on('error', () => undefined)
    all.add(worker)
    return worker
  }

  return {
    clean: async (task) => {
      if (closed || waiting.length >= waitingMax) throw new Refused('SERVICE_BUSY')
      const done = await new Promise<PictureDone>((resolve) => {
        waiting.push({ task, resolve })
        next()
      })
      if (done.outcome !== 'done')
        for (const made of [task.target, task.thumbnail])
          if (made !== undefined) await rm(made, { force: true })
      return done
    },
    close: async () => {
      closed = true
      for (const { resolve } of waiting.splice(0)) resolve({ outcome: 'failed', why: 'closing' })
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
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
