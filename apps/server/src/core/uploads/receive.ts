import { open, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import { uploadTimeoutMs } from '@kapao/contract/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from '../refused.ts'
import { cutStream } from '../http/http2.ts'
import { refuseWhenShort } from './bounds/free-space.ts'
import { fileKindOf, headBytes, type FileKind } from './file-kind.ts'
import type { Gate, UploadSlot, Uploader } from './gate.ts'
import { startPace, type Pace } from './pace.ts'

/** A file that is only on disk and used only by its receiver. */
export type ReceivedFile = {
  path: string
  bytes: number
  /** By its content; null when it is of no known kind. */
  kind: FileKind | null
  /** The sender's name for it: for display, never for a path. */
  name: string
}

export type ReceivedForm = { file: ReceivedFile | null; fields: Readonly<Record<string, string>> }

/** The body of a multipart call, which is read on demand. */
export type Upload = {
  /** The least that the file has if the sender keeps its word; 0 if nothing is announced. */
  announcedBytes: number
  /** Streams the one file to a path. The receiver must remove it; when this throws, no file is left. */
  receive: (into: { path: string; bytesMax: number }) => Promise<ReceivedForm>
}

const fieldsMax = 10
const fieldBytesMax = 1_000
/** Bytes besides the file: boundaries, names and the other fields. */
const aroundBytesMax = 16 * 1024

export const uploadLimits = {
  /** A phone on a bad line pauses; a sender that is silent for longer than this has gone, or is hostile. */
  silentMs: 20_000,
  /**
   * The least bytes in any window of this length. The slowest mobile data carries that much, with a pause of many
   * seconds as between two cells; a slower picture would not end within the total time anyway.
   */
  windowMs: 20_000,
  windowBytesMin: 32 * 1024,
  /** A sender that hangs up after the last byte has sent everything, which is still read and written. */
  goneMs: 3_000,
  wholeMs: uploadTimeoutMs,
  lookEveryMs: 1_000,
}

type Names = { files: readonly string[]; fields: readonly string[] }
type Into = { path: string; bytesMax: number }
type Limits = typeof uploadLimits
type InPlace = Into & { place: Pick<UploadSlot, 'add'>; isOver: () => boolean }

export type UploadDeps = {
  gate: Gate
  who: Uploader
  /** Uploads are refused while the disk has less. */
  freeBytesMin: number
  limits?: Limits
}

export function uploadOf(
  request: FastifyRequest,
  names: Names,
  { gate, who, freeBytesMin, limits = uploadLimits }: UploadDeps,
): Upload {
  // An announced size need not be sent; chunked bodies are counted below.
  const announced = Number(request.headers['content-length'] ?? 0)
  return {
    announcedBytes: Math.max(0, announced - aroundBytesMax),
    receive: async (into) => {
      if (announced > into.bytesMax + aroundBytesMax) throw new Refused('REQUEST_TOO_LARGE')
      await refuseWhenShort(dirname(into.path), freeBytesMin)
      const pace = startPace(limits.lookEveryMs)
      return gate(who, pace, async (place) => {
        let isOver = false
        const watch = watchBody(request, pace, limits)
        const reading = readParts(request, names, { ...into, place, isOver: () => isOver })
        try {
          // For some bodies the parser reports neither an end nor an error, so it is not the only thing awaited.
          return await Promise.race([reading, watch.givenUp, place.displaced])
        } catch (error) {
          isOver = true
          await removeAfter(reading, into.path)
          throw refusalOf(error)
        } finally {
          watch.stop()
        }
      })
    },
  }
}

/** How long input after a refusal is read and discarded, so that the sender can read the answer. */
const lingerMs = 2_000

/** A body that was not read to its end would hold its connection, or its HTTP/2 stream, as long as its sender likes. */
export function cutAfterAnswer({ raw }: FastifyRequest, reply: FastifyReply): void {
  writtenBy(reply.raw).once('finish', () => {
    if (raw.complete) return
    raw.unpipe()
    raw.resume()
    setTimeout(() => {
      if (!raw.complete && !cutStream(raw)) raw.socket.destroy()
    }, lingerMs).unref()
  })
}

/** An HTTP/2 answer reports its end only when its stream has ended, which would wait for this cut. */
function writtenBy(answer: ServerResponse | Http2ServerResponse): Writable {
  return 'stream' in answer ? answer.stream : answer
}

async function readParts(
  request: FastifyRequest,
  names: Names,
  { path, bytesMax, ...turn }: InPlace,
): Promise<ReceivedForm> {
  let file: ReceivedFile | null = null
  const fields: Record<string, string> = {}
  for await (const part of partsOf(request, bytesMax)) {
    if (part.type === 'file') {
      if (file || !names.files.includes(part.fieldname))
        throw new Refused('KEY_INVALID', 'one file is taken, and no other')
      file = await writeFile(part, { path, bytesMax, ...turn })
    } else if (names.fields.includes(part.fieldname)) fields[part.fieldname] = textOf(part)
  }
  return { file, fields }
}

/** Now, and once more at the end of an abandoned read: it may be about to open the file. */
async function removeAfter(reading: Promise<unknown>, path: string): Promise<void> {
  const remove = () => rm(path, { force: true })
  void reading.then(remove, remove).catch(() => undefined)
  await remove()
}

function partsOf(request: FastifyRequest, bytesMax: number) {
  if (!request.isMultipart())
    throw new Refused('KEY_INVALID', 'the body must be multipart/form-data')
  return request.parts({
    limits: {
      files: 1,
      fields: fieldsMax,
      fieldSize: fieldBytesMax,
      fileSize: bytesMax + 1,
      parts: fieldsMax + 1,
    },
  })
}

function textOf({ value, valueTruncated }: MultipartValue): string {
  const text = typeof value === 'string' && !valueTruncated ? value : null
  if (text === null || text.includes('\0') || !text.isWellFormed())
    throw new Refused('KEY_INVALID', 'a field is not text')
  return text
}

async function writeFile(
  part: MultipartFile,
  { path, bytesMax, place, isOver }: InPlace,
): Promise<ReceivedFile> {
  // `wx`: the name is random, and an existing file is never written to.
  const handle = await open(path, 'wx', 0o600)
  const head = Buffer.alloc(headBytes)
  let bytes = 0
  try {
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      if (bytes < headBytes) chunk.copy(head, bytes)
      bytes += chunk.length
      if (bytes > bytesMax) throw new Refused('REQUEST_TOO_LARGE')
      // The read was abandoned, and further input is discarded.
      if (isOver()) throw new Refused('REQUEST_TIMEOUT')
      place.add(chunk.length)
      // On a full disk a single write may be partial without an error; this one continues until all is written or
      // fails.
      await handle.writeFile(chunk)
    }
    // A row that names a file must not survive a power failure that loses the file.
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { path, bytes, kind: fileKindOf(head), name: part.filename }
}

/** Every error of the parser is the request's fault, and a body that ends early is unreadable. */
function refusalOf(error: unknown): unknown {
  if (error instanceof Refused) return error
  const { code = '' } = error as { code?: string }
  if (['FST_FILES_LIMIT', 'FST_FIELDS_LIMIT', 'FST_PARTS_LIMIT'].includes(code))
    return new Refused('KEY_INVALID', 'there are too many parts')
  // The disk's own errors have numbers; those of the parser and of a cut connection are the sender's.
  return typeof (error as { errno?: unknown }).errno === 'number' && code !== 'ECONNRESET'
    ? error
    : new Refused('KEY_INVALID', 'the body cannot be read')
}

function hasGone(raw: IncomingMessage | Http2ServerRequest): boolean {
  return 'stream' in raw ? raw.stream.destroyed : raw.socket.destroyed
}

/** Abandons a body that was silent or too slow for a while, whose sender has gone, or that took too long in total. */
function watchBody(
  { raw }: FastifyRequest,
  pace: Pace,
  limits: Limits,
): { givenUp: Promise<never>; stop: () => void } {
  const { promise: givenUp, reject } = Promise.withResolvers<never>()
  const timer = setInterval(() => {
    pace.tick()
    const isGone = hasGone(raw)
    const silentMaxMs = isGone ? limits.goneMs : limits.silentMs
    const isSilent = pace.ageMs >= silentMaxMs && pace.bytesIn(silentMaxMs) === 0
    // A body that has arrived completely is no longer slow, however long its writing takes.
    const isSlow =
      !raw.complete &&
      pace.ageMs >= limits.windowMs &&
      pace.bytesIn(limits.windowMs) < limits.windowBytesMin
    if (!isSilent && !isSlow && pace.ageMs < limits.wholeMs) return
    clearInterval(timer)
    reject(new Refused('REQUEST_TIMEOUT'))
    if (isGone) raw.destroy()
  }, limits.lookEveryMs)
  return { givenUp, stop: () => clearInterval(timer) }
}
