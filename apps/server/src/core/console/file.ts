import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { ConsoleEndpointShape } from '@kapao/contract/console/endpoint'
import { consoleRefusalStatus, type ConsoleRefusalCode } from '@kapao/contract/console/refusals'
import { uploadTimeoutMs } from '@kapao/contract/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refused } from '../refused.ts'
import { sendJson, urlsOf } from '../calls/route.ts'
import { networkOf } from '../limits/rate-limit.ts'
import { createGate } from '../uploads/gate.ts'
import { cutAfterAnswer, uploadOf, type Upload } from '../uploads/receive.ts'
import { ConsoleRefused } from './refuse.ts'
import {
  answerRefusal,
  callerOf,
  readInput,
  type ConsoleApi,
  type ConsoleBridge,
  type InputOf,
  type OperatorCaller,
} from './route.ts'

type Lines<E extends ConsoleEndpointShape> = (
  caller: OperatorCaller<E>,
  input: InputOf<E>,
) => AsyncIterable<string>

/** Streams the answer of a call as a file for spreadsheets: of any length, without holding it in memory. */
export function consoleFile<const E extends ConsoleEndpointShape>(
  api: ConsoleApi,
  { endpoint, path, name }: { endpoint: E; path: `/api/console/${string}`; name: string },
  lines: Lines<E>,
): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    try {
      const caller = await callerOf(api.bridge, endpoint, { request, reply })
      const input = readInput<E>(endpoint, request)
      const stream = await beginInTurn(api.bridge, { caller, reply }, () => lines(caller, input))
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(stream)
    } catch (error) {
      return answerRefusal(reply, error)
    }
  }
  api.addRoute({ method: 'GET', url: path, handler: answer })
}

/** Reads the lines once it is the operator's turn, which ends when all are read or their reader has gone. */
async function beginInTurn(
  bridge: ConsoleBridge,
  { caller: { operator }, reply }: { caller: OperatorCaller; reply: FastifyReply },
  lines: () => AsyncIterable<string>,
): Promise<Readable> {
  const { promise: begun, resolve, reject } = Promise.withResolvers<Readable>()
  const work = async (): Promise<void> => {
    const stream = Readable.from(lines())
    resolve(stream)
    // Nothing else would end the stream of a reader who went while it waited.
    if (reply.raw.destroyed) stream.destroy()
    await finished(stream).catch(() => undefined)
  }
  if (operator === null) throw new ConsoleRefused('NOT_SIGNED_IN')
  bridge.inTurn(operator, { kind: 'file', reply }, work).catch(reject)
  return begun
}

type WithFile = ConsoleEndpointShape & { multipart: { files: string[]; fields: string[] } }

export type UploadHandler<E extends WithFile> = (
  caller: OperatorCaller<E>,
  input: InputOf<E>,
  upload: Upload,
) => Promise<z.output<E['output']>>

/** A call with a file: who may call is decided before a byte of it is read, and nothing of it is held in memory. */
export function consoleUpload<const E extends WithFile>(
  api: ConsoleApi,
  endpoint: E,
  handler: UploadHandler<E>,
): void {
  api.served.push(endpoint)
  const gate = createGate()
  const { freeBytesMin } = api.bridge
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    cutAfterAnswer(request, reply)
    try {
      const caller = await callerOf(api.bridge, endpoint, { request, reply })
      // The fields of the path alone: the body is a file.
      const input = readInput<E>(endpoint, { params: request.params, query: {}, body: null })
      const owner = caller.operator?.name ?? request.ip
      const who = { owner, network: networkOf(request.ip), isGuest: false }
      const upload = uploadOf(request, endpoint.multipart, { gate, who, freeBytesMin })
      return sendJson(reply, 200, z.encode(endpoint.output, await handler(caller, input, upload)))
    } catch (error) {
      return answerRefusal(reply, error instanceof Refused ? refusalOf(error) : error)
    }
  }
  const config = { bodyMs: uploadTimeoutMs, multipart: true }
  for (const url of urlsOf(endpoint.path))
    api.addRoute({ method: endpoint.method, url, handler: answer, config })
}

/** Refused files have the codes that members get; a wrong file has a code of its own here. */
function refusalOf({ code, detail }: Refused): ConsoleRefused {
  const known = code in consoleRefusalStatus ? (code as ConsoleRefusalCode) : 'FILE_WRONG'
  const shown = known === 'KEY_INVALID' || known === 'KEY_MISSING' ? 'FILE_WRONG' : known
  return new ConsoleRefused(shown, detail === undefined ? {} : { sentence: detail })
}
