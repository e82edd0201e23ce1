import type { ActorWorld } from '../../actor.ts'
import type { OperationShape, OwnFault } from '../../faults/faults.ts'
import type { Answer, Call } from '../../call.ts'
import { operation } from '../../operation.ts'
import type { Book, Payment } from '../book.ts'

/** The API of one family of gateways: its calls, and its notification of a payment. */
export type GatewayApi = {
  routes: (stage: ActorWorld, book: Book) => void
  /** The notification sent to the app when money has arrived; null where none is sent. */
  webhook: (book: Book, payment: Payment) => Webhook | null
}

export type Webhook = { body: string; headers: () => Record<string, string> }

type Verb = {
  verb: string
  at: `${'GET' | 'POST'} /${string}`
  summary: string
  ownFaults?: Record<string, OwnFault>
}

/** Puts an operation under the gateway's own address, so that each gateway can be made to fail alone. */
export function gatewayStage(stage: ActorWorld, { facts }: Book) {
  return ({ verb, at, summary, ownFaults }: Verb, handler: (call: Call) => Answer): void => {
    const [method, path] = at.split(' ') as ['GET' | 'POST', string]
    const shape: OperationShape = {
      name: `gateways.${facts.code}.${verb}`,
      method,
      path: `/gateways/${facts.code}${path}`,
      summary,
      ...(ownFaults ? { ownFaults } : {}),
    }
    operation(stage, shape, handler)
  }
}

type Spoil = (answer: Answer) => Answer
/** Faults of a created code, as seen by the caller. */
export function codeFaults(
  spoil: (change: (payload: string) => string) => Spoil,
): Record<string, OwnFault> {
  const wrong = (summary: string, change: (payload: string) => string): OwnFault => ({
    summary,
    play: async ({ apply }) => ({ answer: spoil(change)(await apply()) }),
  })
  return {
    'bad-crc': wrong(
      'Makes it, but the last letter of its code is wrong.',
      (payload) => payload.slice(0, -1) + (payload.endsWith('0') ? '1' : '0'),
    ),
    'no-qr': wrong(
      'Makes it, but answers a text that is no code.',
      () => 'https://example.com/pay',
    ),
  }
}

export function jsonOf(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The most that fit on one page, whatever size is requested. */
const pageMax = 50

/** One page of a list, counted from 1. */
export function pageOf<T>(items: readonly T[], query: Readonly<Record<string, unknown>>): T[] {
  const page = Number(query['page'] ?? 1)
  const size = Math.min(Number(query['size'] ?? pageMax), pageMax)
  return items.slice((page - 1) * size, page * size)
}
