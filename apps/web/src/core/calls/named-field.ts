import { CallFault } from './fault.ts'

/** The input field that a refusal names: the message of a broken rule starts with the field (OP-E05). */
export function namedField(fault: unknown): string | null {
  if (!(fault instanceof CallFault)) return null
  if (fault.code !== 'INVALID_USER_INFO' && fault.code !== 'KEY_INVALID') return null
  return /^[a-z]\w*(?= )/i.exec(fault.message)?.[0] ?? null
}
