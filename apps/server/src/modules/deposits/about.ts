import type { Language } from '@kapao/contract/limits'

const bonusTexts: Record<Language, string> = {
  th: 'เงินเข้าแล้ว รอจนกว่าโบนัสของคุณจะสิ้นสุด',
  la: 'ເງິນເຂົ້າແລ້ວ ລໍຖ້າຈົນກວ່າໂບນັດຂອງທ່ານຈະສິ້ນສຸດ',
  en: 'Received; waiting for your bonus to end',
}

/** What the member's own statement says of money that is here and waits for something that the member can change. */
export function waitingForBonus(language: Language): object {
  return { bonus: { description: bonusTexts[language] } }
}

export type TakenWhy = 'wrong-member' | 'gone'

const takenTexts: Record<TakenWhy, Record<Language, string>> = {
  'wrong-member': {
    th: 'เงินฝากนี้เป็นของสมาชิกคนอื่นและเข้ากระเป๋าของคุณโดยผิดพลาด จึงถูกนำออก',
    la: 'ເງິນຝາກນີ້ເປັນຂອງສະມາຊິກຄົນອື່ນ ແລະ ເຂົ້າກະເປົາຂອງທ່ານໂດຍຜິດພາດ ຈຶ່ງຖືກເອົາອອກ',
    en: 'This deposit was somebody else’s and reached your wallet by mistake, so it was taken out',
  },
  gone: {
    th: 'ธนาคารยกเลิกการโอนนี้ จึงนำยอดที่เคยเข้าออกจากกระเป๋า',
    la: 'ທະນາຄານຍົກເລີກການໂອນນີ້ ຈຶ່ງເອົາຍອດທີ່ເຄີຍເຂົ້າອອກຈາກກະເປົາ',
    en: 'The bank took this transfer back, so it was taken out of your wallet',
  },
}

/** What the member's own statement says of a credit that was taken back. */
export function takenBackFor(why: TakenWhy, language: Language) {
  return { correction: { description: takenTexts[why][language] } }
}
