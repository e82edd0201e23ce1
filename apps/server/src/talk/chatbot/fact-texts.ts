import type { Language, WithdrawalReason } from '@kapao/contract/limits'
import type { HoldReason } from '@kapao/contract/statement'
import type { WithdrawalStage } from '@kapao/contract/withdrawals'

type FactTexts = {
  guest: string
  wallet: (amount: string) => string
  games: (amount: string) => string
  withdrawable: (amount: string) => string
  withdrawablePart: (amount: string, notYet: string) => string
  nothingOpen: string
  withdrawal: (amount: string, at: string, to: string) => string
  notBefore: (at: string) => string
  /** Instead of the stage of one that is approved and waits, because its account has just changed. */
  waiting: string
  transfer: (amount: string, at: string, way: { from: string; to: string }) => string
  slip: (reference: string, at: string) => string
  giftlink: (at: string) => string
  held: Record<HoldReason, (amount: string, at: string) => string>
  qrcode: (amount: string, until: string) => string
  bonus: (code: string, reached: string, target: string) => string
  bonusEnding: (code: string) => string
  lastDeposit: (amount: string, at: string) => string
}

/** Times are in Bangkok's zone, which is also Vientiane's. */
export const factTexts: Record<Language, FactTexts> = {
  th: {
    guest: 'กรุณาเข้าสู่ระบบก่อน แล้วแชทนี้จะบอกได้ว่าเงินของคุณอยู่ที่ไหน',
    wallet: (amount) => `ในกระเป๋ามี ${amount}`,
    games: (amount) => `ในเกมมี ${amount} (ตามยอดล่าสุด)`,
    withdrawable: (amount) => `ถอนได้ ${amount}`,
    withdrawablePart: (amount, notYet) => `ถอนได้ ${amount} ยังถอนไม่ได้ ${notYet}`,
    nothingOpen: 'ไม่มีรายการค้างอยู่',
    withdrawal: (amount, at, to) => `ถอน ${amount} เมื่อ ${at} ไปยัง ${to}:`,
    notBefore: (at) => `จะโอนได้ตั้งแต่ ${at}`,
    waiting: 'อนุมัติแล้ว รอครบกำหนดเพื่อความปลอดภัย',
    transfer: (amount, at, { from, to }) =>
      `โยกเงิน ${amount} เมื่อ ${at} จาก ${from} ไป ${to}: กำลังรอการยืนยัน เงินของคุณปลอดภัย`,
    slip: (reference, at) => `สลิป ${reference} ที่ส่งเมื่อ ${at}: กำลังตรวจสอบกับธนาคาร`,
    giftlink: (at) => `ลิงก์ซองที่ส่งเมื่อ ${at}: เราได้รับลิงก์แล้วและกำลังตรวจสอบ เงินของคุณปลอดภัย`,
    held: {
      PAYER: (amount, at) =>
        `เงินฝาก ${amount} เมื่อ ${at}: เราได้รับแล้ว แต่โอนมาจากบัญชีที่ไม่ใช่บัญชีที่คุณลงทะเบียนไว้ เจ้าหน้าที่จะตรวจสอบก่อนเงินเข้ากระเป๋า`,
      BONUS: (amount, at) => `เงินฝาก ${amount} เมื่อ ${at}: เราได้รับแล้ว จะเข้ากระเป๋าเมื่อโบนัสของคุณจบ`,
      CHECK: (amount, at) => `เงินฝาก ${amount} เมื่อ ${at}: เราได้รับแล้ว และกำลังตรวจสอบก่อนเงินเข้ากระเป๋า`,
    },
    qrcode: (amount, until) => `QR ${amount} รอชำระ ใช้ได้ถึง ${until}`,
    bonus: (code, reached, target) => `โบนัส ${code}: ทำได้ ${reached} จาก ${target}`,
    bonusEnding: (code) => `โบนัส ${code}: กำลังจบ`,
    lastDeposit: (amount, at) => `ฝากล่าสุด ${amount} เมื่อ ${at}: เข้ากระเป๋าแล้ว`,
  },
  la: {
    guest: 'ກະລຸນາເຂົ້າສູ່ລະບົບກ່ອນ ແລ້ວແຊັດນີ້ຈະບອກໄດ້ວ່າເງິນຂອງທ່ານຢູ່ໃສ',
    wallet: (amount) => `ໃນກະເປົາມີ ${amount}`,
    games: (amount) => `ໃນເກມມີ ${amount} (ຕາມຍອດຫຼ້າສຸດ)`,
    withdrawable: (amount) => `ຖອນໄດ້ ${amount}`,
    withdrawablePart: (amount, notYet) => `ຖອນໄດ້ ${amount} ຍັງຖອນບໍ່ໄດ້ ${notYet}`,
    nothingOpen: 'ບໍ່ມີທຸລະກຳຄ້າງຢູ່',
    withdrawal: (amount, at, to) => `ຖອນ ${amount} ເມື່ອ ${at} ໄປຫາ ${to}:`,
    notBefore: (at) => `ຈະໂອນໄດ້ຕັ້ງແຕ່ ${at}`,
    waiting: 'ອະນຸມັດແລ້ວ ລໍຖ້າຄົບກຳນົດເພື່ອຄວາມປອດໄພ',
    transfer: (amount, at, { from, to }) =>
      `ຍ້າຍເງິນ ${amount} ເມື່ອ ${at} ຈາກ ${from} ໄປ ${to}: ກຳລັງລໍຖ້າການຢືນຢັນ ເງິນຂອງທ່ານປອດໄພ`,
    slip: (reference, at) => `ສະລິບ ${reference} ທີ່ສົ່ງເມື່ອ ${at}: ກຳລັງກວດສອບກັບທະນາຄານ`,
    giftlink: (at) => `ລິ້ງຊອງທີ່ສົ່ງເມື່ອ ${at}: ພວກເຮົາໄດ້ຮັບລິ້ງແລ້ວ ແລະ ກຳລັງກວດສອບ ເງິນຂອງທ່ານປອດໄພ`,
    held: {
      PAYER: (amount, at) =>
        `ເງິນຝາກ ${amount} ເມື່ອ ${at}: ພວກເຮົາໄດ້ຮັບແລ້ວ ແຕ່ໂອນມາຈາກບັນຊີທີ່ບໍ່ແມ່ນບັນຊີທີ່ທ່ານລົງທະບຽນໄວ້ ພະນັກງານຈະກວດສອບກ່ອນເງິນເຂົ້າກະເປົາ`,
      BONUS: (amount, at) => `ເງິນຝາກ ${amount} ເມື່ອ ${at}: ພວກເຮົາໄດ້ຮັບແລ້ວ ຈະເຂົ້າກະເປົາເມື່ອໂບນັດຂອງທ່ານຈົບ`,
      CHECK: (amount, at) =>
        `ເງິນຝາກ ${amount} ເມື່ອ ${at}: ພວກເຮົາໄດ້ຮັບແລ້ວ ແລະ ກຳລັງກວດສອບກ່ອນເງິນເຂົ້າກະເປົາ`,
    },
    qrcode: (amount, until) => `QR ${amount} ລໍຖ້າຊຳລະ ໃຊ້ໄດ້ເຖິງ ${until}`,
    bonus: (code, reached, target) => `ໂບນັດ ${code}: ເຮັດໄດ້ ${reached} ຈາກ ${target}`,
    bonusEnding: (code) => `ໂບນັດ ${code}: ກຳລັງຈົບ`,
    lastDeposit: (amount, at) => `ຝາກຫຼ້າສຸດ ${amount} ເມື່ອ ${at}: ເຂົ້າກະເປົາແລ້ວ`,
  },
  en: {
    guest: 'Please log in first; then this chat can tell you where your money is.',
    wallet: (amount) => `Your wallet holds ${amount}.`,
    games: (amount) => `Your games hold ${amount} (latest known balance).`,
    withdrawable: (amount) => `You can withdraw ${amount}.`,
    withdrawablePart: (amount, notYet) => `You can withdraw ${amount}; ${notYet} not yet.`,
    nothingOpen: 'You have no pending transactions.',
    withdrawal: (amount, at, to) => `Withdrawal of ${amount} on ${at} to ${to}:`,
    notBefore: (at) => `It can be paid from ${at}.`,
    waiting: 'it is approved and is waiting for the safety period to end.',
    transfer: (amount, at, { from, to }) =>
      `Transfer of ${amount} on ${at} from ${from} to ${to}: we are waiting for the confirmation. Your money is safe.`,
    slip: (reference, at) => `Slip ${reference} of ${at}: we are checking it with the bank.`,
    giftlink: (at) =>
      `Gift link sent on ${at}: we have your link and are checking it. Your money is safe.`,
    held: {
      PAYER: (amount, at) =>
        `Deposit of ${amount} on ${at}: we have received it. It came from an account other than the one you registered, so our staff are checking it before it is added to your wallet.`,
      BONUS: (amount, at) =>
        `Deposit of ${amount} on ${at}: we have received it. It will be added to your wallet when your bonus ends.`,
      CHECK: (amount, at) =>
        `Deposit of ${amount} on ${at}: we have received it and are checking it before it is added to your wallet.`,
    },
    qrcode: (amount, until) => `QR code for ${amount}: not paid yet, valid until ${until}.`,
    bonus: (code, reached, target) => `Bonus ${code}: ${reached} of ${target} so far.`,
    bonusEnding: (code) => `Bonus ${code}: it is ending.`,
    lastDeposit: (amount, at) => `Your last deposit, ${amount} on ${at}, was added to your wallet.`,
  },
}

