import { readStored, writeStored } from '#core/storage.ts'

const paidCodeKey = 'code-paid'

/** The member says that this QR code is paid. Kept for this tab only: nobody else can know it before the bank does. */
export function notePaid(code: string): void {
  writeStored(paidCodeKey, code, 'session')
}

export function isNotedPaid(code: string): boolean {
  return readStored(paidCodeKey, 'session') === code
}
