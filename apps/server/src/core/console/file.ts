import { Readable } from 'node:stream'
import type { ConsoleEndpointShape } from '@kapao/contract/console/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  answerRefusal,
  callerOf,
  readInput,
  type ConsoleApi,
  type InputOf,
  type OperatorCaller,
} from './route.ts'

type Lines<E extends ConsoleEndpointShape> = (
  caller: OperatorCaller<E>,
  input: InputOf<E>,
) => AsyncIterable<string>

/** The answer of a call as a file for spreadsheets, of any length: no more of it is in memory than is on its way. */
export function consoleFile<const E extends ConsoleEndpointShape>(
  api: ConsoleApi,
  { endpoint, path, name }: { endpoint: E; path: `/api/console/${string}`; name: string },
  lines: Lines<E>,
): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    try {
      await api.bridge.admit(request, endpoint, reply)
      const caller = await callerOf(api.bridge, endpoint, { request, reply })
      const input = readInput<E>(endpoint, request)
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(Readable.from(lines(caller, input)))
    } catch (error) {
      return answerRefusal(reply, error)
    }
  }
  api.addRoute({ method: 'GET', url: path, handler: answer })
}
