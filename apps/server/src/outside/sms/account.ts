import type { Environment } from '#core/secrets.ts'

export type SmsAccount = {
  key: string
  secret: string
  /** Where one-time codes are created and verified. */
  codeUrl: string
  /** Where plain messages are sent. */
  textUrl: string
  /** At most 11 letters, registered with the company. */
  sender: string
}

/** docs/outside/sms.md: the company's two products are on two hosts; the sandbox serves both. */
export function smsAccountOf(
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