export const stageTexts: Record<Language, Record<WithdrawalStage, string>> = {
  th: {
    COLLECTING: 'กำลังรวมเงินจากเกม',
    REVIEW: 'เจ้าหน้าที่กำลังตรวจสอบ',
    APPROVED: 'อนุมัติแล้ว กำลังโอน',
    SENT: 'ส่งให้ธนาคารแล้ว',
    PAID: 'โอนสำเร็จแล้ว',
    RETURNED: 'เงินกลับเข้ากระเป๋าแล้ว',
    FAILED: 'ไม่สำเร็จ เงินที่โยกออกจากเกมแล้วอยู่ในกระเป๋า',
  },
  la: {
    COLLECTING: 'ກຳລັງລວມເງິນຈາກເກມ',
    REVIEW: 'ພະນັກງານກຳລັງກວດສອບ',
    APPROVED: 'ອະນຸມັດແລ້ວ ກຳລັງໂອນ',
    SENT: 'ສົ່ງໃຫ້ທະນາຄານແລ້ວ',
    PAID: 'ໂອນສຳເລັດແລ້ວ',
    RETURNED: 'ເງິນກັບຄືນເຂົ້າກະເປົາແລ້ວ',
    FAILED: 'ບໍ່ສຳເລັດ ເງິນທີ່ຍ້າຍອອກຈາກເກມແລ້ວຢູ່ໃນກະເປົາ',
  },
  en: {
    COLLECTING: 'the money is being collected from the games.',
    REVIEW: 'our staff are checking it.',
    APPROVED: 'it is approved and is being paid.',
    SENT: 'it has been sent to the bank.',
    PAID: 'it has been paid.',
    RETURNED: 'it is back in your wallet.',
    FAILED: 'it failed; anything taken out of your games is in your wallet.',
  },
}

