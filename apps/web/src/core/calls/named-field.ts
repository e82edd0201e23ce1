import { CallFault } from './fault.ts'

const naming: ReadonlySet<string | null> = new Set([
  'INVALID_USER_INFO',
  'BANK_ACCOUNT_NAME_INITIAL',
  'KEY_INVALID',
])

/** The input field that a refusal names: the message of a broken rule starts with the field (OP-E05). */
export function namedField(fault: unknown): string | null {
  if (!(fault instanceof CallFault)) return null
  if (!naming.has(fault.code)) return null
  return /^[a-z]\w*(?= )/i.exec(fault.message)?.[0] ?? null
}
