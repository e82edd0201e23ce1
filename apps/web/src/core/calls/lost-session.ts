import type { Language } from '@kapao/contract/limits'
import type { invalidTokenMessage } from '@kapao/contract/refusals'

/** The message when the identity cannot be verified; any answer with this sentence means that the session has ended. */
export const lostSessionTexts: Record<Language, string> = {
  th: 'ไม่สามารถยืนยันตัวตนได้ กรุณาเข้าสู่ระบบอีกครั้ง',
  la: 'ບໍ່ສາມາດຢືນຢັນຕົວຕົນໄດ້ ກະລຸນາເຂົ້າສູ່ລະບົບອີກຄັ້ງ',
  en: 'We cannot verify your identity. Please log in again.',
}

// Checked by its type, because importing it would bundle the list of all codes in that file.
const invalidToken: typeof invalidTokenMessage = 'invalid-token'
const lostCodes: readonly unknown[] = ['EXPIRED_AUTH_TOKEN', 'UNAUTHORIZED']
const lostMessages: readonly unknown[] = [
  invalidToken,
  ...lostCodes,
  ...Object.values(lostSessionTexts),
]

/** Compared as a whole, so that a chat text which contains one of these words does not end a session. */
export function endsSession(body: { code?: unknown; message?: unknown }): boolean {
  return lostCodes.includes(body.code) || lostMessages.includes(body.message)
}
