import { appVersion } from '@kapao/contract/limits'
import { nameOfCall, type Call } from '@kapao/contract/calls'
import multipart from '@fastify/multipart'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { compressOnce, sendCompressed } from '#core/http/packed.ts'
import { counterOf } from '#core/calls/caller.ts'
import type { Clock } from '#core/clock.ts'
import { policyOfStyle } from '#core/page/csp.ts'
import { docsPage } from '#core/api-docs/docs-page.ts'
import { docsStyle } from '#core/api-docs/docs-style.ts'
import { buildHttp, type HttpDeps } from '#core/http/http.ts'
import { serveReports } from '#core/page/reports.ts'
import { answerNotFound, collectMethods, refuseOtherMethods } from '#core/http/not-found.ts'
import type { Live } from '#core/live/live.ts'
import { memberBook } from '#core/api-docs/member-book.ts'
import { openApiDocument } from '#core/api-docs/openapi.ts'
import type { OpenApiDocument } from '#core/api-docs/openapi-types.ts'
import { servePage, type PageDeps } from '#core/page/page.ts'
import type { Api, BridgeDeps } from '#core/calls/route.ts'
import { createTraffic } from '#core/uploads/bounds/traffic.ts'
import { serveFiles, type ServedFiles } from '#core/calls/serve-files.ts'
import { serveWebhooks, type Webhook } from '#core/webhooks/serve.ts'

export type AppDeps = {
  http: HttpDeps
  bridge: BridgeDeps
  page: PageDeps
  clock: Clock
  registerCalls: (api: Api) => void
  /** Called by outside systems. */
  webhooks: readonly Webhook[]
  /** The roots of the ledger's seals, for anyone to keep a copy of. */
  sealsAsText: () => Promise<string>
  /** Sockets next to HTTP on the same port. */
  live?: Pick<Live, 'attach' | 'close'>
  /** Uploaded files, by signed addresses. */
  files?: ServedFiles
}

export type BuiltApp = { fastify: FastifyInstance; served: ReadonlySet<string> }

/** Puts calls, documentation and page on one server; the order matters, as the last part serves the remaining paths. */
export async function buildApp(deps: AppDeps): Promise<BuiltApp> {
  const { http, bridge, page, registerCalls } = deps
  const fastify = buildHttp(http)
  const methodsOf = collectMethods(fastify)
  const { addRoute, serveUploads } = collectRoutes(fastify)
  const api: Api = { addRoute, deps: bridge, served: [] }
  registerCalls(api)
  await serveUploads()
  if (deps.files) {
    const traffic = createTraffic(deps.clock, http.config.rateLimitFactor)
    serveFiles(fastify, { ...deps.files, limiter: bridge.limiter, log: http.log, traffic })
  }
  const served = new Set(api.served.map((call) => nameOfCall(call as Call)))
  const info = { title: 'Kapao', version: appVersion }
  serveDocs(fastify, openApiDocument(memberBook, served, info), bridge)
  serveSeals(fastify, deps)
  await serveWebhooks(fastify, deps.webhooks, bridge)
  const { limiter } = bridge
  await serveReports(fastify, { clock: deps.clock, log: http.log, limiter })
  const sendPage = await servePage(fastify, page)
  refuseOtherMethods(fastify, methodsOf)
  answerNotFound(fastify, { switches: bridge.switches, sendPage })
  if (deps.live) serveSockets(fastify, deps.live)
  await fastify.ready()
  return { fastify, served }
}

/** Calls with files are served in a separate scope, so that no other call parses its body as multipart. */
export function collectRoutes(fastify: FastifyInstance) {
  const withFiles: RouteOptions[] = []
  return {
    addRoute: (route: RouteOptions): void => {
      if (route.config?.multipart) withFiles.push(route)
      else fastify.route(route)
    },
    serveUploads: async (): Promise<void> => {
      if (withFiles.length === 0) return
      await fastify.register(async (room) => {
        await room.register(multipart, { throwFileSizeLimit: false })
        for (const route of withFiles) room.route(route)
      })
    },
  }
}

/** Sockets end first when the server closes: HTTP would wait for every open one. */
function serveSockets(fastify: FastifyInstance, live: Pick<Live, 'attach' | 'close'>): void {
  live.attach(fastify.server, fastify.rawAnswers)
  fastify.addHook('preClose', () => live.close())
}

/** The calls of a contract, for readers and for programs. */
export function serveDocs(
  fastify: FastifyInstance,
  document: OpenApiDocument,
  { limiter }: Pick<BridgeDeps, 'limiter'>,
): void {
  const policy = policyOfStyle(docsStyle)
  // Their texts are long and constant; rendering or compressing them per request would delay other calls.
  const loadPage = compressOnce(docsPage(document))
  const loadJson = compressOnce(JSON.stringify(document))
  fastify.get('/openapi.json', async (request, reply) => {
    await counterOf(limiter, reply)('read', { memberId: null, address: request.ip })
    void reply.header('content-type', 'application/json; charset=utf-8')
    return sendCompressed(request, reply, await loadJson())
  })
  fastify.get('/docs', async (request, reply) => {
    await counterOf(limiter, reply)('read', { memberId: null, address: request.ip })
    void reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', policy)
    return sendCompressed(request, reply, await loadPage())
  })
}

function serveSeals(
  fastify: FastifyInstance,
  { sealsAsText, bridge }: Pick<AppDeps, 'sealsAsText' | 'bridge'>,
): void {
  fastify.get('/seals.json', async ({ ip: address }, reply) => {
    await counterOf(bridge.limiter, reply)('read', { memberId: null, address })
    const text = await sealsAsText()
    return (
      reply
        .header('content-type', 'application/json; charset=utf-8')
        // A receipt of last night's seal with yesterday's list would look forged.
        .header('cache-control', 'no-cache')
        // Public, so that a checker on any page may compare with them.
        .header('access-control-allow-origin', '*')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(text)
    )
  })
}
