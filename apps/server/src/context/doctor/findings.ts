import type { FindingCode } from '@kapao/contract/console/house-words'
import { isIP } from 'node:net'
import type { Config } from '#context/config.ts'

export type Grade = 'must' | 'should' | 'fine'

/** One finding about how a process is set up; `what` says what to do if anything. */
export type Finding = {
  code: FindingCode
  grade: Grade
  process: 'server' | 'worker' | 'console' | 'every'
  what: string
}

type CheckedConfig = Pick<
  Config,
  | 'databaseUrl'
  | 'databaseReadUrl'
  | 'redisUrl'
  | 'sandboxUrl'
  | 'fileLinkKey'
  | 'games'
  | 'trustedProxies'
  | 'tls'
  | 'metricsPort'
  | 'payouts'
  | 'gateways'
  | 'giftLinks'
  | 'sms'
  | 'slips'
  | 'bank'
  | 'sealsOutside'
  | 'console'
  | 'walletOrigin'
>

type Rule = Pick<Finding, 'code' | 'process'> & {
  judge: (config: CheckedConfig) => [Grade, string]
}

/** Production refuses to start while a `must` is unmet: members' money, passwords or secrets would be at risk. */
const rules: Rule[] = [
  {
    code: 'databaseTls',
    process: 'every',
    judge: ({ databaseUrl }) => judgeDatabase('DATABASE_URL', databaseUrl),
  },
  {
    code: 'readDatabaseTls',
    process: 'every',
    judge: ({ databaseReadUrl }) =>
      databaseReadUrl === null
        ? ['fine', 'without DATABASE_READ_URL the primary serves all reads']
        : judgeDatabase('DATABASE_READ_URL', databaseReadUrl),
  },
  {
    code: 'serverTls',
    process: 'server',
    judge: ({ tls, trustedProxies }) =>
      tls !== null || trustedProxies.length > 0
        ? ['fine', 'TLS ends here or at a known proxy']
        : [
            'must',
            'TRUSTED_PROXIES names no proxy, and TLS_KEY_FILE is missing: passwords would arrive unencrypted, ' +
              'or all members would share the address of a proxy',
          ],
  },
  {
    code: 'walletOrigin',
    process: 'server',
    judge: ({ walletOrigin }) =>
      walletOrigin === null
        ? ['should', 'WALLET_ORIGIN is missing: members cannot log in with passkeys']
        : ['fine', 'WALLET_ORIGIN is where members log in with passkeys'],
  },
  {
    code: 'consoleOrigin',
    process: 'console',
    judge: ({ console: { port, origin } }) => {
      if (port === null) return ['fine', 'CONSOLE_PORT is off: operators work at terminals alone']
      return URL.parse(origin)?.protocol === 'https:'
        ? ['fine', 'CONSOLE_ORIGIN is where operators sign in']
        : [
            'must',
            'CONSOLE_ORIGIN must be the https address of the console: passkeys are bound to it',
          ]
    },
  },
  {
    code: 'consoleTls',
    process: 'console',
    judge: ({ tls, trustedProxies, console: { port } }) =>
      port === null || tls !== null || trustedProxies.length > 0
        ? ['fine', 'the console’s TLS ends here or at a known proxy']
        : [
            'must',
            'TRUSTED_PROXIES names no proxy of the console, and TLS_KEY_FILE is missing: all operators would share the address of a proxy',
          ],
  },
  {
    code: 'gameKey',
    process: 'every',
    judge: ({ games: { agents, credentialKey } }) => {
      if (credentialKey !== null)
        return ['fine', "GAME_CREDENTIAL_KEY seals members' passwords at providers"]
      return isAny(agents)
        ? [
            'must',
            'GAME_CREDENTIAL_KEY is missing: no member can have an account at the providers of GAME_AGENTS_FILE',
          ]
        : ['should', 'GAME_AGENTS_FILE and GAME_CREDENTIAL_KEY are missing: there are no games']
    },
  },
  {
    code: 'fileLinkKey',
    process: 'server',
    judge: ({ fileLinkKey, redisUrl }) => {
      if (fileLinkKey !== null) return ['fine', 'FILE_LINK_KEY signs addresses of files']
      const alone =
        'FILE_LINK_KEY is missing: the address of a file works only at the process that made it'
      return redisUrl === null
        ? ['should', `${alone}, and only until that restarts`]
        : ['must', `${alone}, and REDIS_URL means that there are several`]
    },
  },
  {
    code: 'redis',
    process: 'every',
    judge: ({ redisUrl }) => {
      if (redisUrl === null)
        return [
          'should',
          'REDIS_URL is missing: each of several processes pushes and counts for itself',
        ]
      return URL.parse(redisUrl)?.protocol !== 'rediss:' && isElsewhere(redisUrl)
        ? ['should', 'REDIS_URL leads to another machine without TLS: use rediss://']
        : ['fine', 'Redis is on this machine or reached by TLS']
    },
  },
  has(['metrics', 'every'], ({ metricsPort }) => metricsPort !== null, [
    'METRICS_PORT serves metrics and health',
    'METRICS_PORT is missing: this process cannot be monitored',
  ]),
  has(['seals', 'worker'], ({ sealsOutside }) => sealsOutside !== null, [
    'SEALS_OUTSIDE keeps the heads of the seals outside the database',
    'SEALS_OUTSIDE is missing: the owner of the database can rewrite the past unnoticed',
  ]),
  has(
    ['payoutAccounts', 'every'],
    ({ payouts, sandboxUrl }) => sandboxUrl !== null || isAny(payouts),
    [
      'PAYOUTS_FILE, or the sandbox, names the payers of withdrawals',
      'PAYOUTS_FILE is missing: an operator must pay every withdrawal by hand',
    ],
  ),
  has(
    ['gatewayAccounts', 'every'],
    ({ gateways, sandboxUrl }) => sandboxUrl !== null || isAny(gateways),
    [
      'GATEWAYS_FILE, or the sandbox, names the payment gateways',
      'GATEWAYS_FILE is missing: there are no QR codes to pay by',
    ],
  ),
  has(['bankReports', 'every'], ({ bank }) => bank.feed !== null || bank.sms !== null, [
    'BANK_FEED_SECRET or BANK_SMS_SECRET lets banks report transfers',
    'BANK_FEED_SECRET and BANK_SMS_SECRET are missing: no bank can report transfers to our accounts',
  ]),
  has(['bankStatement', 'worker'], ({ bank }) => bank.statement !== null, [
    'BANK_STATEMENT_URL finds deposits whose message was lost',
    'BANK_STATEMENT_URL is missing: a deposit whose bank message was lost is not found',
  ]),
  has(['slipService', 'every'], ({ slips }) => slips !== null, [
    'SLIP_SERVICE checks slips',
    'SLIP_SERVICE is missing: slips end as UNKNOW_ERROR',
  ]),
  has(['giftLinkKey', 'every'], ({ giftLinks }) => giftLinks.sealKey !== null, [
    'GIFT_LINK_SEAL_KEY seals the keys of gift links',
    'GIFT_LINK_SEAL_KEY is missing: there are no gift links',
  ]),
  has(['smsKey', 'every'], ({ sms }) => sms !== null, [
    'SMS_KEY sends codes and notices',
    'SMS_KEY is missing: no codes and no notices are sent',
  ]),
]

