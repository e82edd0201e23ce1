import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bytesOfMb, variants, type Variant } from '@kapao/contract/limits'
import { bankAccessOf, unsafeBank, type BankAccess } from '#outside/bank/account.ts'
import { gamesAccountOf, unsafeGames, type GamesAccount } from '#outside/games/account.ts'
import {
  gatewayAccountsOf,
  unsafeGateways,
  type GatewayAccounts,
} from '#outside/gateways/account.ts'
import {
  giftLinkAccountOf,
  unsafeGiftLinks,
  type GiftLinkAccount,
} from '#outside/giftlink/account.ts'
import { payoutAccountsOf, unsafePayouts, type PayoutAccounts } from '#outside/payout/account.ts'
import {
  hasDefaultPassword,
  isDefaultKey,
  isDefaultSecret,
  keyOf,
  type Environment,
} from '#core/secrets.ts'
import { sealsOutsideOf, unsafeSeals, type SealsOutside } from '#outside/seals/account.ts'
import { slipServiceOf, unsafeSlips, type SlipService } from '#outside/slips/account.ts'
import { smsAccountOf, type SmsAccount } from '#outside/sms/account.ts'
import { supervisorOf, type SupervisorPlace } from '#core/jobs/supervisor.ts'
import { logLevels, type LogLevel } from '#core/telemetry/log.ts'
import { consolePlaceOf, unsafeConsole, type ConsolePlace } from './console-place.ts'
import { walletOriginOf } from './wallet-origin.ts'
import type { BucketAddress } from '#core/buckets/address.ts'
import { unsafeUploads, uploadsBucketOf } from '#core/uploads/bucket/account.ts'
import { readerOf } from './environment.ts'

export type Config = {
  /** Also true in staging, which is production in all but the outside world. */
  production: boolean
  host: string
  port: number
  console: ConsolePlace
  /** The origin of the members' page. Passkeys are bound to its name; null switches them off. */
  walletOrigin: string | null
  databaseUrl: string
  /** A standby, for what may be old; null reads everything from the one database. */
  databaseReadUrl: string | null
  /** What is older than this is not read from it. */
  databaseReadAgeMaxMs: number
  databaseReadOutageMaxMs: number
  /** Of its pool; listeners hold a few more. */
  databaseConnections: number
  /** The owner of the tables, needed only to migrate; the running server never uses it. */
  databaseOwnerUrl: string | null
  variant: Variant
  dataDir: string
  /** Where the outside world is simulated; null when it is real. */
  sandboxUrl: string | null
  /** Where browsers reach the sandbox, which differs from our address with --lan; null when both are the same. */
  sandboxPublicUrl: string | null
  /** The account at the SMS company; with null nothing is sent, and a warning says so. */
  sms: SmsAccount | null
  games: GamesAccount
  /** The sources that report money at the operator's bank accounts. */
  bank: BankAccess
  /** The operator's account at each payment gateway, by its code; the sandbox has accounts of its own. */
  gateways: GatewayAccounts
  giftLinks: GiftLinkAccount
  /** The operator's accounts at payout companies, by channel; the sandbox has channels of its own. */
  payouts: PayoutAccounts
  slips: SlipService | null
  /** Where heads of the seals are copied to; null keeps them only in the database. */
  sealsOutside: SealsOutside | null
  /**
   * Signs the addresses of uploaded files; all processes of a deployment need the same key. Without one each process
   * makes its own, and an address works only at the process that made it.
   */
  fileLinkKey: Buffer | null
  /** Where uploaded files are kept; null keeps them in DATA_DIR/uploads, which all processes then share. */
  uploadsBucket: BucketAddress | null
  /** Uploads are refused while the disk of DATA_DIR has less. */
  uploadsFreeBytesMin: number
  /** The step at which the process kills itself, for tests of crashes; never in production. */
  failpoint: string | null
  runWorker: boolean
  /** Where metrics and health are served; members must not reach it. */
  metricsHost: string
  metricsPort: number | null
  /** The collector of traces (OTLP over HTTP); null exports none. */
  tracesUrl: string | null
  supervisor: SupervisorPlace | null
  /** Addresses and networks whose `x-forwarded-for` is believed. */
  trustedProxies: string[]
  /** Origins whose pages may open sockets; empty means the host of the request. */
  socketOrigins: string[]
  /** Carries pushes between processes; null when there is only one. */
  redisUrl: string | null
  tls: { key: string; cert: string } | null
  logLevel: LogLevel
  /** For the command line: where the operator's token is. */
  tokenFile: string | null
  /** Multiplies every limit of the rate limiter; load tests raise it. */
  rateLimitFactor: number
}

