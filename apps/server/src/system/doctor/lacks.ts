import { isIP } from 'node:net'
import type { Config } from '../config.ts'

export type Grade = 'must' | 'should' | 'fine'

/** One thing about how a process is set up; `what` says what to do where there is something to do. */
export type Finding = { grade: Grade; process: 'server' | 'worker' | 'every'; what: string }

type Looked = Pick<
  Config,
  | 'databaseUrl'
  | 'databaseReadUrl'
  | 'redisUrl'
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
>

type Rule = { process: Finding['process']; judge: (config: Looked) => [Grade, string] }

/** Production refuses to start where a `must` is not met: members' money, passwords or secrets would be at stake. */
const rules: Rule[] = [
  { process: 'every', judge: ({ databaseUrl }) => judgeDatabase('DATABASE_URL', databaseUrl) },
  {
    process: 'every',
    judge: ({ databaseReadUrl }) =>
      databaseReadUrl === null
        ? ['fine', 'without DATABASE_READ_URL all is read from the one database']
        : judgeDatabase('DATABASE_READ_URL', databaseReadUrl),
  },
  {
    process: 'server',
    judge: ({ tls, trustedProxies }) =>
      tls !== null || trustedProxies.length > 0
        ? ['fine', 'TLS ends here or at a proxy that is known']
        : [
            'must',
            'TRUSTED_PROXIES names no proxy, and there is no TLS_KEY_FILE: passwords would come in the open, ' +
              'or all members would count as the one address of a proxy',
          ],
  },
  {
    process: 'every',
    judge: ({ games: { agents, credentialKey } }) => {
      if (credentialKey !== null)
        return ['fine', 'GAME_CREDENTIAL_KEY seals passwords at providers']
      return Object.keys(agents).length > 0
        ? [
            'must',
            'GAME_CREDENTIAL_KEY is missing: no member can have an account at the providers of GAME_AGENTS_FILE',
          ]
        : ['should', 'GAME_AGENTS_FILE and GAME_CREDENTIAL_KEY are missing: there are no games']
    },
  },
  {
    process: 'server',
    judge: ({ fileLinkKey, redisUrl }) => {
      if (fileLinkKey !== null) return ['fine', 'FILE_LINK_KEY signs addresses of files']
      const alone =
        'FILE_LINK_KEY is missing: an address of a file opens only at the process that made it'
      return redisUrl === null
        ? ['should', `${alone}, and no longer than that runs`]
        : ['must', `${alone}, and REDIS_URL says that there are several`]
    },
  },
  {
    process: 'every',
    judge: ({ redisUrl }) => {
      if (redisUrl === null)
        return [
          'should',
          'REDIS_URL is missing: processes beside each other push and count for themselves',
        ]
      return isOpenWay(redisUrl, 'rediss:')
        ? ['should', 'REDIS_URL leads to another machine in the open: use rediss://']
        : ['fine', 'Redis is on this machine or reached by TLS']
    },
  },
  has('every', ({ metricsPort }) => metricsPort !== null, [
    'METRICS_PORT tells figures and health',
    'METRICS_PORT is missing: nobody can watch this process',
  ]),
  has('worker', ({ sealsOutside }) => sealsOutside !== null, [
    'SEALS_OUTSIDE keeps heads of the seals outside',
    'SEALS_OUTSIDE is missing: the owner of the database can rewrite the past unseen',
  ]),
  has('every', ({ payouts }) => Object.keys(payouts).length > 0, [
    'PAYOUTS_FILE names who pays withdrawals',
    'PAYOUTS_FILE is missing: every withdrawal waits for a person who pays it by hand',
  ]),
  has('every', ({ gateways }) => Object.keys(gateways).length > 0, [
    'GATEWAYS_FILE names the payment gateways',
    'GATEWAYS_FILE is missing: there are no codes to pay by',
  ]),
  has('every', ({ bank }) => bank.feed !== null || bank.sms !== null, [
    'BANK_FEED_SECRET or BANK_SMS_SECRET lets banks tell of money',
    'BANK_FEED_SECRET and BANK_SMS_SECRET are missing: nobody tells of transfers to our accounts',
  ]),
  has('worker', ({ bank }) => bank.statement !== null, [
    'BANK_STATEMENT_URL finds deposits whose message was lost',
    'BANK_STATEMENT_URL is missing: a message of a bank that was lost is found by nobody',
  ]),
  has('every', ({ slips }) => slips !== null, [
    'SLIP_SERVICE checks slips',
    'SLIP_SERVICE is missing: slips end as UNKNOW_ERROR',
  ]),
  has('every', ({ giftLinks }) => giftLinks.sealKey !== null, [
    'GIFT_LINK_SEAL_KEY seals the keys of gift links',
    'GIFT_LINK_SEAL_KEY is missing: there are no gift links',
  ]),
  has('every', ({ sms }) => sms !== null, [
    'SMS_KEY sends codes and notices',
    'SMS_KEY is missing: no codes and no notices are sent',
  ]),
]

export function findLacks(config: Looked): Finding[] {
  return rules.map(({ process, judge }) => {
    const [grade, what] = judge(config)
    return { grade, process, what }
  })
}

function has(
  process: Rule['process'],
  isThere: (config: Looked) => boolean,
  [fine, missing]: [string, string],
): Rule {
  return { process, judge: (config) => (isThere(config) ? ['fine', fine] : ['should', missing]) }
}

/** Modes that the driver treats as verify-full, unless libpq compatibility is set. */
const checkedModes = /^(?:prefer|require|verify-ca|verify-full)$/

function judgeDatabase(name: string, url: string): [Grade, string] {
  const asked = URL.parse(url)?.searchParams
  const mode = asked?.get('sslmode') ?? ''
  const isLenient = asked?.get('uselibpqcompat') === 'true' && mode !== 'verify-full'
  if (!isElsewhere(url)) return ['fine', `${name} stays on this machine`]
  if (checkedModes.test(mode) && !isLenient)
    return ['fine', `${name} has TLS, and who answers is checked`]
  if (mode !== '' && mode !== 'disable')
    return [
      'should',
      `${name} has TLS and does not say who is checked: sslmode=verify-full and sslrootcert`,
    ]
  return [
    'must',
    `${name} leads to another machine without TLS: sslmode=verify-full and sslrootcert in the address`,
  ]
}

function isOpenWay(url: string, sealed: string): boolean {
  return URL.parse(url)?.protocol !== sealed && isElsewhere(url)
}

/** Whether an address leads off this machine; a socket is a path, in the place of the host or beside it. */
export function isElsewhere(url: string): boolean {
  const parsed = URL.parse(url)
  const host = parsed?.searchParams.get('host') ?? decodeURIComponent(parsed?.hostname ?? '')
  if (host === '' || host.startsWith('/') || host === 'localhost') return false
  const address = host.replace(/^\[|\]$/g, '')
  return !(isIP(address) === 4 ? address.startsWith('127.') : address === '::1')
}
