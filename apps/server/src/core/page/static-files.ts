import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

type Files = {
  /** Folder of the built page. */
  root: string
  /** Files that are not served, besides markup, packed forms and source maps. */
  without: string
  /** Further headers of a file. */
  addHeaders?: (reply: FastifyReply, path: string) => void
}

export function sendUnbuilt(reply: FastifyReply, sentence: string): FastifyReply {
  return reply
    .code(503)
    .header('content-type', 'text/plain; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(`${sentence}\n`)
}

/** Serves the files of a built page. */
export async function serveFiles(
  app: FastifyInstance,
  { root, without, addHeaders }: Files,
): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    prefix: '/',
    // One route per file: a file that is not listed at boot cannot be requested.
    wildcard: false,
    index: false,
    decorateReply: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: [without, '**/*.html', '**/*.br', '**/*.gz', '**/*.map'],
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      void reply.header(
        'cache-control',
        isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
      addHeaders?.(reply, path)
    },
  })
}
