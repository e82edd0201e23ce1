import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ActorWorld } from './actor.ts'
import type { OperationShape } from './faults/faults.ts'
import type { Answer, Call, Outcome } from './call.ts'
import { replyForJournal } from './journal.ts'
import { misbehave } from './faults/misbehave.ts'

const dripPieces = 20

/** Bodies arrive as bytes, so that signatures can be checked over exactly what was sent. */
export function readBodiesAsBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

type Handler = (call: Call) => Answer | Promise<Answer>
type Play = { shape: OperationShape; handler: Handler }

/** Registers one call of an actor; every fault works on it and every use of it is in the journal. */
export function operation(stage: ActorWorld, shape: OperationShape, handler: Handler): void {
  stage.operations.push(shape)
  putOnStage(stage, shape, () => ({ shape, handler }))
}

/** For APIs with a single address, where the body names the operation. */
export function operationsAtOneAddress(
  stage: ActorWorld,
  plays: readonly [Play, ...Play[]],
  choose: (call: Call) => Play,
): void {
  stage.operations.push(...plays.map(({ shape }) => shape))
  putOnStage(stage, plays[0].shape, choose)
}

function putOnStage(
  stage: ActorWorld,
  { method, path, alsoAt = [] }: OperationShape,
  choose: (call: Call) => Play,
): void {
  for (const url of [path, ...alsoAt]) {
    stage.app.route({
      method,
      url,
      handler: async (request, reply) => {
        const call = readCall(request)
        return send(request, reply, await perform(stage, call, choose(call)))
      },
    })
  }
}

async function perform(stage: ActorWorld, call: Call, { shape, handler }: Play): Promise<Outcome> {
  const entry = stage.journal.open(shape.name, call)
  const apply = async () => {
    entry.applied += 1
    return handler(call)
  }
  const rule = stage.faults.take(shape, call)
  entry.fault = rule?.kind ?? null
  const outcome = await settle(() =>
    rule ? misbehave(shape, { rule, call, apply }) : apply().then((answer) => ({ answer })),
  )
  entry.reply = outcome === 'dropped' ? 'dropped' : replyForJournal(outcome.answer)
  return outcome
}

/** Calls that no actor handles are recorded too: a wrong path is the most common mistake of a new client. */
export function journalUnknownCalls({ app, journal }: ActorWorld): void {
  app.setNotFoundHandler((request, reply) => {
    const answer = {
      status: 404,
      body: { message: `Nobody in the sandbox plays ${request.method} ${request.url}.` },
    }
    if (request.url !== '/favicon.ico') {
      journal.open('unknown', readCall(request)).reply = replyForJournal(answer)
    }
    return send(request, reply, { answer })
  })
}

async function settle(play: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await play()
  } catch (error) {
    // A bug in an actor must show in the journal too, not only in the caller's log.
    return {
      answer: { status: 500, body: { message: `The sandbox itself failed: ${String(error)}` } },
    }
  }
}

function readCall(request: FastifyRequest): Call {
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  return {
    method: request.method,
    url: request.url,
    headers: request.headers,
    params: request.params as Record<string, string>,
    query: request.query as Record<string, unknown>,
    body: readBody(request.headers['content-type'] ?? '', raw),
    raw,
  }
}

function readBody(type: string, raw: Buffer): unknown {
  if (raw.length === 0) return {}
  const text = raw.toString()
  if (type.startsWith('application/x-www-form-urlencoded')) {
    return Object.fromEntries(new URLSearchParams(text))
  }
  if (!type.startsWith('application/json')) return { bytes: raw.length }
  try {
    return JSON.parse(text)
  } catch {
    return { unreadable: text }
  }
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Outcome,
): Promise<FastifyReply> {
  if (outcome === 'dropped') {
    reply.hijack()
    request.raw.socket.destroy()
    return reply
  }
  const { answer, dripMs } = outcome
  const status = answer.status ?? 200
  const type = answer.type ?? 'application/json; charset=utf-8'
  const bytes = answer.bytes ?? Buffer.from(answer.text ?? JSON.stringify(answer.body ?? {}))
  if (dripMs === undefined) {
    return reply
      .code(status)
      .headers(answer.headers ?? {})
      .type(type)
      .send(bytes)
  }
  reply.hijack()
  reply.raw.writeHead(status, {
    'content-type': type,
    'content-length': bytes.length,
    ...answer.headers,
  })
  await drip(reply, bytes, dripMs)
  return reply
}

async function drip({ raw }: FastifyReply, bytes: Buffer, durationMs: number): Promise<void> {
  const size = Math.max(1, Math.ceil(bytes.length / dripPieces))
  for (let at = 0; at < bytes.length && !raw.destroyed; at += size) {
    if (!raw.write(bytes.subarray(at, at + size)))
      await Promise.race([once(raw, 'drain'), once(raw, 'close')])
    await wait(durationMs / dripPieces, undefined, { ref: false })
  }
  raw.end()
}
