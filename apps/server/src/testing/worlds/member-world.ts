import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '#context/config.ts'
import { listen } from '#core/http/http.ts'
import { systemIds } from '#core/ids.ts'
import { createLog } from '#core/telemetry/log.ts'
import { createMetrics } from '#core/telemetry/metrics.ts'
import { openSystem } from '../../system/open.ts'
import { changeSettings } from '#settings/change.ts'
import type { SettingName, Settings } from '#settings/registry.ts'
import { createTestDatabase, type TestDatabase } from '../database/database.ts'
import { startSandbox, type Sandbox } from '../doubles/sandbox.ts'
import {
  movableClock,
  send,
  testConfig,
  type Answer,
  type CallOptions,
  type MovableClock,
} from './test-app.ts'
import { openClients } from '../../system/outside.ts'

export type WorldCall = CallOptions & {
  /** The caller's address; when omitted, every call comes from a different one. */
  from?: string
}

export type MemberWorld = {
  address: string
  /** The folder of uploaded files. */
  dataDir: string
  config: Config
  database: TestDatabase
  sandbox: Sandbox
  clock: MovableClock
  logText: () => string
  metricsText: () => Promise<string>
  call: (name: string, options?: WorldCall) => Promise<Answer>
  set: <N extends SettingName>(name: N, value: Settings[N]) => Promise<void>
  /** Proves a phone with a real code; returns the token that a registration requires. */
  verifyPhone: (phone: string) => Promise<string>
  /** Registers through the calls that the page makes. */
  addMember: (given?: Partial<Application>) => Promise<RegisteredMember>
  login: (username: string, password: string, options?: WorldCall) => Promise<string>
  /**
   * Runs the worker's jobs that are due; those that verify the ledger only when asked, since each would read it from
   * its beginning in every round.
   */
  runJobs: (asked?: { watches?: boolean }) => Promise<unknown>
  close: () => Promise<void>
}

export type Application = {
  name: string
  username: string
  password: string
  bankCode: string
  bankAccountName: string
  bankAccountNo: string
  sourceCode?: string
  inviteCode?: string
  currency?: string
}
export type RegisteredMember = Application & { id: string }

const tester = { actor: 'operator:test', requestId: 'test' } as const

type SettingsDeps = { db: TestDatabase['db']; clock: MovableClock }

const change = (deps: SettingsDeps, name: SettingName, value: unknown) =>
  changeSettings(deps, { ...tester, changes: [{ name, to: { value }, expectedVersion: null }] })

async function setIn(deps: SettingsDeps, name: SettingName, value: unknown): Promise<void> {
  await change(deps, name, value)
  // Processes drop the cache on NOTIFY, which takes a moment; moving the clock makes it certain.
  deps.clock.moveMs(31_000)
}

export type WorldOptions = {
  /** Tests register hundreds of members in one minute of a stopped clock; tests of the limits need the usual ones. */
  smsLimits?: 'wide' | 'usual'
  /** A usual hash takes the processor for tens of milliseconds; tests of hashes, queues and answer times need it. */
  hashes?: 'cheap' | 'usual'
}

const watching = /^ledger\.(?:verify|lookAtMeaning)/

const cheapHash = { memoryCost: 64, timeCost: 1, parallelism: 1 }