/** Lists all problems at once, so that one start reveals them all. */
export class ConfigInvalid extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`the settings of the process are not right:\n${problems.map((p) => `  ${p}`).join('\n')}`)
    this.name = 'ConfigInvalid'
    this.problems = problems
  }
}

/** The only reader of the environment. */
export function readConfig(env: Environment = process.env): Config {
  const { config, problems } = examineConfig(env)
  if (problems.length > 0) throw new ConfigInvalid(problems)
  return config
}

/** The same without an exception, for `kapao doctor`; an invalid setting has its default. */
export function examineConfig(env: Environment = process.env): {
  config: Config
  problems: string[]
} {
  const problems: string[] = []
  const read = readerOf(env, problems)
  const isStaging = env['NODE_ENV'] === 'staging'
  const production = env['NODE_ENV'] === 'production' || isStaging
  const dataDir = env['DATA_DIR'] || '.data'
  const sandboxUrl = read.url('SANDBOX_URL') ?? ofRunningCopy(env, dataDir, 'sandbox')
  const config: Config = {
    production,
    host: env['HOST'] || (production ? '0.0.0.0' : '127.0.0.1'),
    port: read.port('PORT') ?? 8080,
    console: consolePlaceOf(env, read, {
      problems,
      running: ofRunningCopy(env, dataDir, 'console'),
    }),
    walletOrigin: walletOriginOf(env, read, { problems, production }),
    databaseUrl: databaseUrlOf(env, dataDir, problems),
    databaseReadUrl: read.database('DATABASE_READ_URL'),
    databaseReadAgeMaxMs: (read.whole('DATABASE_READ_AGE_MAX', [1, 60]) ?? 10) * 1_000,
    databaseReadOutageMaxMs: (read.whole('DATABASE_READ_OUTAGE_MAX', [10, 3_600]) ?? 600) * 1_000,
    databaseConnections: read.whole('DATABASE_CONNECTIONS', [4, 200]) ?? 20,
    databaseOwnerUrl: env['DATABASE_OWNER_URL'] || null,
    variant: read.oneOf('VARIANT', variants) ?? 'thai',
    dataDir,
    sandboxUrl,
    sandboxPublicUrl: read.url('SANDBOX_PUBLIC_URL'),
    sms: smsAccountOf(env, sandboxUrl, problems),
    games: gamesAccountOf(env, sandboxUrl, problems),
    bank: bankAccessOf(env, sandboxUrl, problems),
    gateways: gatewayAccountsOf(env, problems),
    giftLinks: giftLinkAccountOf(env, sandboxUrl, problems),
    payouts: payoutAccountsOf(env, problems),
    slips: slipServiceOf(env, sandboxUrl, problems),
    sealsOutside: sealsOutsideOf(env, problems),
    fileLinkKey: keyOf(env, 'FILE_LINK_KEY', problems),
    uploadsBucket: uploadsBucketOf(env, problems),
    uploadsFreeBytesMin: (read.whole('UPLOADS_FREE_MB', [0, 1_000_000]) ?? 1_024) * bytesOfMb,
    failpoint: env['FAILPOINT'] || null,
    runWorker: read.flag('RUN_WORKER') ?? false,
    metricsHost: read.privateAddress('METRICS_HOST') ?? '127.0.0.1',
    metricsPort: read.port('METRICS_PORT'),
    supervisor: supervisorOf(env),
    tracesUrl: read.url('OTEL_EXPORTER_OTLP_ENDPOINT'),
    trustedProxies: read.networks('TRUSTED_PROXIES'),
    socketOrigins: read.origins('SOCKET_ORIGINS'),
    redisUrl: read.redis('REDIS_URL'),
    tls: read.tls(),
    tokenFile: env['KAPAO_TOKEN_FILE'] || null,
    logLevel: read.oneOf('LOG_LEVEL', logLevels) ?? 'info',
    rateLimitFactor: read.factor('RATE_LIMIT_FACTOR') ?? 1,
  }
  if (production) problems.push(...unsafeInProduction(config, { isStaging }))
  return { config, problems }
}

