import type { Language } from '@kapao/contract/limits'
import { textOfMoney, type Currency, type Money } from '@kapao/contract/money'

export type Notice = 'password' | 'bank'

/** Short enough for one SMS; each says what to do if someone else did it. */
const texts: Record<Notice, Record<Language, (brand: string) => string>> = {
  password: {
    th: (brand) => `${brand}: รหัสผ่านถูกเปลี่ยนแล้ว หากไม่ใช่คุณ กรุณาติดต่อเราทันที`,
    la: (brand) => `${brand}: ລະຫັດຜ່ານຖືກປ່ຽນແລ້ວ ຖ້າບໍ່ແມ່ນທ່ານ ໃຫ້ຕິດຕໍ່ພວກເຮົາທັນທີ`,
    en: (brand) =>
      `${brand}: your password was changed. If it was not you, contact us immediately.`,
  },
  bank: {
    th: (brand) => `${brand}: บัญชีธนาคารถูกเปลี่ยนแล้ว หากไม่ใช่คุณ กรุณาติดต่อเราทันที`,
    la: (brand) => `${brand}: ບັນຊີທະນາຄານຖືກປ່ຽນແລ້ວ ຖ້າບໍ່ແມ່ນທ່ານ ໃຫ້ຕິດຕໍ່ພວກເຮົາທັນທີ`,
    en: (brand) =>
      `${brand}: your bank account was changed. If it was not you, contact us immediately.`,
  },
}

export function textOfNotice(notice: Notice, language: Language, brand: string): string {
  return texts[notice][language](brand)
}

/** Operators' acts on a member's money or account. */
export type ActNotice = 'taken' | 'moved' | 'sentBack' | 'paidByHand' | 'bankByHand'

type SumText = (brand: string, sum: string) => string

const actTexts: Record<ActNotice, Record<Language, SumText>> = {
  taken: {
    th: (brand, sum) =>
      `${brand}: เจ้าหน้าที่หักเงินฝาก ${sum} ออกจากกระเป๋าของคุณ ดูเหตุผลได้ในรายการเดินบัญชี หากไม่ถูกต้อง กรุณาติดต่อเรา`,
    la: (brand, sum) =>
      `${brand}: ພະນັກງານຫັກເງິນຝາກ ${sum} ອອກຈາກກະເປົາຂອງທ່ານ ເບິ່ງເຫດຜົນໄດ້ໃນລາຍການເຄື່ອນໄຫວ ຖ້າບໍ່ຖືກຕ້ອງ ກະລຸນາຕິດຕໍ່ພວກເຮົາ`,
    en: (brand, sum) =>
      `${brand}: our staff took a deposit of ${sum} out of your wallet; your statement says why. If that is wrong, contact us.`,
  },
  moved: {
    th: (brand, sum) =>
      `${brand}: เงินฝาก ${sum} ที่รอเข้าบัญชีของคุณ ถูกมอบให้สมาชิกคนอื่นแล้ว หากเป็นเงินของคุณ กรุณาติดต่อเราทันที`,
    la: (brand, sum) =>
      `${brand}: ເງິນຝາກ ${sum} ທີ່ລໍຖ້າເຂົ້າບັນຊີຂອງທ່ານ ຖືກມອບໃຫ້ສະມາຊິກຄົນອື່ນແລ້ວ ຖ້າເປັນເງິນຂອງທ່ານ ກະລຸນາຕິດຕໍ່ພວກເຮົາທັນທີ`,
    en: (brand, sum) =>
      `${brand}: a deposit of ${sum} that waited for you was given to another member. If it is yours, contact us at once.`,
  },
  sentBack: {
    th: (brand, sum) =>
      `${brand}: เงินฝาก ${sum} ที่รอเข้าบัญชีของคุณ จะถูกโอนคืนให้ผู้โอน หากไม่ได้รับ กรุณาติดต่อเรา`,
    la: (brand, sum) =>
      `${brand}: ເງິນຝາກ ${sum} ທີ່ລໍຖ້າເຂົ້າບັນຊີຂອງທ່ານ ຈະຖືກໂອນຄືນໃຫ້ຜູ້ໂອນ ຖ້າບໍ່ໄດ້ຮັບ ກະລຸນາຕິດຕໍ່ພວກເຮົາ`,
    en: (brand, sum) =>
      `${brand}: a deposit of ${sum} that waited for you goes back to who sent it. If it does not arrive, contact us.`,
  },
  paidByHand: {
    th: (brand, sum) =>
      `${brand}: เจ้าหน้าที่ตรวจสอบแล้วว่าการถอน ${sum} โอนเข้าบัญชีธนาคารของคุณแล้ว หากเงินยังไม่เข้า กรุณาติดต่อเราทันที`,
    la: (brand, sum) =>
      `${brand}: ພະນັກງານກວດແລ້ວວ່າການຖອນ ${sum} ໂອນເຂົ້າບັນຊີທະນາຄານຂອງທ່ານແລ້ວ ຖ້າເງິນຍັງບໍ່ທັນເຂົ້າ ກະລຸນາຕິດຕໍ່ພວກເຮົາທັນທີ`,
    en: (brand, sum) =>
      `${brand}: our staff found that your withdrawal of ${sum} has reached your bank. If it has not, contact us at once.`,
  },
  bankByHand: {
    th: (brand) => `${brand}: เจ้าหน้าที่เปลี่ยนบัญชีธนาคารของคุณแล้ว หากคุณไม่ได้ขอ กรุณาติดต่อเราทันที`,
    la: (brand) => `${brand}: ພະນັກງານປ່ຽນບັນຊີທະນາຄານຂອງທ່ານແລ້ວ ຖ້າທ່ານບໍ່ໄດ້ຂໍ ກະລຸນາຕິດຕໍ່ພວກເຮົາທັນທີ`,
    en: (brand) =>
      `${brand}: our staff changed your bank account. If you did not ask for it, contact us at once.`,
  },
}

const currencyWords: Record<Language, Record<Currency, string>> = {
  th: { BAHT: 'บาท', LAK: 'กีบ', COIN: 'เหรียญ' },
  la: { BAHT: 'ບາດ', LAK: 'ກີບ', COIN: 'ຫຼຽນ' },
  en: { BAHT: 'baht', LAK: 'kip', COIN: 'coins' },
}

export function textOfAct(
  notice: ActNotice,
  { language, brand, money }: { language: Language; brand: string; money: Money | null },
): string {
  const sum = money ? `${textOfMoney(money)} ${currencyWords[language][money.currency]}` : ''
  return actTexts[notice][language](brand, sum).replace(/ {2,}/, ' ')
}
