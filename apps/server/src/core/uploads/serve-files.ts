import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { counterOf } from '../calls/caller.ts'
import { refusalBody } from '../calls/fault.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import { sendJson } from '../calls/route.ts'
import { isFileName, type UploadFolder } from './folder.ts'
import { filesPath, type Links } from './signed-link.ts'

/** A folder whose files may be viewed, and the owner of each; null for a file without an owner. */
export type ServedFolder = {
  folder: UploadFolder
  findOwner: (fileName: string) => Promise<string | null>
}

const types: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
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

export type Served = { links: Links; folders: readonly ServedFolder[] }

type Address = Record<'folder' | 'file' | 'until' | 'mark', string>

/** Serves uploaded files by signed addresses only; all invalid ones get the same answer. */
export function serveFiles(
  fastify: FastifyInstance,
  { links, folders, limiter }: Served & { limiter: RateLimiter },
): void {
  fastify.get<{ Params: Address }>(filesPath, async ({ params, headers, ip: address }, reply) => {
    const { folder: name, file } = params
    const stranger = { memberId: null, address }
    const count = counterOf(limiter, reply)
    await count('read', stranger)
    const served = folders.find(({ folder }) => folder.name === name)
    if (!served || !isFileName(file) || !links.mayBeGood(params)) return notThere(reply)
    // As with tokens: what only looks like an address of ours may ask the database so often.
    await count('stranger', stranger)
    const owner = await served.findOwner(file)
    if (owner === null || !links.isGood({ folder: name, file, owner }, params))
      return notThere(reply)
    limiter.giveBack('stranger', stranger)
    const path = served.folder.pathOf(file)
    const found = await stat(path).catch(() => null)
    if (!found?.isFile()) return notThere(reply)
    const ending = file.split('.').at(-1)!
    const part = partOf(headers.range, found.size)
    if (part === 'none')
      return reply.code(416).header('content-range', `bytes */${found.size}`).send()
    const { start, end } = part ?? { start: 0, end: found.size - 1 }
    if (part) reply.code(206).header('content-range', `bytes ${start}-${end}/${found.size}`)
    return reply
      .headers(fileHeaders)
      .header('accept-ranges', 'bytes')
      .header('content-type', types[ending]!)
      .header('content-length', end - start + 1)
      .header('content-disposition', `inline; filename="${name}.${ending}"`)
      .send(createReadStream(path, { start, end }))
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

function notThere(reply: FastifyReply): FastifyReply {
  return sendJson(reply.header('cache-control', 'no-store'), 404, refusalBody('NO_DATA'))
}