export function findFindings(config: CheckedConfig): Finding[] {
  return rules.map(({ code, process, judge }) => {
    const [grade, what] = judge(config)
    return { code, grade, process, what }
  })
}

const isAny = (accounts: object): boolean => Object.keys(accounts).length > 0

function has(
  [code, process]: [FindingCode, Rule['process']],
  isSet: (config: CheckedConfig) => boolean,
  [fine, missing]: [string, string],
): Rule {
  return {
    code,
    process,
    judge: (config) => (isSet(config) ? ['fine', fine] : ['should', missing]),
  }
}

/** Modes that the driver treats as verify-full, unless libpq compatibility is set. */
const checkedModes = /^(?:prefer|require|verify-ca|verify-full)$/

function judgeDatabase(name: string, url: string): [Grade, string] {
  const parameters = URL.parse(url)?.searchParams
  const mode = parameters?.get('sslmode') ?? ''
  const isLenient = parameters?.get('uselibpqcompat') === 'true' && mode !== 'verify-full'
  if (!isElsewhere(url)) return ['fine', `${name} stays on this machine`]
  if (checkedModes.test(mode) && !isLenient)
    return ['fine', `${name} uses TLS and verifies the server`]
  if (mode !== '' && mode !== 'disable')
    return [
      'should',
      `${name} uses TLS without verifying the server: set sslmode=verify-full and sslrootcert`,
    ]
  return [
    'must',
    `${name} leads to another machine without TLS: add sslmode=verify-full and sslrootcert to the address`,
  ]
}

/** Whether an address leads off this machine. A socket is a path, as the host or in the parameter `host`. */
export function isElsewhere(url: string): boolean {
  const parsed = URL.parse(url)
  const host = parsed?.searchParams.get('host') ?? decodeURIComponent(parsed?.hostname ?? '')
  if (host === '' || host.startsWith('/') || host === 'localhost') return false
  const address = host.replace(/^\[|\]$/g, '')
  return !(isIP(address) === 4 ? address.startsWith('127.') : address === '::1')
}
