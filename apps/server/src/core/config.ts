import { existsSync, readFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { join } from 'node:path'
import { variants, type Variant } from '@kapao/contract/limits'

export type { Variant }

export type Config = {
  production: boolean
  host: string
  port: number
  databaseUrl: string
  /** The owner of the tables, needed only to migrate; never the running server's own. */
  databaseOwnerUrl: string | null
  variant: Variant
  dataDir: string
  /** Where the outside world is played; null wherever it is real. */
  sandboxUrl: string | null
  /** The account with the SMS company; null sends nothing, and says so. */
  sms: SmsAccount | null
  games: GamesAccount
  /** The step at which the process kills itself, for tests of crashes; never in production. */
  failpoint: string | null
  runWorker: boolean
  metricsPort: number | null
  /** Addresses and networks whose `x-forwarded-for` is believed. */
  trustedProxies: string[]
  tls: { key: string; cert: string } | null
  logLevel: LogLevel
  /** The command line's: where an operator's own token lies. */
  tokenFile: string | null
  /** Multiplies every figure of the rate limiter; load tests raise it. */
  rateLimitFactor: number
}

export type SmsAccount = {
  key: string
  secret: string
  /** Where one-time codes are made and checked. */
  codeUrl: string
  /** Where plain messages are sent. */
  textUrl: string
  /** At most 11 letters, registered with the company. */
  sender: string
}

export type GamesAccount = {
  /** 32 bytes under which members' passwords at providers are kept; null leaves accounts at providers closed. */
  credentialKey: Buffer | null
  /** Who we are at each provider, by its code. */
  agents: Readonly<Record<string, { id: string; key: string; client?: string }>>
}

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export type Environment = Readonly<Record<string, string | undefined>>

/** Says everything that is wrong at once, so that nobody has to start ten times. */
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
  const problems: string[] = []
  const read = readerOf(env, problems)
  const production = env['NODE_ENV'] === 'production'
  const dataDir = env['DATA_DIR'] || '.data'
  const sandboxUrl = read.url('SANDBOX_URL')
  const config: Config = {
    production,
    host: env['HOST'] || (production ? '0.0.0.0' : '127.0.0.1'),
    port: read.port('PORT') ?? 8080,
    databaseUrl: databaseUrlOf(env, dataDir, problems),
    databaseOwnerUrl: env['DATABASE_OWNER_URL'] || null,
    variant: read.oneOf('VARIANT', variants) ?? 'thai',
    dataDir,
    sandboxUrl,
    sms: smsAccountOf(env, sandboxUrl, problems),
    games: gamesAccountOf(env, sandboxUrl, problems),
    failpoint: env['FAILPOINT'] || null,
    runWorker: read.flag('RUN_WORKER') ?? false,
    metricsPort: read.port('METRICS_PORT'),
    trustedProxies: read.networks('TRUSTED_PROXIES'),
    tls: read.tls(),
    tokenFile: env['KAPAO_TOKEN_FILE'] || null,
    logLevel: read.oneOf('LOG_LEVEL', logLevels) ?? 'info',
    rateLimitFactor: read.factor('RATE_LIMIT_FACTOR') ?? 1,
  }
  if (production) problems.push(...unsafeInProduction(config))
  if (problems.length > 0) throw new ConfigInvalid(problems)
  return config
}

const loosestFactorInProduction = 10
const defaultPasswords = ['postgres', 'password', 'kapao', 'secret', 'changeme']

