import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { policyOfPreview } from '../page/csp.ts'
import { readsBrotli } from '../calls/route.ts'

const typeOf: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  png: 'image/png',
}
/** No folder and no hidden file; the packed forms are only sent for their originals. */
const fileName = /^[\w-]+\.(?<end>js|css|svg|webp|png)$/
/** Where the files are below the frame's folder, and at which addresses its screens ask for them. */
const folders = { '/preview/assets': 'assets', '/banks': 'banks', '/games': 'games' } as const

/**
 * Serves the frame that shows members' screens for a draft. It may be built after this process has begun, and is looked
 * for each time. Its files carry no data, and say that they may be read without an origin, which the frame has not.
 */
export function servePreview(app: FastifyInstance, distDir: string): void {
  app.get('/preview/', async (_request, reply) => {
    const html = await readFile(join(distDir, 'index.html')).catch(() => null)
    if (html === null) return sendMissing(reply)
    return reply
      .headers({
        ...forNoOrigin,
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policyOfPreview(),
        'cache-control': 'no-cache',
      })
      .send(html)
  })
  for (const [address, folder] of Object.entries(folders))
    app.get<{ Params: { file: string } }>(`${address}/:file`, async (request, reply) => {
      const { file } = request.params
      const end = fileName.exec(file)?.groups?.['end']
      if (end === undefined) return sendMissing(reply)
      const path = join(distDir, folder, file)
      const packed = readsBrotli(request) ? await readFile(`${path}.br`).catch(() => null) : null
      const bytes = packed ?? (await readFile(path).catch(() => null))
      if (bytes === null) return sendMissing(reply)
      const isHashed = folder === 'assets'
      return reply
        .headers({
          ...forNoOrigin,
          ...(packed && { 'content-encoding': 'br' }),
          'content-type': typeOf[end]!,
          'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
          vary: 'accept-encoding',
        })
        .send(bytes)
    })
}

const forNoOrigin = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

function sendMissing(reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .send('There is no such file.\n')
}
