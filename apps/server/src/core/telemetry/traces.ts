import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Log } from './log.ts'

/** A finished call. The route is the template, never the address. */
export type TracedCall = {
  method: string
  route: string
  status: number
  seconds: number
  requestId: string
  /** The caller's W3C trace context; anything else begins a new trace. */
  traceparent: string | undefined
}

export type Traces = {
  note: (call: TracedCall) => void
  /** Sends the remaining spans. */
  close: () => Promise<void>
}

type Deps = { endpoint: string; service: string; clock: Clock; log: Pick<Log, 'warn'> }
type Span = Record<string, unknown>

const sendEveryMs = 2_000
const sendWithinMs = 5_000
/** Further spans are dropped while the collector is down. */
const keptMax = 2_000
const parentForm = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/
const nothing = /^0+$/

/** Exports calls to a collector by OTLP over HTTP, in JSON. No call waits for it; an outage is logged once. */
export function openTraces({ endpoint, service, clock, log }: Deps): Traces {
  let kept: Span[] = []
  let isWarned = false
  let isClosed = false

  const send = async (): Promise<void> => {
    const spans = kept
    kept = []
    if (spans.length === 0) return
    try {
      const answer = await fetch(`${endpoint}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(messageOf(service, spans)),
        signal: AbortSignal.timeout(sendWithinMs),
        redirect: 'error',
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`the collector answered ${answer.status}`)
      isWarned = false
    } catch (error) {
      // The next spans are sent all the same; one line in the log is enough.
      if (!isWarned) log.warn({ err: error }, 'traces could not be sent and are dropped')
      isWarned = true
    }
  }
  let sending: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  // One request at a time: behind a slow collector no line of them builds up.
  const sendLater = (): void => {
    timer = setTimeout(() => {
      sending = send().then(() => (isClosed ? undefined : sendLater()))
    }, sendEveryMs).unref()
  }
  sendLater()

  return {
    note: (call) => {
      if (kept.length < keptMax) kept.push(spanOf(call, clock.now().getTime()))
    },
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await sending
      await send()
    },
  }
}

const kindServer = 2
const statusError = 2

function spanOf(call: TracedCall, endMs: number): Span {
  const { method, route, status, seconds, requestId, traceparent } = call
  const [, traceId, parentSpanId] = parentForm.exec(traceparent ?? '') ?? []
  const isKnown = traceId && parentSpanId && !nothing.test(traceId) && !nothing.test(parentSpanId)
  return {
    traceId: isKnown ? traceId : randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    ...(isKnown && { parentSpanId }),
    name: `${method} ${route}`,
    kind: kindServer,
    startTimeUnixNano: nanosOf(endMs - seconds * 1_000),
    endTimeUnixNano: nanosOf(endMs),
    attributes: [
      { key: 'http.request.method', value: { stringValue: method } },
      { key: 'http.route', value: { stringValue: route } },
      { key: 'http.response.status_code', value: { intValue: String(status) } },
      { key: 'kapao.request_id', value: { stringValue: requestId } },
    ],
    ...(status >= 500 && { status: { code: statusError } }),
  }
}

function nanosOf(ms: number): string {
  return String(BigInt(Math.round(ms * 1_000)) * 1_000n)
}

function messageOf(service: string, spans: readonly Span[]): object {
  const attributes = [{ key: 'service.name', value: { stringValue: service } }]
  return {
    resourceSpans: [
      { resource: { attributes }, scopeSpans: [{ scope: { name: 'kapao' }, spans }] },
    ],
  }
}
