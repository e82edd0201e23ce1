import type { Language } from '@kapao/contract/limits'
import type { invalidTokenMessage } from '@kapao/contract/refusals'

/** What a member reads when the identity cannot be verified; whoever sends this sentence means that the session ended. */
export const lostSessionTexts: Record<Language, string> = {
  th: 'ไม่สามารถยืนยันตัวตนได้ เพราะหมดเวลาการใช้งานแล้ว กรุณาเข้าสู่ระบบอีกครั้ง เงินของคุณยังปลอดภัย',
  la: 'ບໍ່ສາມາດຢືນຢັນຕົວຕົນໄດ້ ເພາະໝົດເວລາເຂົ້າໃຊ້ແລ້ວ ກະລຸນາເຂົ້າສູ່ລະບົບອີກຄັ້ງ ເງິນຂອງທ່ານຍັງປອດໄພ',
  en: 'We can no longer verify your identity, because your session has ended. Please log in again; your money is safe.',
}

// By its type, because the list of all codes in that file would come along.
const invalidToken: typeof invalidTokenMessage = 'invalid-token'
const lostCodes: readonly unknown[] = ['EXPIRED_AUTH_TOKEN', 'UNAUTHORIZED']
const lostMessages: readonly unknown[] = [
  invalidToken,
  ...lostCodes,
  ...Object.values(lostSessionTexts),
]

/** Compared whole, so that a chat text which holds one of these words ends nobody's session. */
export function tellsLostSession(body: { code?: unknown; message?: unknown }): boolean {
  return lostCodes.includes(body.code) || lostMessages.includes(body.message)
}
