import type { FastifyReply, RouteOptions } from 'fastify'
import { counterOf } from '#core/calls/caller.ts'
import { refusalBody } from '#core/calls/fault.ts'
import { sendJson, type BridgeDeps } from '#core/calls/route.ts'
import { isFileName, typeOf } from '#core/uploads/folder.ts'
import { picturesPath } from './address.ts'
import type { ReadFile } from './read-file.ts'

/** A picture never changes under its address, is public, and is never a page. */
const headers = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}

/** Serves the pictures of the house to members, who are counted by their address. */
export function pictureRoute(
  read: ReadFile,
  { limiter }: Pick<BridgeDeps, 'limiter'>,
): RouteOptions {
  return routeOf(async (file, address, reply) => {
    const stranger = { memberId: null, address }
    const count = counterOf(limiter, reply)
    await count('read', stranger)
    // Names that only look like ours may ask the disk, or the bucket, this often.
    await count('stranger', stranger)
    const bytes = await read(file)
    if (bytes !== null) limiter.giveBack('stranger', stranger)
    return bytes
  })
}

/** The same for the console. The frame of its preview has no origin, so every origin may show them. */
export function consolePictureRoute(read: ReadFile): RouteOptions {
  return routeOf((file, _address, reply) => {
    void reply.header('cross-origin-resource-policy', 'cross-origin')
    return read(file)
  })
}

type FindBytes = (file: string, address: string, reply: FastifyReply) => Promise<Buffer | null>

function routeOf(find: FindBytes): RouteOptions {
  return {
    method: 'GET',
    url: `${picturesPath}:file`,
    handler: async ({ params, ip }, reply) => {
      const { file } = params as { file: string }
      const bytes = isFileName(file) ? await find(file, ip, reply) : null
      if (bytes === null)
        return sendJson(reply.header('cache-control', 'no-store'), 404, refusalBody('NO_DATA'))
      return reply.headers(headers).header('content-type', typeOf(file)).send(bytes)
    },
  }
}
