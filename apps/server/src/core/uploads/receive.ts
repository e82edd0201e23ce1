import { open, rm } from 'node:fs/promises'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Refused } from '../refuse.ts'
import { fileKindOf, headBytes, type FileKind } from './file-kind.ts'

/** A file that is on disk, nowhere else, and is looked at by nobody but whoever received it. */
export type ReceivedFile = {
  path: string
  bytes: number
  /** By its content; null when it is nothing that is known here. */
  kind: FileKind | null
  /** What the sender calls it: for telling, never for a path. */
  name: string
}

export type Received = { file: ReceivedFile | null; fields: Readonly<Record<string, string>> }

/** The body of a multipart call, which begins to be read when it is asked for. */
export type Upload = {
  /** Streams the one file to a path. Whoever is given a file removes it; when this throws, nothing is left. */
  receive: (into: { path: string; bytesMax: number }) => Promise<Received>
}

const fieldsMax = 10
const fieldBytesMax = 1_000
/** Beside the file: boundaries, names and the other fields. */
const aroundBytesMax = 16 * 1024
/** A phone on a bad line pauses; who sends nothing for so long has gone, or means harm. */
const silentMaxMs = 20_000
const lookEveryMs = 1_000

export function uploadOf(
  request: FastifyRequest,
  names: { files: readonly string[]; fields: readonly string[] },
): Upload {
  return {
    receive: async ({ path, bytesMax }) => {
      // Said beforehand, it need not be sent; what is sent in chunks is counted below.
      if (Number(request.headers['content-length'] ?? 0) > bytesMax + aroundBytesMax)
        throw new Refused('REQUEST_TOO_LARGE')
      const watch = watchSilence(request)
      let file: ReceivedFile | null = null
      const fields: Record<string, string> = {}
      try {
        for await (const part of partsOf(request, bytesMax)) {
          if (part.type === 'file') {
            if (file || !names.files.includes(part.fieldname))
              throw new Refused('KEY_INVALID', 'one file is taken, and no other')
            file = await writeFile(part, path, bytesMax)
          } else if (names.fields.includes(part.fieldname)) fields[part.fieldname] = textOf(part)
        }
        return { file, fields }
      } catch (error) {
        await rm(path, { force: true })
        throw watch.isSilent() ? new Refused('REQUEST_TIMEOUT') : refusalOf(error)
      } finally {
        watch.stop()
      }
    },
  }
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
  path: string,
  bytesMax: number,
): Promise<ReceivedFile> {
  // `wx`: the name is ours and random, and nothing that is there already is ever written to.
  const handle = await open(path, 'wx', 0o600)
  const head = Buffer.alloc(headBytes)
  let bytes = 0
  try {
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      if (bytes < headBytes) chunk.copy(head, bytes)
      bytes += chunk.length
      if (bytes > bytesMax) throw new Refused('REQUEST_TOO_LARGE')
      // On a full disk a single write may take a part and say nothing; this one goes on until all is there or it fails.
      await handle.writeFile(chunk)
    }
    // A row that names a file must not outlive it when the power fails.
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { path, bytes, kind: fileKindOf(head), name: part.filename }
}

/** Whatever the parser finds wrong is wrong with the request, and a body that ends early is a body that cannot be read. */
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

/** Cuts the body off once nothing has come for a while; the one limit on the whole is the server's. */
function watchSilence({ raw }: FastifyRequest): { isSilent: () => boolean; stop: () => void } {
  let heard = raw.socket.bytesRead
  let silentMs = 0
  const timer = setInterval(() => {
    const now = raw.socket.bytesRead
    silentMs = now === heard ? silentMs + lookEveryMs : 0
    heard = now
    if (silentMs >= silentMaxMs) raw.destroy()
  }, lookEveryMs)
  return { isSilent: () => silentMs >= silentMaxMs, stop: () => clearInterval(timer) }
}