const loosestFactorInProduction = 10

function unsafeInProduction(config: Config, { isStaging }: { isStaging: boolean }): string[] {
  const problems: string[] = []
  // The sandbox's own secrets are public, but they disappear with it, so only the sandbox itself is reported.
  if (config.sandboxUrl) {
    if (!isStaging)
      problems.push('SANDBOX_URL is set: production never talks to the sandbox; remove it')
  } else problems.push(...unsafeAccounts(config))
  problems.push(...unsafeSeals(config.sealsOutside), ...unsafeConsole(config.console))
  if (isDefaultKey(config.fileLinkKey))
    problems.push('FILE_LINK_KEY is a default one; generate a new one')
  if (config.failpoint) problems.push('FAILPOINT is set: it kills the process; remove it')
  if (config.rateLimitFactor > loosestFactorInProduction)
    problems.push(`RATE_LIMIT_FACTOR may be at most ${loosestFactorInProduction} in production`)
  const { databaseUrl, databaseOwnerUrl, redisUrl } = config
  if ([databaseUrl, databaseOwnerUrl, config.databaseReadUrl].some(hasDefaultPassword))
    problems.push('DATABASE_URL holds a default password: give the database one of its own')
  if (hasDefaultPassword(redisUrl))
    problems.push('REDIS_URL holds a default password: set a new one')
  return problems
}

function unsafeAccounts(config: Config): string[] {
  const { sms } = config
  const isSmsKnown = sms !== null && [sms.key, sms.secret].some(isDefaultSecret)
  return [
    ...unsafeGateways(config.gateways),
    ...unsafePayouts(config.payouts),
    ...unsafeGiftLinks(config.giftLinks),
    ...unsafeBank(config.bank),
    ...unsafeGames(config.games),
    ...unsafeSlips(config.slips),
    ...unsafeUploads(config.uploadsBucket),
    ...(isSmsKnown ? ['SMS_KEY or SMS_SECRET is a default one; request new ones'] : []),
  ]
}

function databaseUrlOf(env: Environment, dataDir: string, problems: string[]): string {
  const url = env['DATABASE_URL'] || urlOfRunningCopy(dataDir)
  if (!url) {
    problems.push(
      `DATABASE_URL is missing, and nothing runs in DATA_DIR (${dataDir}): set it, or run \`npm start\` first`,
    )
    return ''
  }
  if (!/^postgres(ql)?:\/\//.test(url))
    problems.push('DATABASE_URL must begin with postgres:// or postgresql://')
  return url
}

/** `npm start` writes where its parts are, so that the command line needs no settings. */
function urlOfRunningCopy(dataDir: string, name = 'databaseUrl'): string | null {
  const file = join(dataDir, 'run.json')
  if (!existsSync(file)) return null
  try {
    const run = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    const url = run[name]
    return typeof url === 'string' ? url : null
  } catch {
    // A half-written file belongs to a copy that is starting or has crashed.
    return null
  }
}

/** Commands on a demo's database use that demo's sandbox and console; a configured database has none. */
function ofRunningCopy(
  env: Environment,
  dataDir: string,
  name: 'sandbox' | 'console',
): string | null {
  const isOwn = env['DATABASE_URL'] || ['production', 'staging'].includes(env['NODE_ENV'] ?? '')
  return isOwn ? null : urlOfRunningCopy(dataDir, name)
}
