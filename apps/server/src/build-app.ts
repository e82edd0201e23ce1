import { appVersion } from '@kapao/contract/limits'
import { nameOfCall, type Call } from '@kapao/contract/calls'
import type { Seal } from '@kapao/contract/proof'
import type { FastifyInstance } from 'fastify'
import { policyOfStyle } from '#core/csp.ts'
import { docsPage } from '#core/docs-page.ts'
import { docsStyle } from '#core/docs-style.ts'
import { buildHttp, type HttpDeps } from '#core/http.ts'
import { answerNotFound, collectMethods, refuseOtherMethods } from '#core/not-found.ts'
import { openApiDocument } from '#core/openapi.ts'
import { servePage, type PageDeps } from '#core/page.ts'
import { sendJson, type Api, type BridgeDeps } from '#core/route.ts'

export type AppDeps = {
  http: HttpDeps
  bridge: BridgeDeps
  page: PageDeps
  registerCalls: (api: Api) => void
  /** The roots of the ledger's seals, for anyone to keep a copy of. */
  listSeals: () => Promise<readonly Seal[]>
}

export type BuiltApp = { fastify: FastifyInstance; served: ReadonlySet<string> }

/** Puts calls, documentation and page on one server; the order matters, as the last part answers what is left. */
export async function buildApp(deps: AppDeps): Promise<BuiltApp> {
  const { http, bridge, page, registerCalls } = deps
  const fastify = buildHttp(http)
  const methodsOf = collectMethods(fastify)
  const api: Api = { addRoute: (route) => void fastify.route(route), deps: bridge, served: [] }
  registerCalls(api)
  const served = new Set(api.served.map((call) => nameOfCall(call as Call)))
  serveDocs(fastify, served)
  serveSeals(fastify, deps.listSeals)
  const sendPage = await servePage(fastify, page)
  refuseOtherMethods(fastify, methodsOf)
  answerNotFound(fastify, { switches: bridge.switches, sendPage })
  await fastify.ready()
  return { fastify, served }
}

function serveDocs(fastify: FastifyInstance, served: ReadonlySet<string>): void {
  const document = openApiDocument(served, { title: 'Kapao', version: appVersion })
  const text = docsPage(document)
  const policy = policyOfStyle(docsStyle)
  fastify.get('/openapi.json', (_request, reply) => sendJson(reply, 200, document))
  fastify.get('/docs', (_request, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .send(text),
  )
}

const sealsKnownForMs = 60_000

/** Asked by every receipt that is checked and changed once a night, so the database is asked once a minute at most. */
function serveSeals(fastify: FastifyInstance, listSeals: AppDeps['listSeals']): void {
  let known: { text: Promise<string>; until: number } | null = null
  fastify.get('/seals.json', async (_request, reply) => {
    const now = performance.now()
    if (!known || now >= known.until)
      known = {
        text: listSeals().then((seals) => JSON.stringify({ seals })),
        until: now + sealsKnownForMs,
      }
    const text = await known.text.catch((error: unknown) => {
      known = null
      throw error
    })
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=60')
      .send(text)
  })
}
