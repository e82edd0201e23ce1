import { readFileSync } from 'node:fs'
import { whyUnread, type Environment } from '#core/secrets.ts'

type Fields = Record<string, unknown>
type AccountsFile<Account> = {
  name: 'GATEWAYS_FILE' | 'PAYOUTS_FILE'
  accountOf: (fields: Fields, code: string) => Account | null
}

/** Accounts by code, in a file of JSON: every operator sees settings, so secrets are not settings. */
export function accountsIn<Account>(
  env: Environment,
  problems: string[],
  { name, accountOf }: AccountsFile<Account>,
): Readonly<Record<string, Account>> {
  const file = env[name]
  if (!file) return {}
  try {
    const stated = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Fields>
    const accounts: Record<string, Account> = {}
    for (const [code, fields] of Object.entries(stated)) {
      const account = accountOf(fields, code)
      if (account) accounts[code] = account
      else problems.push(`${name}: ${code} needs family, address (https), id and key`)
    }
    return accounts
  } catch (error) {
    problems.push(`${name} cannot be read: ${whyUnread(error)}`)
    return {}
  }
}