function unsafeInProduction(config: Config): string[] {
  const problems: string[] = []
  if (config.sandboxUrl)
    problems.push('SANDBOX_URL is set: production never talks to the sandbox; remove it')
  if (config.failpoint) problems.push('FAILPOINT is set: it kills the process; remove it')
  if (config.rateLimitFactor > loosestFactorInProduction)
    problems.push(`RATE_LIMIT_FACTOR may be at most ${loosestFactorInProduction} in production`)
  const password = URL.parse(config.databaseUrl)?.password
  if (password && defaultPasswords.includes(decodeURIComponent(password).toLowerCase()))
    problems.push('DATABASE_URL holds a default password: give the database one of its own')
  return problems
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

/** `npm start` writes where its database listens, so that the command line needs no settings. */
function urlOfRunningCopy(dataDir: string): string | null {
  const file = join(dataDir, 'run.json')
  if (!existsSync(file)) return null
  try {
    const run = JSON.parse(readFileSync(file, 'utf8')) as { databaseUrl?: unknown }
    return typeof run.databaseUrl === 'string' ? run.databaseUrl : null
  } catch {
    // A file that is half written belongs to a copy that is just starting or has died.
    return null
  }
}

/** docs/outside/sms.md: the two products of the company are on two hosts; the sandbox plays both. */
function smsAccountOf(
  env: Environment,
  sandboxUrl: string | null,
  problems: string[],
): SmsAccount | null {
  const sender = env['SMS_SENDER'] || 'KAPAO'
  if (!/^[A-Za-z0-9]{1,11}$/.test(sender))
    problems.push('SMS_SENDER must be at most 11 letters and digits')
  if (sandboxUrl)
    return {
      key: 'sandbox-key',
      secret: 'sandbox-secret',
      codeUrl: sandboxUrl,
      textUrl: sandboxUrl,
      sender,
    }
  const { SMS_KEY: key, SMS_SECRET: secret } = env
  if (!key !== !secret) problems.push('SMS_KEY and SMS_SECRET belong together: set both or none')
  if (!key || !secret) return null
  return {
    key,
    secret,
    codeUrl: 'https://otp.thaibulksms.com',
    textUrl: 'https://api-v2.thaibulksms.com',
    sender,
  }
}

const keyForm = /^[0-9a-f]{64}$/i
const agentFields = ['id', 'key', 'client']

/** GAME_AGENTS_FILE is JSON such as {"pg": {"id": "...", "key": "..."}}: secrets are no settings, which every operator sees. */
function gamesAccountOf(
  env: Environment,
  sandboxUrl: string | null,
  problems: string[],
): GamesAccount {
  const { GAME_CREDENTIAL_KEY: key, GAME_AGENTS_FILE: file } = env
  if (key && !keyForm.test(key))
    problems.push(
      'GAME_CREDENTIAL_KEY must be 64 hexadecimal digits, such as `openssl rand -hex 32`',
    )
  // The play world has no secrets, and a demo must not lose its members' accounts at every start.
  const hex = key ?? (sandboxUrl ? '5a'.repeat(32) : null)
  const credentialKey = hex !== null && keyForm.test(hex) ? Buffer.from(hex, 'hex') : null
  return { credentialKey, agents: file ? agentsIn(file, problems) : {} }
}

function agentsIn(file: string, problems: string[]): GamesAccount['agents'] {
  try {
    const agents = JSON.parse(readFileSync(file, 'utf8')) as GamesAccount['agents']
    const areAgents = Object.values(agents).every(
      (agent) =>
        typeof agent.id === 'string' &&
        typeof agent.key === 'string' &&
        Object.keys(agent).every((field) => agentFields.includes(field)),
    )
    if (areAgents) return agents
    problems.push('GAME_AGENTS_FILE must give an id and a key for each provider')
  } catch (error) {
    problems.push(`GAME_AGENTS_FILE cannot be read: ${(error as Error).name}`)
  }
  return {}
}

function readerOf(env: Environment, problems: string[]) {
  const parse = <T>(name: string, rule: string, read: (text: string) => T | null): T | null => {
    const text = env[name]
    if (text === undefined || text === '') return null
    const value = read(text)
    // The value is not repeated: a secret may have been pasted into the wrong setting.
    if (value === null) problems.push(`${name} must be ${rule}`)
    return value
  }
  return {
    port: (name: string) =>
      parse(name, 'a port from 0 to 65535', (text) =>
        /^\d{1,5}$/.test(text) && Number(text) <= 65535 ? Number(text) : null,
      ),
    flag: (name: string) =>
      parse(name, '1 or 0', (text) =>
        text === '1' || text === 'true' ? true : text === '0' || text === 'false' ? false : null,
      ),
    oneOf: <const T extends string>(name: string, allowed: readonly T[]) =>
      parse(
        name,
        `one of ${allowed.join(', ')}`,
        (text) => allowed.find((a) => a === text) ?? null,
      ),
    factor: (name: string) =>
      parse(name, 'a number above 0', (text) => (Number(text) > 0 ? Number(text) : null)),
    url: (name: string) =>
      parse(name, 'an http or https address', (text) =>
        /^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text.replace(/\/+$/, '') : null,
      ),
    networks: (name: string) =>
      parse(
        name,
        'addresses or networks such as 10.0.0.0/8,::1; true and numbers would believe anybody',
        networksOf,
      ) ?? [],
    tls: () => tlsOf(env, problems),
  }
}

function networksOf(text: string): string[] | null {
  const networks = text.split(',').map((part) => part.trim())
  return networks.every(isNetwork) ? networks : null
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  if (prefix === undefined) return true
  if (!/^\d{1,3}$/.test(prefix)) return false
  try {
    new BlockList().addSubnet(address, Number(prefix), family === 6 ? 'ipv6' : 'ipv4')
    // A network of everything is `true` in other words.
    return Number(prefix) > 0
  } catch {
    return false
  }
}

function tlsOf(env: Environment, problems: string[]): Config['tls'] {
  const keyFile = env['TLS_KEY_FILE']
  const certFile = env['TLS_CERT_FILE']
  if (!keyFile && !certFile) return null
  if (!keyFile || !certFile) {
    problems.push('TLS_KEY_FILE and TLS_CERT_FILE belong together: set both or none')
    return null
  }
  try {
    return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8') }
  } catch (error) {
    problems.push(`TLS_KEY_FILE or TLS_CERT_FILE cannot be read: ${(error as Error).message}`)
    return null
  }
}
