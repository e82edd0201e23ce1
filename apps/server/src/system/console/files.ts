import type { ConsoleEndpointShape } from '@kapao/contract/console/endpoint'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { RateLimiter } from '#core/limits/rate-limit.ts'
import type { Log } from '#core/telemetry/log.ts'
import { serveFiles, type ServedFiles } from '#core/calls/serve-files.ts'
import { answerRefusal, callerOf, type ConsoleBridge } from '#core/console/route.ts'

/** What a picture asks of its reader; it is no call of the list. */
const reading = {
  method: 'GET',
  path: '/api/console/files',
  access: 'members.see',
  summary: 'A picture or video of a member.',
  rate: 'read',
  input: null,
  output: z.unknown(),
  refusals: [],
} as const satisfies ConsoleEndpointShape

type Deps = ServedFiles & {
  bridge: ConsoleBridge
  limiter: RateLimiter
  log: Pick<Log, 'error'>
}

/**
 * Members' pictures and videos, by the signed addresses that items and talks name, and only to operators who may see
 * members: an address that was passed on opens nothing here. They can run no script (`sandbox`).
 */
export async function serveConsoleFiles(
  fastify: FastifyInstance,
  { bridge, ...served }: Deps,
): Promise<void> {
  await fastify.register(async (room) => {
    room.addHook('onRequest', async (request, reply) => {
      try {
        await callerOf(bridge, reading, { request, reply })
        return undefined
      } catch (error) {
        return answerRefusal(reply, error)
      }
    })
    serveFiles(room, { ...served, traffic: null })
  })
}
