import type { WebhookSecrets } from '#core/webhooks/signature.ts'
import {
  isDefaultSecret,
  isPlainHttp,
  isWeak,
  isWebAddress,
  secretLengthMin,
  type Environment,
} from '#core/secrets.ts'

/** The sources that report money at the operator's bank accounts; each is null when not configured. */
export type BankAccess = {
  /** Signs the reports of the service that watches the accounts' statements. */
  feed: WebhookSecrets | null
  /** Signs the reports of the phone that receives the banks' SMS. */
  sms: WebhookSecrets | null
  /** Where statements can be read, to find payments that were never reported. */
  statement: { url: string; key: string } | null
}

export function bankAccessOf(
  env: Environment,
  sandboxUrl: string | null,
  problems: string[],
): BankAccess {
  if (sandboxUrl)
    return {
      feed: { current: 'sandbox-feed-secret' },
      sms: { current: 'sandbox-sms-secret' },
      statement: { url: sandboxUrl, key: 'sandbox-statement-key' },
    }
  const { BANK_STATEMENT_URL: url, BANK_STATEMENT_KEY: key } = env
  if (!url !== !key)
    problems.push('BANK_STATEMENT_URL and BANK_STATEMENT_KEY belong together: set both or none')
  if (url && !isWebAddress(url))
    problems.push('BANK_STATEMENT_URL must be an http or https address')
  return {
    feed: secretsOf(env, 'BANK_FEED_SECRET', problems),
    sms: secretsOf(env, 'BANK_SMS_SECRET', problems),
    statement: url && key ? { url: url.replace(/\/+$/, ''), key } : null,
  }
}

/** Two secrets may be valid at once, so that the sender can rotate without losing a message. */
function secretsOf(
  env: Environment,
  name: 'BANK_FEED_SECRET' | 'BANK_SMS_SECRET',
  problems: string[],
): WebhookSecrets | null {
  const current = env[name]
  const previous = env[`${name}_PREVIOUS`]
  if (!current) {
    if (previous) problems.push(`${name}_PREVIOUS needs ${name}`)
    return null
  }
  for (const secret of [current, previous])
    if (secret && isWeak(secret))
      problems.push(`${name} must be a unique secret of at least ${secretLengthMin} characters`)
  return previous ? { current, previous } : { current }
}

/** S53: the key is sent with every request to that address. */
export function unsafeBank({ statement }: BankAccess): string[] {
  if (!statement) return []
  return [
    ...(isDefaultSecret(statement.key)
      ? ['BANK_STATEMENT_KEY is a default one; request a new one']
      : []),
    ...(isPlainHttp(statement.url) ? ['BANK_STATEMENT_URL must be at https'] : []),
  ]
}
