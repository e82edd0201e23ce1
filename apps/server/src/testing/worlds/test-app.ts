import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRead } from '@kapao/contract/endpoint'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import type { Config } from '#context/config.ts'
import { openDevices } from '#core/session/devices/devices.ts'
import { listen, type HttpDeps } from '#core/http/http.ts'
import { systemIds } from '#core/ids.ts'
import { createReadLine } from '#core/lines/read-line.ts'
import { createLog } from '#core/telemetry/log.ts'
import { createMetrics } from '#core/telemetry/metrics.ts'
import type { Traces } from '#core/telemetry/traces.ts'
import { createRateLimiter } from '#core/limits/rate-limit.ts'
import type { Api, Switches } from '#core/calls/route.ts'
import {
  createSessions,
  startSession,
  type Sessions,
  type MemberState,
} from '#core/session/session.ts'
import type { ServedFiles } from '#core/calls/serve-files.ts'
import type { Webhook } from '#core/webhooks/serve.ts'
import { buildApp } from '../../system/build-app.ts'
import type { TestDatabase } from '../database/database.ts'

export type MovableClock = Clock & { moveMs: (ms: number) => void }

/** Stands still until it is moved. */
export function movableClock(start = '2026-11-21T05:00:00Z'): MovableClock {
  let now = new Date(start)
  return { now: () => now, moveMs: (ms) => (now = new Date(now.getTime() + ms)) }
}

export const testConfig: Config = {
  production: false,
  host: '127.0.0.1',
  port: 0,
  console: { port: null, host: '127.0.0.1', origin: 'http://localhost:8081', isDemo: false },
  walletOrigin: 'http://localhost:8080',
  databaseUrl: '',
  databaseReadUrl: null,
  databaseReadAgeMaxMs: 10_000,
  databaseReadOutageMaxMs: 600_000,
  databaseConnections: 10,
  databaseOwnerUrl: '',
  variant: 'thai',
  dataDir: '',
  sandboxUrl: null,
  sandboxPublicUrl: null,
  sms: null,
  games: { credentialKey: null, agents: {} },
  bank: { feed: null, sms: null, statement: null },
  gateways: {},
  giftLinks: { sealKey: null, address: 'https://gift.truemoney.com' },
  payouts: {},
  slips: null,
  sealsOutside: null,
  fileLinkKey: null,
  uploadsBucket: null,
  failpoint: null,
  runWorker: false,
  metricsHost: '127.0.0.1',
  metricsPort: null,
  tracesUrl: null,
  trustedProxies: [],
  socketOrigins: [],
  redisUrl: null,
  supervisor: null,
  tls: null,
  tokenFile: null,
  logLevel: 'debug',
  rateLimitFactor: 1,
  uploadsFreeBytesMin: 0,
}

export type TestApp = {
  address: string
  port: number
  /** How long it waits for data of callers. */
  timeouts: Pick<Server, 'headersTimeout' | 'requestTimeout' | 'keepAliveTimeout'>
  clock: MovableClock
  sessions: Sessions
  switches: Switches
  /** The standing of each member's account; tests change it. */
  standings: Map<string, MemberState>
  /** Everything logged so far. */
  logText: () => string
  call: (name: string, options?: CallOptions) => Promise<Answer>
  login: (memberId: string) => Promise<string>
  close: () => Promise<void>
}

export type CallOptions = {
  token?: string
  body?: unknown
  /** A body that is sent unchanged. */
  text?: string
  headers?: Record<string, string>
}

// A test looks at whatever came back; the shape is what it asserts.
// oxlint-disable-next-line typescript/no-explicit-any
export type Answer = { status: number; body: any; text: string; headers: Headers }

export type TestAppOptions = {
  registerCalls?: (api: Api) => void
  config?: Partial<Config>
  clock?: MovableClock
  distDir?: string
  traces?: Pick<Traces, 'note'>
  webhooks?: readonly Webhook[]
  files?: ServedFiles
  connections?: HttpDeps['connections']
  isClosed?: () => boolean
}

const plainContent: Awaited<ReturnType<Parameters<typeof buildApp>[0]['page']['loadContent']>> = {
  brandName: 'Kapao',
  brandCss: '',
  icon: { color: '#f5b83d', picture: null },
  defaultLanguage: 'th',
  connect: [],
  post: [],
  settings: {},
}

const open: Switches = {
  serviceActive: true,
  clientHeaderRequired: false,
  isBlocked: () => false,
}

/** A whole server over real HTTP and a real database, with the test's own calls. */
export async function startTestApp(
  { db }: Pick<TestDatabase, 'db'>,
  options: TestAppOptions = {},
): Promise<TestApp> {
  const config = { ...testConfig, ...options.config }
  const clock = options.clock ?? movableClock()
  const standings = new Map<string, MemberState>()
  const switches = { ...open }
  const lines: string[] = []
  const log = createLog(config.logLevel, { write: (line) => void lines.push(line) })
  const sessions = createSessions({
    db,
    clock,
    ids: systemIds,
    memberStateOf: async (memberId) => standings.get(memberId) ?? 'active',
  })
  await sessions.listen()
  const emptyDist = mkdtempSync(join(tmpdir(), 'kapao-dist-'))
  const { fastify } = await buildApp({
    http: {
      config,
      ids: systemIds,
      log,
      metrics: createMetrics(),
      ...(options.traces && { traces: options.traces }),
      ...(options.connections && { connections: options.connections }),
    },
    bridge: {
      freeBytesMin: 0,
      sessions,
      devices: openDevices({ db, clock, ids: systemIds, log, isSecure: false }),
      limiter: createRateLimiter(clock, config.rateLimitFactor),
      switches: async () => switches,
      answersWhenGone: (call) => call.path === '/api/lookup/active',
      isClosed: async () => options.isClosed?.() ?? false,
      answersWhenClosed: isRead,
      readLine: createReadLine(),
    },
    page: {
      distDir: options.distDir ?? emptyDist,
      loadContent: async () => plainContent,
      readPicture: async () => null,
    },
    clock,
    webhooks: options.webhooks ?? [],
    ...(options.files && { files: options.files }),
    sealsAsText: async () => '{"seals":[]}',
    registerCalls: options.registerCalls ?? (() => undefined),
  })
  const { port } = await listen(fastify, config)
  const address = `http://127.0.0.1:${port}`
  return {
    address,
    port,
    timeouts: fastify.server,
    clock,
    sessions,
    switches,
    standings,
    logText: () => lines.join(''),
    call: (name, callOptions) => send(address, name, callOptions),
    login: (memberId) => logIn({ db, clock }, memberId),
    close: async () => {
      await fastify.close()
      await sessions.close()
      rmSync(emptyDist, { recursive: true, force: true })
    },
  }
}

/** Sends `POST /api/...` and parses the answer as JSON where it is JSON. */
export async function send(
  address: string,
  name: string,
  { token, body, text, headers }: CallOptions = {},
): Promise<Answer> {
  const [method = 'GET', path = '/'] = name.split(' ')
  const sent = text ?? (body === undefined ? null : JSON.stringify(body))
  const response = await fetch(address + path, {
    method,
    body: sent,
    redirect: 'manual',
    headers: {
      ...(sent === null ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
  })
  const answer = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return {
    status: response.status,
    body: isJson && answer !== '' ? JSON.parse(answer) : null,
    text: answer,
    headers: response.headers,
  }
}

function logIn({ db, clock }: { db: Db; clock: Clock }, memberId: string): Promise<string> {
  const who = { memberId, address: '127.0.0.1', device: 'test' }
  return startSession({ clock, ids: systemIds }, db, who)
}
