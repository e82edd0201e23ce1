import { nameOfConsoleCall, type ConsoleCall } from '@kapao/contract/console/calls'
import { appVersion } from '@kapao/contract/limits'
import type { FastifyInstance } from 'fastify'
import { consoleBook } from '#core/api-docs/console-book.ts'
import { openApiDocument } from '#core/api-docs/openapi.ts'
import { sendJson } from '#core/calls/route.ts'
import type { Clock } from '#core/clock.ts'
import { serveConsolePage, type ConsolePageDeps } from '#core/console/page.ts'
import type { ConsoleApi, ConsoleBridge } from '#core/console/route.ts'
import type { ConsoleSockets } from '#core/console/sockets.ts'
import { buildHttp, isApi, type HttpDeps } from '#core/http/http.ts'
import { collectMethods, refuseOtherMethods } from '#core/http/not-found.ts'
import type { RateLimiter } from '#core/limits/rate-limit.ts'
import { serveReports } from '#core/page/reports.ts'
import type { ServedFiles } from '#core/calls/serve-files.ts'
import { collectRoutes, serveDocs } from '../build-app.ts'
import { serveConsoleFiles } from './files.ts'

export type ConsoleDeps = {
  http: HttpDeps
  clock: Clock
  bridge: ConsoleBridge
  /** Counts what needs no operator: documentation and reports of browsers. */
  limiter: RateLimiter
  page: ConsolePageDeps
  /** Pictures and videos of members, by signed addresses. */
  files: ServedFiles
  sockets: Pick<ConsoleSockets, 'attach' | 'close'>
  registerConsole: (api: ConsoleApi) => void
}

export type BuiltConsole = {
  fastify: FastifyInstance
  served: ReadonlySet<string>
  /** Every path that it answers; a part that differs is `:part`. */
  paths: readonly string[]
}

/** Puts the console's calls, their documentation and its page on one server, and nothing of the members'. */
export async function buildConsole(deps: ConsoleDeps): Promise<BuiltConsole> {
  const { http, bridge, page, registerConsole, limiter, sockets } = deps
  const fastify = buildHttp(http)
  // A terminal of another release says both when something is refused.
  fastify.addHook(
    'onRequest',
    async (_request, reply) => void reply.header('x-release', appVersion),
  )
  const methodsOf = collectMethods(fastify)
  const { addRoute, serveUploads } = collectRoutes(fastify)
  const api: ConsoleApi = { addRoute, bridge, served: [] }
  registerConsole(api)
  await serveUploads()
  const served = new Set(api.served.map((call) => nameOfConsoleCall(call as ConsoleCall)))
  const info = { title: 'Kapao console', version: appVersion }
  serveDocs(fastify, openApiDocument(consoleBook, served, info), { limiter })
  await serveReports(fastify, { clock: deps.clock, log: http.log, limiter })
  await serveConsoleFiles(fastify, { ...deps.files, bridge, limiter, log: http.log })
  const sendPage = await serveConsolePage(fastify, page)
  const paths = [...methodsOf.keys()]
  refuseOtherMethods(fastify, methodsOf)
  fastify.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !isApi(request.url) && !isFile(request.url)
    if (isPage) return sendPage(request, reply)
    return sendJson(reply, 404, { code: 'NOT_FOUND', message: 'NOT_FOUND' })
  })
  sockets.attach(fastify.server)
  // HTTP would wait for every open socket.
  fastify.addHook('preClose', () => sockets.close())
  await fastify.ready()
  return { fastify, served, paths }
}

/** A missing script or picture must not be answered with HTML; no screen of the page has a dot in its address. */
function isFile(url: string): boolean {
  const [path = ''] = url.split('?')
  return path.includes('.') || path.startsWith('/assets/')
}
