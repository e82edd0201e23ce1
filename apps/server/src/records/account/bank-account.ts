import { digitsOf } from './phone/digits.ts'

/** The digits of a bank account, which is the form that is stored and compared; null when they cannot be one. */
export function readBankAccountNo(text: string): string | null {
  const digits = digitsOf(text)
  return digits && /^\d{6,20}$/.test(digits) ? digits : null
}

/** Enough to recognize one's own account, and of no use to anyone else. */
export function maskBankAccountNo(accountNo: string): string {
  return '•'.repeat(Math.max(0, accountNo.length - 4)) + accountNo.slice(-4)
}
