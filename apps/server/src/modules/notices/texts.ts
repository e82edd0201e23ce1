import type { Language } from '@kapao/contract/limits'

export type Notice = 'password' | 'bank'

/** Short enough for one message; each says what to do when it was somebody else. */
const texts: Record<Notice, Record<Language, (brand: string) => string>> = {
  password: {
    th: (brand) => `${brand}: รหัสผ่านถูกเปลี่ยนแล้ว หากไม่ใช่คุณ กรุณาติดต่อเราทันที`,
    la: (brand) => `${brand}: ລະຫັດຜ່ານຖືກປ່ຽນແລ້ວ ຖ້າບໍ່ແມ່ນທ່ານ ກະລຸນາຕິດຕໍ່ເຮົາທັນທີ`,
    en: (brand) => `${brand}: your password was changed. If it was not you, contact us at once.`,
  },
  bank: {
    th: (brand) => `${brand}: บัญชีธนาคารถูกเปลี่ยนแล้ว หากไม่ใช่คุณ กรุณาติดต่อเราทันที`,
    la: (brand) => `${brand}: ບັນຊີທະນາຄານຖືກປ່ຽນແລ້ວ ຖ້າບໍ່ແມ່ນທ່ານ ກະລຸນາຕິດຕໍ່ເຮົາທັນທີ`,
    en: (brand) =>
      `${brand}: your bank account was changed. If it was not you, contact us at once.`,
  },
}

export function textOfNotice(notice: Notice, language: Language, brand: string): string {
  return texts[notice][language](brand)
}
