import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendForm, type Forms } from '../http/packed.ts'
import { policyOfConsole } from '../page/csp.ts'
import { servePreview } from './preview-page.ts'
import { sendUnbuilt, serveFiles } from '../page/static-files.ts'

export type ConsolePageDeps = {
  /** Folder of the built page. */
  distDir: string
  /** Where browsers are to reach it. */
  origin: string
}

export type SendConsolePage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

const unbuilt = 'The console is not built yet. Run `npm run build`, then start it again.'

/** Serves the files of the built page, and answers how to send it at every path of its own. */
export async function serveConsolePage(
  app: FastifyInstance,
  { distDir, origin }: ConsolePageDeps,
): Promise<SendConsolePage> {
  const indexFile = join(distDir, 'index.html')
  if (!existsSync(indexFile)) return (_request, reply) => sendUnbuilt(reply, unbuilt)
  servePreview(app, join(distDir, 'preview'))
  await serveFiles(app, { root: distDir, without: '{**/*.json,preview/**}' })
  const html = readFileSync(indexFile, 'utf8')
  const plain = Buffer.from(html)
  const forms: Forms = { plain, brotli: brotliCompressSync(plain), gzip: gzipSync(plain) }
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policyOfConsole(html),
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
  }
  return (request, reply) => {
    if (isNumbered(request.headers.host, origin))
      return reply.redirect(new URL(request.url.replace(/^\/+/, '/'), origin).href, 302)
    return sendForm(request, reply.headers(headers), forms)
  }
}

/** WebAuthn works under a name only, and many type the number of this machine. */
function isNumbered(host: string | undefined, origin: string): boolean {
  const { hostname, port } = new URL(origin)
  return hostname === 'localhost' && host === `127.0.0.1:${port}`
}
