import { write, writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/** Where the lines of a log go: in the background, and never at the cost of the process. */
export type Lines = DestinationStream & {
  /** Writes what waits, as far as that is possible at once. */
  flushSync: () => void
  /** How many lines could not be written so far. */
  lost: () => number
}

/** A write for each line would cost a third of a call. */
const writeFromBytes = 8 * 1024
const flushEveryMs = 500
/** What may wait for a reader that does not keep up. */
const waitingBytesMax = 4 * 1024 * 1024
const tryAgainMs = 100

/**
 * A full or broken disk costs lines, which are counted, and nothing else: pino's own destination repeats a failing
 * write until there is room, and the process stands still meanwhile. `onWritable` is called with the number of lines
 * that were lost, once lines can be written again.
 */
export function openLines(fd: number, onWritable: (lost: number) => void): Lines {
  let waiting: string[] = []
  let waitingBytes = 0
  let lost = 0
  let reported = 0
  let isWriting = false
  /** The rest of a line was lost: the next one must not be joined to what was written of it. */
  let isTorn = false

  const take = (): Chunk => {
    const lead = isTorn ? 1 : 0
    const chunk = { bytes: Buffer.from('\n'.repeat(lead) + waiting.join('')), lead }
    waiting = []
    waitingBytes = 0
    return chunk
  }
  const end = ({ bytes, lead }: Chunk, written: number): void => {
    if (written > 0) isTorn = bytes[written - 1] !== newline
    const rest = bytes.subarray(written)
    lost += countLines(rest) - (written === 0 && rest.length > 0 ? lead : 0)
  }
  const writeWaiting = (): void => {
    if (isWriting || waiting.length === 0) return
    isWriting = true
    writeFrom(take(), 0)
  }
  const writeFrom = (chunk: Chunk, from: number): void => {
    write(fd, chunk.bytes, from, chunk.bytes.length - from, null, (error, written) => {
      if (error?.code === 'EAGAIN') return void setTimeout(writeFrom, tryAgainMs, chunk, from)
      const done = error ? from : from + written
      if (!error && done < chunk.bytes.length) return writeFrom(chunk, done)
      end(chunk, done)
      isWriting = false
      if (error) return
      if (lost > reported) onWritable(lost - reported)
      reported = lost
      if (waitingBytes >= writeFromBytes) writeWaiting()
    })
  }
  const flushSync = (): void => {
    const chunk = take()
    let done = 0
    try {
      while (done < chunk.bytes.length) done += writeSync(fd, chunk.bytes, done)
    } catch {
      // Lost, as the process ends.
    }
    end(chunk, done)
  }
  setInterval(writeWaiting, flushEveryMs).unref()
  process.once('exit', flushSync)

  return {
    write: (line) => {
      const bytes = Buffer.byteLength(line)
      if (waitingBytes + bytes > waitingBytesMax) {
        lost += 1
        return
      }
      waiting.push(line)
      waitingBytes += bytes
      if (waitingBytes >= writeFromBytes) writeWaiting()
    },
    flushSync,
    lost: () => lost,
  }
}

/** Whole lines, after a line end that keeps them from what was torn before. */
type Chunk = { bytes: Buffer; lead: number }

const newline = 0x0a

function countLines(bytes: Buffer): number {
  let lines = 0
  for (const byte of bytes) if (byte === newline) lines += 1
  return lines
}
