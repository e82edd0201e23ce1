import { ReadStream } from 'node:fs'
import { refusalStatus } from '@kapao/contract/refusals'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { counterOf } from './caller.ts'
import { refusalBody } from './fault.ts'
import type { RateLimiter } from '../limits/rate-limit.ts'
import type { Log } from '../telemetry/log.ts'
import { sendJson } from './route.ts'
import type { Traffic } from '../uploads/bounds/traffic.ts'
import { isFileName, typeOf, type UploadFolder } from '../uploads/folder.ts'
import { filesPath, type Links } from '../uploads/signed-link.ts'

/** A folder whose files may be viewed, and the owner of each; null for a file without an owner. */
export type ServedFolder = {
  folder: UploadFolder
  findOwner: (fileName: string) => Promise<string | null>
  /** For whom the bytes of an owner's files count, at this address; by default for the owner. */
  readerOf?: (owner: string, address: string) => string
}

/** Every file is served as its verified kind, and can neither run scripts nor be embedded elsewhere. */
const fileHeaders = {
  'content-security-policy':
    "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
}

export type ServedFiles = { links: Links; folders: readonly ServedFolder[] }

type Address = Record<'folder' | 'file' | 'until' | 'mark', string>

type ServeDeps = ServedFiles & {
  limiter: RateLimiter
  log: Pick<Log, 'error'>
  /** Null for operators, who look at files of many. */
  traffic: Traffic | null
}

/**
 * Serves uploaded files by signed addresses only; all invalid ones get the same answer. A file that has an owner and
 * cannot be found is answered as lost.
 */
export function serveFiles(
  fastify: FastifyInstance,
  { links, folders, limiter, log, traffic }: ServeDeps,
): void {
  fastify.get<{ Params: Address }>(filesPath, async ({ params, headers, ip: address }, reply) => {
    const { folder: name, file } = params
    const stranger = { memberId: null, address }
    const count = counterOf(limiter, reply)
    await count('read', stranger)
    const served = folders.find(({ folder }) => folder.name === name)
    if (!served || !isFileName(file) || !links.mayBeGood(params)) return refuse(reply, 'NO_DATA')
    // As with tokens: addresses that only look like ours may query the database this often.
    await count('stranger', stranger)
    const owner = await served.findOwner(file)
    if (owner === null || !links.isGood({ folder: name, file, owner }, params))
      return refuse(reply, 'NO_DATA')
    limiter.giveBack('stranger', stranger)
    const found = await served.folder.open(file)
    if (found === null) {
      // It may also have been removed after the link was made; a loss is found by the number of these.
      log.error({ folder: name, file }, 'an uploaded file is lost')
      return refuse(reply, 'FILE_LOST')
    }
    const ending = file.split('.').at(-1)!
    const part = partOf(headers.range, found.bytes)
    if (part === 'none')
      return reply.code(416).header('content-range', `bytes */${found.bytes}`).send()
    const { start, end } = part ?? { start: 0, end: found.bytes - 1 }
    const length = end - start + 1
    const reader = served.readerOf?.(owner, address) ?? owner
    const tooMuch = traffic?.take(reader, length) ?? null
    if (tooMuch !== null) {
      const wait = reply.header('retry-after', tooMuch.seconds)
      return refuse(wait, tooMuch.by === 'day' ? 'DAY_LIMIT' : 'REQUEST_LIMIT')
    }
    const stream = await found.read(start, end)
    // What a reader who goes has not taken does not count; of a bucket's files that is not known.
    stream.once('close', () => {
      if (stream instanceof ReadStream) traffic?.giveBack(reader, length - stream.bytesRead)
    })
    if (part) reply.code(206).header('content-range', `bytes ${start}-${end}/${found.bytes}`)
    return reply
      .headers(fileHeaders)
      .header('accept-ranges', 'bytes')
      .header('content-type', typeOf(file))
      .header('content-length', length)
      .header('content-disposition', `inline; filename="${name}.${ending}"`)
      .send(stream)
  })
}

/**
 * Phones play video only from a server that supports ranges. One range is served; a list of ranges gets the whole
 * file.
 */
function partOf(
  range: string | undefined,
  size: number,
): { start: number; end: number } | 'none' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,12})-(\d{0,12})$/.exec(range ?? '') ?? []
  if (first === '' && last === '') return null
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start <= end ? { start, end } : 'none'
}

type Refusal = 'NO_DATA' | 'FILE_LOST' | 'DAY_LIMIT' | 'REQUEST_LIMIT'

function refuse(reply: FastifyReply, code: Refusal): FastifyReply {
  const answer = reply.header('cache-control', 'no-store')
  return sendJson(answer, refusalStatus[code], refusalBody(code))
}