export const reasonTexts: Record<Language, Record<WithdrawalReason, string>> = {
  th: {
    ACCOUNT_CLOSED: '(บัญชีธนาคารปิดแล้ว)',
    ACCOUNT_NAME: '(ชื่อบัญชีไม่ตรง)',
    IDENTITY_CHECK: '(ต้องยืนยันตัวตน)',
    BONUS_TERMS: '(ยังไม่ครบเงื่อนไขโบนัส)',
    SERVICE_TERMS: '(ไม่เป็นไปตามข้อตกลงการใช้งาน)',
    BANK_REFUSED: '(ธนาคารไม่รับรายการหรือส่งเงินคืน)',
    GAMES_SHORT: '(ยอดในเกมไม่พอ)',
    ACCOUNT_CHANGED: '(เพิ่งเปลี่ยนบัญชีธนาคาร)',
    UNDER_REVIEW: '(อยู่ระหว่างตรวจสอบ)',
    ASKING_BANK: '(กำลังสอบถามธนาคาร)',
  },
  la: {
    ACCOUNT_CLOSED: '(ບັນຊີທະນາຄານປິດແລ້ວ)',
    ACCOUNT_NAME: '(ຊື່ບັນຊີບໍ່ກົງ)',
    IDENTITY_CHECK: '(ຕ້ອງຢືນຢັນຕົວຕົນ)',
    BONUS_TERMS: '(ຍັງບໍ່ທັນຄົບເງື່ອນໄຂໂບນັດ)',
    SERVICE_TERMS: '(ບໍ່ເປັນໄປຕາມຂໍ້ຕົກລົງການນຳໃຊ້)',
    BANK_REFUSED: '(ທະນາຄານບໍ່ຮັບລາຍການ ຫຼື ສົ່ງເງິນຄືນ)',
    GAMES_SHORT: '(ຍອດໃນເກມບໍ່ພໍ)',
    ACCOUNT_CHANGED: '(ຫາກໍ່ປ່ຽນບັນຊີທະນາຄານ)',
    UNDER_REVIEW: '(ຢູ່ລະຫວ່າງກວດສອບ)',
    ASKING_BANK: '(ກຳລັງສອບຖາມທະນາຄານ)',
  },
  en: {
    ACCOUNT_CLOSED: '(The bank account is closed.)',
    ACCOUNT_NAME: '(The account name does not match.)',
    IDENTITY_CHECK: '(We need to verify your identity.)',
    BONUS_TERMS: '(The bonus condition is not met yet.)',
    SERVICE_TERMS: '(It does not comply with the terms of use.)',
    BANK_REFUSED: '(Your bank did not accept it, or sent it back.)',
    GAMES_SHORT: '(Your games gave back less than you asked for.)',
    ACCOUNT_CHANGED: '(The bank account was changed recently.)',
    UNDER_REVIEW: '(It is being reviewed.)',
    ASKING_BANK: '(We are asking the bank.)',
  },
}

const walletNames: Record<Language, string> = { th: 'กระเป๋า', la: 'ກະເປົາ', en: 'the wallet' }

/** Games are named by their codes, which members see everywhere. */
export function placeOf(place: string, language: Language): string {
  return place === 'wallet' ? walletNames[language] : place.toUpperCase()
}
