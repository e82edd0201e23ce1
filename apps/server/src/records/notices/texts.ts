import type { Language } from '@kapao/contract/limits'
import type { Money } from '@kapao/contract/money'
import { amountText } from './amount-text.ts'

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
      `${brand}: เจ้าหน้าที่หักคืนเงินฝาก ${sum} จากกระเป๋าของคุณ ดูเหตุผลได้ในรายการเดินบัญชี หากไม่ถูกต้อง กรุณาติดต่อเรา`,
    la: (brand, sum) =>
      `${brand}: ພະນັກງານຫັກຄືນເງິນຝາກ ${sum} ຈາກກະເປົາຂອງທ່ານ ເບິ່ງເຫດຜົນໄດ້ໃນປະຫວັດທຸລະກຳ ຖ້າບໍ່ຖືກຕ້ອງ ກະລຸນາຕິດຕໍ່ພວກເຮົາ`,
    en: (brand, sum) =>
      `${brand}: our staff reversed a deposit of ${sum}. The reason is in your statement. If this is wrong, please contact us.`,
  },
  moved: {
    th: (brand, sum) =>
      `${brand}: เงินฝาก ${sum} ที่รอเข้ากระเป๋าของคุณ ตรวจพบว่าเป็นของสมาชิกท่านอื่น หากเป็นเงินของคุณ กรุณาติดต่อเราทันที`,
    la: (brand, sum) =>
      `${brand}: ເງິນຝາກ ${sum} ທີ່ລໍຖ້າເຂົ້າກະເປົາຂອງທ່ານ ກວດພົບວ່າເປັນຂອງສະມາຊິກທ່ານອື່ນ ຖ້າເປັນເງິນຂອງທ່ານ ກະລຸນາຕິດຕໍ່ພວກເຮົາທັນທີ`,
    en: (brand, sum) =>
      `${brand}: a deposit of ${sum} held for you turned out to belong to another member. If it is yours, contact us at once.`,
  },
  sentBack: {
    th: (brand, sum) =>
      `${brand}: เงินฝาก ${sum} ที่รอเข้ากระเป๋าของคุณ จะโอนคืนบัญชีที่โอนมา หากไม่ได้รับ กรุณาติดต่อเรา`,
    la: (brand, sum) =>
      `${brand}: ເງິນຝາກ ${sum} ທີ່ລໍຖ້າເຂົ້າກະເປົາຂອງທ່ານ ຈະໂອນຄືນບັນຊີທີ່ໂອນມາ ຖ້າບໍ່ໄດ້ຮັບ ກະລຸນາຕິດຕໍ່ພວກເຮົາ`,
    en: (brand, sum) =>
      `${brand}: a deposit of ${sum} held for you will be returned to the account it came from. If it does not arrive, contact us.`,
  },
  paidByHand: {
    th: (brand, sum) =>
      `${brand}: เจ้าหน้าที่ตรวจสอบแล้วว่าการถอน ${sum} โอนเข้าบัญชีธนาคารของคุณแล้ว หากเงินยังไม่เข้า กรุณาติดต่อเราทันที`,
    la: (brand, sum) =>
      `${brand}: ພະນັກງານກວດແລ້ວວ່າການຖອນ ${sum} ໂອນເຂົ້າບັນຊີທະນາຄານຂອງທ່ານແລ້ວ ຖ້າເງິນຍັງບໍ່ທັນເຂົ້າ ກະລຸນາຕິດຕໍ່ພວກເຮົາທັນທີ`,
    en: (brand, sum) =>
      `${brand}: our staff found that your withdrawal of ${sum} was paid to your bank account. If it has not arrived, contact us at once.`,
  },
  bankByHand: {
    th: (brand) => `${brand}: เจ้าหน้าที่เปลี่ยนบัญชีธนาคารของคุณแล้ว หากคุณไม่ได้ขอ กรุณาติดต่อเราทันที`,
    la: (brand) => `${brand}: ພະນັກງານປ່ຽນບັນຊີທະນາຄານຂອງທ່ານແລ້ວ ຖ້າທ່ານບໍ່ໄດ້ຂໍ ກະລຸນາຕິດຕໍ່ພວກເຮົາທັນທີ`,
    en: (brand) =>
      `${brand}: our staff changed your bank account. If you did not ask for it, contact us at once.`,
  },
}

export function textOfAct(
  notice: ActNotice,
  { language, brand, money }: { language: Language; brand: string; money: Money | null },
): string {
  // A no-break space is in no alphabet of SMS: it would make two messages of an English one.
  const sum = money ? amountText(money, language).replace('\u00A0', ' ') : ''
  return actTexts[notice][language](brand, sum).replace(/ {2,}/, ' ')
}
