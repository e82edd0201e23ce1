import { goneMessage, goneStatus } from '@kapao/contract/refusals'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { refusalBody } from '../calls/fault.ts'
import { isApi } from './http.ts'
import { sendJson, type Switches } from '../calls/route.ts'

const methods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/** Records every route from now on, so that other methods on the same path can be refused. */
export function collectMethods(app: FastifyInstance): Map<string, Set<string>> {
  const methodsOf = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    // The names of parameters do not matter: `/a/:b` and `/a/:c` are one path.
    const path = url.replace(/:\w+/g, ':part')
    const known = methodsOf.get(path) ?? new Set()
    for (const one of [method].flat()) known.add(one)
    methodsOf.set(path, known)
  })
  return methodsOf
}

/** Call it last: every known path answers 405 to the methods it does not have, HEAD among them. */
export function refuseOtherMethods(
  app: FastifyInstance,
  methodsOf: Map<string, Set<string>>,
): void {
  for (const [url, known] of methodsOf) {
    const others = methods.filter((method) => !known.has(method))
    if (others.length === 0 || url.includes('*')) continue
    const allow = [...known].join(', ')
    app.route({
      method: others,
      url,
      // Refused before the body is read, which does not matter here.
      onRequest: (_request, reply) => {
        sendJson(reply.header('allow', allow), 405, refusalBody('KEY_INVALID', 'another method'))
      },
      handler: () => undefined,
    })
  }
}

export type NotFoundDeps = {
  switches: () => Promise<Switches>
  /** Answers a path outside the API. */
  sendPage: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}

export function answerNotFound(app: FastifyInstance, { switches, sendPage }: NotFoundDeps): void {
  app.setNotFoundHandler(async (request, reply) => {
    if (isApi(request.url)) {
      const { serviceActive } = await switches()
      if (!serviceActive) return sendJson(reply, goneStatus, { message: goneMessage })
    }
    const isPage = request.method === 'GET' && !isApi(request.url) && !isFile(request.url)
    return isPage ? sendPage(request, reply) : sendJson(reply, 404, refusalBody('NO_DATA'))
  })
}

/** A missing script or picture must not be answered with HTML. */
function isFile(url: string): boolean {
  return url.startsWith('/assets/')
}
