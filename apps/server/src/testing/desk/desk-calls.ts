import { consoleCalls } from '@kapao/contract/console/calls'
import type { Role } from '@kapao/contract/console/roles'
import type { Clock } from '#core/clock.ts'
import type { ConsoleApi, ConsoleBridge } from '#core/console/route.ts'
import { ConsoleRefused } from '#core/console/refuse.ts'
import { buildHttp } from '#core/http/http.ts'
import { systemIds } from '#core/ids.ts'
import { createLog } from '#core/telemetry/log.ts'
import { createMetrics } from '#core/telemetry/metrics.ts'
import { collectRoutes } from '../../system/build-app.ts'
import { testConfig } from '../worlds/test-app.ts'

export type DeskCall = {
  /** Fields of the path, the query or the body. */
  input?: Record<string, unknown>
  /** Nobody when omitted. */
  as?: { name: string; roles: readonly Role[]; isTouched?: boolean }
  key?: string
  /** The one file of a call with a form. */
  file?: { bytes: Uint8Array<ArrayBuffer>; name: string }
}

// A test looks at whatever came back; the shape is what it asserts.
// oxlint-disable-next-line typescript/no-explicit-any
export type DeskAnswer = { status: number; body: any; headers: Record<string, unknown> }

export type DeskCalls = {
  call: (name: string, options?: DeskCall) => Promise<DeskAnswer>
  close: () => Promise<void>
}

/** What rooms offer the console, over the real bridge; who is signed in is the test's word. */
export async function openDeskCalls(
  register: (api: ConsoleApi) => void,
  { clock }: { clock: Clock },
): Promise<DeskCalls> {
  const app = buildHttp({
    config: testConfig,
    ids: systemIds,
    log: createLog('silent'),
    metrics: createMetrics(),
  })
  const { addRoute, serveUploads } = collectRoutes(app)
  register({ addRoute, bridge: bridgeOf(clock), served: [] })
  await serveUploads()
  const at = await app.listen({ host: '127.0.0.1', port: 0 })
  return { call: (name, options = {}) => send(at, name, options), close: () => app.close() }
}

const header = 'x-test-operator'

function bridgeOf(clock: Clock): ConsoleBridge {
  return {
    admit: async () => undefined,
    findOperator: async ({ headers }) => {
      if (typeof headers[header] !== 'string') throw new ConsoleRefused('NOT_SIGNED_IN')
      const { name, roles, isTouched } = JSON.parse(headers[header]) as NonNullable<DeskCall['as']>
      const touchedUntil = isTouched !== false ? new Date(clock.now().getTime() + 60_000) : null
      const session = `test ${name}`
      return { name, roles, actor: `operator:${name}`, session, way: 'browser', touchedUntil }
    },
    count: async () => undefined,
    now: clock.now,
    freeBytesMin: 0,
    inTurn: (_operator, _turn, work) => work(),
  }
}

async function send(
  at: string,
  name: string,
  { input, as, key, file }: DeskCall,
): Promise<DeskAnswer> {
  const call = consoleCalls.find(({ method, path }) => `${method} ${path}` === name)
  if (!call) throw new Error(`there is no call ${name}`)
  const rest = { ...input }
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const value = encodeURIComponent(String(rest[field]))
    delete rest[field]
    return value
  })
  const isGet = call.method === 'GET'
  const query = isGet ? `?${new URLSearchParams(rest as Record<string, string>).toString()}` : ''
  const answer = await fetch(`${at}${path}${query}`, {
    method: call.method,
    ...(!isGet && { body: file ? formOf(file) : JSON.stringify(rest) }),
    headers: {
      ...(!isGet && !file && { 'content-type': 'application/json' }),
      ...(as && { [header]: JSON.stringify(as) }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
  })
  const headers = Object.fromEntries(answer.headers)
  return { status: answer.status, body: await answer.json(), headers }
}

function formOf({ bytes, name }: NonNullable<DeskCall['file']>): FormData {
  const form = new FormData()
  form.set('file', new Blob([bytes]), name)
  return form
}