/** The whole server as `npm start` composes it, with its own database, outside world and clock. */
export async function openMemberWorld(
  given: Partial<Config> | ((sandboxUrl: string) => Partial<Config>) = {},
  { smsLimits = 'wide', hashes = 'cheap' }: WorldOptions = {},
): Promise<MemberWorld> {
  const [database, sandbox] = await Promise.all([createTestDatabase(), startSandbox()])
  const clock = movableClock()
  const { db } = database
  const config = typeof given === 'function' ? given(sandbox.url) : given
  const dataDir = mkdtempSync(join(tmpdir(), 'kapao-data-'))
  if (smsLimits === 'wide') await change({ db, clock }, 'sms.dayMax', 1_000_000)
  const factor = smsLimits === 'usual' && { rateLimitFactor: 1 }
  const { url: databaseUrl } = database
  const wholeConfig = { ...worldConfig(sandbox.url), databaseUrl, dataDir, ...factor, ...config }
  const { closeServer, ...server } = await startServer(wholeConfig, { db, clock, hashes })
  const { address } = server

  // Where banks and gateways send their messages.
  await sandbox.control('POST', '/app', { url: address })

  const call: MemberWorld['call'] = (name, { from, headers, ...rest } = {}) =>
    send(address, name, {
      ...rest,
      headers: { 'x-forwarded-for': from ?? anyAddress(), ...headers },
    })
  const verifyPhone = async (phone: string): Promise<string> => {
    const sent = await call('POST /api/otp/send', { body: { phoneNumber: phone } })
    const [message] = await sandbox.inbox(phone)
    const body = { otpToken: sent.body.otpToken, otpCode: message?.code }
    const verified = await call('POST /api/otp/verify', { body })
    if (verified.status !== 200) throw new Error(`not verified: ${verified.text}`)
    return body.otpToken
  }
  return {
    ...server,
    dataDir,
    config: wholeConfig,
    database,
    sandbox,
    clock,
    call,
    set: (name, value) => setIn({ db, clock }, name, value),
    verifyPhone,
    addMember: async (given = {}) => {
      const application = { ...anyApplication(), ...given }
      const otpToken = await verifyPhone(application.username)
      const answer = await call('POST /api/account', { body: { ...application, otpToken } })
      if (answer.status !== 200) throw new Error(`not registered: ${answer.text}`)
      const [row] = await db.query<{ id: string }>(
        'select id from account_member where bank_code = $1 and bank_account_no = $2',
        [application.bankCode, application.bankAccountNo.replaceAll(/\D/g, '')],
      )
      return { ...application, id: row!.id }
    },
    login: async (username, password, options) => {
      const answer = await call('POST /api/login', { ...options, body: { username, password } })
      if (answer.status !== 200) throw new Error(`not logged in: ${answer.text}`)
      return answer.body.token
    },
    close: async () => {
      await closeServer()
      await Promise.all([sandbox.stop(), database.drop()])
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The table does not allow older details, so its trigger is disabled for this. */
export async function makeOld(
  { database }: { database: Pick<TestDatabase, 'ownerDb'> },
  id: string,
  days = 1,
): Promise<void> {
  const trigger = 'trigger account_keep_details_since'
  await database.ownerDb.begin(async (tx) => {
    await tx.query(`alter table account_member disable ${trigger}`)
    await tx.query(
      `update account_member set details_since = details_since - $2 * interval '1 day' where id = $1`,
      [id, days],
    )
    await tx.query(`alter table account_member enable ${trigger}`)
  })
}

function worldConfig(url: string): Config {
  const sms = { key: 'sandbox-key', secret: 'sandbox-secret', sender: 'KAPAO' }
  return {
    ...testConfig,
    sandboxUrl: url,
    games: { credentialKey: Buffer.alloc(32, 7), agents: {} },
    bank: {
      feed: { current: 'sandbox-feed-secret' },
      sms: { current: 'sandbox-sms-secret' },
      statement: { url, key: 'sandbox-statement-key' },
    },
    giftLinks: { sealKey: Buffer.alloc(32, 9), address: url },
    rateLimitFactor: 1_000_000,
    trustedProxies: ['127.0.0.1'],
    sms: { ...sms, codeUrl: url, textUrl: url },
    slips: { shape: 'slipok', url, key: 'sandbox-slip-key', branch: '1' },
  }
}

export type RunningServer = Pick<MemberWorld, 'address' | 'logText' | 'metricsText' | 'runJobs'> & {
  closeServer: () => Promise<void>
}

/** A server beside that of a world, such as one on a copy of its database. */
export async function startServer(
  config: Config,
  {
    db,
    clock,
    hashes = 'cheap',
  }: { db: TestDatabase['db']; clock: MovableClock } & Pick<WorldOptions, 'hashes'>,
): Promise<RunningServer> {
  const lines: string[] = []
  const metrics = createMetrics()
  const system = await openSystem({
    config,
    db,
    clock,
    ids: systemIds,
    outside: openClients({ config, db, clock }),
    log: createLog('debug', { write: (line) => void lines.push(line) }),
    metrics,
    distDir: import.meta.dirname,
    forgottenAnswerAfterMs: 600,
    askAgainAfterMs: [50],
    ...(hashes === 'cheap' && { passwordHashCost: cheapHash }),
  })
  const { port } = await listen(system.fastify, config)
  return {
    address: `http://127.0.0.1:${port}`,
    logText: () => lines.join(''),
    metricsText: () => metrics.registry.metrics(),
    runJobs: ({ watches = false } = {}) =>
      system.jobs.runDue((name) => watches || !watching.test(name)),
    closeServer: async () => {
      await system.fastify.close()
      await system.close()
    },
  }
}

export function anyPhone(): string {
  return `08${randomInt(100_000_000).toString().padStart(8, '0')}`
}

export function anyAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
}

export function anyApplication(): Application {
  return {
    name: 'Somchai',
    username: anyPhone(),
    password: 'seven green mangoes',
    bankCode: 'KBANK',
    bankAccountName: 'SOMCHAI JAIDEE',
    bankAccountNo: String(randomInt(10 ** 10, 10 ** 11)).slice(0, 10),
  }
}
