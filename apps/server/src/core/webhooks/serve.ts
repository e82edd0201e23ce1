import type { FastifyInstance } from 'fastify'
import { counterOf } from '../calls/caller.ts'
import { refusalBody } from '../calls/fault.ts'
import { sendJson, type BridgeDeps } from '../calls/route.ts'

/** A request that an outside system sends on its own; the body is kept as the signed bytes. */
export type Delivery = {
  body: Uint8Array
  header: (name: string) => string | undefined
  requestId: string
}

/** A 2xx ends the sender's retries, so it is answered only after the report has been committed. */
export type WebhookAnswer = { status: number; body: unknown }

/** Commits what an authenticated delivery reports. */
export type CommitDelivery = () => Promise<WebhookAnswer>

export type Webhook = {
  path: `/webhooks/${string}`
  /**
   * The refusal, or what commits the delivery. F28: synchronous, so that a forged one is refused before anything asks the
   * database.
   */
  authenticate: (delivery: Delivery) => WebhookAnswer | CommitDelivery
}

/**
 * S20: calls of other systems, under their own prefix and without sessions. Before this come the guard of connections and
 * the hooks of `buildHttp`, as for every request; then a delivery is counted, its bytes are read, its room authenticates
 * it, and commits it unless Kapao is in recovery.
 */
export async function serveWebhooks(
  app: FastifyInstance,
  webhooks: readonly Webhook[],
  { limiter, isClosed }: Pick<BridgeDeps, 'limiter' | 'isClosed'>,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    // Over HTTP/2 a sender may omit both type and length, which the framework takes for no body at all.
    scope.addHook('onRequest', async ({ raw }) => {
      if (raw.httpVersionMajor > 1) raw.headers['content-type'] ??= 'application/octet-stream'
    })
    // Before the body is read; given back where the delivery is taken, so that forgeries and refused ones count.
    scope.addHook('onRequest', async ({ ip: address }, reply) => {
      await counterOf(limiter, reply)('webhook', { memberId: null, address })
    })
    for (const { path, authenticate } of webhooks)
      scope.post(path, async (request, reply) => {
        const header = (name: string): string | undefined => {
          const value = request.headers[name]
          return typeof value === 'string' ? value : undefined
        }
        // A request without a body has no parser, and so no bytes.
        const body = request.body instanceof Uint8Array ? request.body : new Uint8Array()
        const verdict = authenticate({ body, header, requestId: request.id })
        const answer = typeof verdict === 'function' ? await answerUnlessClosed(verdict) : verdict
        if (answer.status < 300)
          limiter.giveBack('webhook', { memberId: null, address: request.ip })
        void reply.header('cache-control', 'no-store')
        return sendJson(reply, answer.status, answer.body)
      })
  })

  /** In recovery every webhook is refused and its sender repeats it; `kapao recover` finds what is not repeated. */
  async function answerUnlessClosed(commit: CommitDelivery): Promise<WebhookAnswer> {
    return (await isClosed()) ? { status: 503, body: refusalBody('RECOVERY') } : commit()
  }
}
