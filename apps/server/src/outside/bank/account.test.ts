import { expect, test } from 'vitest'
import { bankAccessOf } from './account.ts'

const read = (env: Record<string, string>, sandboxUrl: string | null = null) => {
  const problems: string[] = []
  return { access: bankAccessOf(env, sandboxUrl, problems), problems }
}
const [secret, older] = ['a-secret-of-its-own-1', 'a-secret-of-its-own-0']

test('without settings no bank reports are accepted', () => {
  expect(read({})).toEqual({ access: { feed: null, sms: null, statement: null }, problems: [] })
})

test('two secrets are valid at once', () => {
  const { access } = read({ BANK_FEED_SECRET: secret, BANK_FEED_SECRET_PREVIOUS: older })
  expect(access.feed).toEqual({ current: secret, previous: older })
})

test.each([
  [{ BANK_FEED_SECRET: 'short' }],
  [{ BANK_SMS_SECRET: 'sandbox-sms-secret' }],
  [{ BANK_SMS_SECRET: secret, BANK_SMS_SECRET_PREVIOUS: 'changeme-changeme' }],
  [{ BANK_SMS_SECRET_PREVIOUS: older }],
  [{ BANK_STATEMENT_URL: 'https://bank.example' }],
  [{ BANK_STATEMENT_URL: 'ftp://bank.example', BANK_STATEMENT_KEY: 'k' }],
])('S53 %o is refused, and no secret is repeated', (env) => {
  const { problems } = read(env)
  expect(problems).toHaveLength(1)
  for (const value of Object.values(env)) expect(problems[0]).not.toContain(value)
})

test('the sandbox has secrets that are publicly known', () => {
  expect(read({}, 'http://127.0.0.1:8090').access.statement?.url).toBe('http://127.0.0.1:8090')
})
