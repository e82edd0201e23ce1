import type { Language } from '@kapao/contract/limits'
import type { Currency } from '@kapao/contract/money'
import type { NoticeKind } from '@kapao/contract/notices'
import { amountText } from './amount-text.ts'

/** What a notice is about; amounts in the smallest unit. `outcome`: a transfer has arrived, or where its money is. */
export type NoticeAbout = {
  amount?: number
  currency?: Currency
  outcome?: 'done' | 'wallet' | 'game'
}

type Words = { title: string; text: string }
type InLanguages = Record<Language, (sum: string, outcome: NoticeAbout['outcome']) => Words>

const say = (title: string, text: string): Words => ({ title, text })

/**
 * What every channel says, once. A title has no amount, since it stands on lock screens. A warning fits into one SMS in
 * English and two in Thai and Lao with the brand before it, and says what to do if something is wrong.
 */
const words: Record<NoticeKind, InLanguages> = {
  'deposit.credited': {
    th: (sum) => say('ฝากเงินสำเร็จ', `เงินฝาก ${sum} เข้ากระเป๋าแล้ว`),
    la: (sum) => say('ຝາກເງິນສຳເລັດ', `ເງິນຝາກ ${sum} ເຂົ້າກະເປົາແລ້ວ`),
    en: (sum) => say('Deposit credited', `Your deposit of ${sum} was credited to your wallet.`),
  },
  'deposit.failed': {
    th: (sum) => say('ฝากเงินไม่สำเร็จ', `รายการฝาก ${sum} ไม่สำเร็จ ยอดนี้ไม่ได้เข้ากระเป๋าของคุณ`),
    la: (sum) => say('ຝາກເງິນບໍ່ສຳເລັດ', `ການຝາກ ${sum} ບໍ່ສຳເລັດ ຍອດນີ້ບໍ່ໄດ້ເຂົ້າກະເປົາຂອງທ່ານ`),
    en: (sum) =>
      say('Deposit not credited', `Your deposit of ${sum} was not credited to your wallet.`),
  },
  'withdrawal.paid': {
    th: (sum) => say('ถอนเงินสำเร็จ', `เงินถอน ${sum} โอนเข้าบัญชีธนาคารของคุณแล้ว`),
    la: (sum) => say('ຖອນເງິນສຳເລັດ', `ເງິນຖອນ ${sum} ໂອນເຂົ້າບັນຊີທະນາຄານຂອງທ່ານແລ້ວ`),
    en: (sum) => say('Withdrawal paid', `Your withdrawal of ${sum} was paid to your bank account.`),
  },
  'withdrawal.returned': {
    th: (sum) =>
      say('ถอนเงินไม่สำเร็จ', `การถอน ${sum} ไม่สำเร็จ เงินยังเป็นของคุณ ดูรายละเอียดได้ในรายการเดินบัญชี`),
    la: (sum) =>
      say('ຖອນເງິນບໍ່ສຳເລັດ', `ການຖອນ ${sum} ບໍ່ສຳເລັດ ເງິນຍັງເປັນຂອງທ່ານ ເບິ່ງລາຍລະອຽດໄດ້ໃນປະຫວັດທຸລະກຳ`),
    en: (sum) =>
      say(
        'Withdrawal not paid',
        `Your withdrawal of ${sum} was not paid. The money is still yours; see your statement.`,
      ),
  },
  'transfer.ended': {
    th: (sum, outcome) =>
      say(
        'ผลการโยกเงิน',
        {
          done: `โยกเงิน ${sum} สำเร็จแล้ว`,
          wallet: `โยกเงิน ${sum} ไม่สำเร็จ เงินอยู่ในกระเป๋าหลักของคุณ`,
          game: `โยกเงิน ${sum} ไม่สำเร็จ เงินยังอยู่ในเกม`,
        }[outcome ?? 'done'],
      ),
    la: (sum, outcome) =>
      say(
        'ຜົນການຍ້າຍເງິນ',
        {
          done: `ຍ້າຍເງິນ ${sum} ສຳເລັດແລ້ວ`,
          wallet: `ຍ້າຍເງິນ ${sum} ບໍ່ສຳເລັດ ເງິນຢູ່ໃນກະເປົາຫຼັກຂອງທ່ານ`,
          game: `ຍ້າຍເງິນ ${sum} ບໍ່ສຳເລັດ ເງິນຍັງຢູ່ໃນເກມ`,
        }[outcome ?? 'done'],
      ),
    en: (sum, outcome) =>
      say(
        'Transfer result',
        {
          done: `Your transfer of ${sum} has gone through.`,
          wallet: `Your transfer of ${sum} did not go through. The money is in your main wallet.`,
          game: `Your transfer of ${sum} did not go through. The money is still in the game.`,
        }[outcome ?? 'done'],
      ),
  },
  'deposit.taken': {
    th: (sum) =>
      say(
        'หักคืนเงินฝาก',
        `เจ้าหน้าที่หักคืนเงินฝาก ${sum} จากกระเป๋าของคุณ ดูเหตุผลได้ในรายการเดินบัญชี หากไม่ถูกต้อง กรุณาติดต่อเรา`,
      ),
    la: (sum) =>
      say(
        'ຫັກຄືນເງິນຝາກ',
        `ພະນັກງານຫັກຄືນເງິນຝາກ ${sum} ຈາກກະເປົາຂອງທ່ານ ເບິ່ງເຫດຜົນໄດ້ໃນປະຫວັດທຸລະກຳ ຖ້າບໍ່ຖືກຕ້ອງ ກະລຸນາຕິດຕໍ່ພວກເຮົາ`,
      ),
    en: (sum) =>
      say(
        'Deposit reversed',
        `Our staff reversed a deposit of ${sum}. The reason is in your statement. If this is wrong, please contact us.`,
      ),
  },
  'deposit.moved': {
    th: (sum) =>
      say(
        'เงินฝากเป็นของสมาชิกท่านอื่น',
        `เงินฝาก ${sum} ที่รอเข้ากระเป๋าของคุณ ตรวจพบว่าเป็นของสมาชิกท่านอื่น หากเป็นเงินของคุณ กรุณาติดต่อเราทันที`,
      ),
    la: (sum) =>
      say(
        'ເງິນຝາກເປັນຂອງສະມາຊິກທ່ານອື່ນ',
        `ເງິນຝາກ ${sum} ທີ່ລໍຖ້າເຂົ້າກະເປົາຂອງທ່ານ ກວດພົບວ່າເປັນຂອງສະມາຊິກທ່ານອື່ນ ຖ້າເປັນເງິນຂອງທ່ານ ກະລຸນາຕິດຕໍ່ພວກເຮົາທັນທີ`,
      ),
    en: (sum) =>
      say(
        'Deposit belongs to another member',
        `A deposit of ${sum} held for you turned out to belong to another member. If it is yours, contact us at once.`,
      ),
  },
  'deposit.sentBack': {
    th: (sum) =>
      say('โอนคืนเงินฝาก', `เงินฝาก ${sum} ที่รอเข้ากระเป๋าของคุณ จะโอนคืนบัญชีที่โอนมา หากไม่ได้รับ กรุณาติดต่อเรา`),
    la: (sum) =>
      say(
        'ໂອນຄືນເງິນຝາກ',
        `ເງິນຝາກ ${sum} ທີ່ລໍຖ້າເຂົ້າກະເປົາຂອງທ່ານ ຈະໂອນຄືນບັນຊີທີ່ໂອນມາ ຖ້າບໍ່ໄດ້ຮັບ ກະລຸນາຕິດຕໍ່ພວກເຮົາ`,
      ),
    en: (sum) =>
      say(
        'Deposit returned',
        `A deposit of ${sum} held for you will be returned to the account it came from. If it does not arrive, contact us.`,
      ),
  },
  'withdrawal.paidByHand': {
    th: (sum) =>
      say(
        'เจ้าหน้าที่ตรวจสอบการถอน',
        `เจ้าหน้าที่ตรวจสอบแล้วว่าการถอน ${sum} โอนเข้าบัญชีธนาคารของคุณแล้ว หากเงินยังไม่เข้า กรุณาติดต่อเราทันที`,
      ),
    la: (sum) =>
      say(
        'ພະນັກງານກວດການຖອນ',
        `ພະນັກງານກວດແລ້ວວ່າການຖອນ ${sum} ໂອນເຂົ້າບັນຊີທະນາຄານຂອງທ່ານແລ້ວ ຖ້າເງິນຍັງບໍ່ທັນເຂົ້າ ກະລຸນາຕິດຕໍ່ພວກເຮົາທັນທີ`,
      ),
    en: (sum) =>
      say(
        'Withdrawal checked by staff',
        `Our staff found that your withdrawal of ${sum} was paid to your bank account. If it has not arrived, contact us at once.`,
      ),
  },
  'bank.changed': {
    th: () => say('เปลี่ยนบัญชีธนาคารแล้ว', 'บัญชีธนาคารถูกเปลี่ยนแล้ว หากไม่ใช่คุณ กรุณาติดต่อเราทันที'),
    la: () => say('ປ່ຽນບັນຊີທະນາຄານແລ້ວ', 'ບັນຊີທະນາຄານຖືກປ່ຽນແລ້ວ ຖ້າບໍ່ແມ່ນທ່ານ ກະລຸນາຕິດຕໍ່ພວກເຮົາທັນທີ'),
    en: () =>
      say(
        'Bank account changed',
        'Your bank account was changed. If it was not you, contact us immediately.',
      ),
  },
  'bank.byHand': {
    th: () =>
      say('เจ้าหน้าที่เปลี่ยนบัญชีธนาคารแล้ว', 'เจ้าหน้าที่เปลี่ยนบัญชีธนาคารของคุณแล้ว หากคุณไม่ได้ขอ กรุณาติดต่อเราทันที'),
    la: () =>
      say('ພະນັກງານປ່ຽນບັນຊີທະນາຄານແລ້ວ', 'ພະນັກງານປ່ຽນບັນຊີທະນາຄານຂອງທ່ານແລ້ວ ຖ້າທ່ານບໍ່ໄດ້ຂໍ ກະລຸນາຕິດຕໍ່ພວກເຮົາທັນທີ'),
    en: () =>
      say(
        'Bank account changed by staff',
        'Our staff changed your bank account. If you did not ask for it, contact us at once.',
      ),
  },
  'password.changed': {
    th: () => say('เปลี่ยนรหัสผ่านแล้ว', 'รหัสผ่านถูกเปลี่ยนแล้ว หากไม่ใช่คุณ กรุณาติดต่อเราทันที'),
    la: () => say('ປ່ຽນລະຫັດຜ່ານແລ້ວ', 'ລະຫັດຜ່ານຖືກປ່ຽນແລ້ວ ຖ້າບໍ່ແມ່ນທ່ານ ກະລຸນາຕິດຕໍ່ພວກເຮົາທັນທີ'),
    en: () =>
      say(
        'Password changed',
        'Your password was changed. If it was not you, contact us immediately.',
      ),
  },
  'passkey.added': {
    th: () => say('เพิ่มพาสคีย์แล้ว', 'มีการเพิ่มพาสคีย์เพื่อเข้าสู่ระบบ หากไม่ใช่คุณ กรุณาติดต่อเราทันที'),
    la: () => say('ເພີ່ມພາສຄີແລ້ວ', 'ມີການເພີ່ມພາສຄີເພື່ອເຂົ້າສູ່ລະບົບ ຖ້າບໍ່ແມ່ນທ່ານ ກະລຸນາຕິດຕໍ່ພວກເຮົາທັນທີ'),
    en: () =>
      say(
        'Passkey added',
        'A passkey was added for logging in. If it was not you, contact us at once.',
      ),
  },
  'passkey.removed': {
    th: () => say('ลบพาสคีย์แล้ว', 'พาสคีย์ถูกลบแล้ว และใช้เข้าสู่ระบบไม่ได้อีก หากไม่ใช่คุณ กรุณาติดต่อเราทันที'),
    la: () => say('ລຶບພາສຄີແລ້ວ', 'ພາສຄີຖືກລຶບແລ້ວ ແລະ ໃຊ້ເຂົ້າສູ່ລະບົບບໍ່ໄດ້ອີກ ຖ້າບໍ່ແມ່ນທ່ານ ກະລຸນາຕິດຕໍ່ພວກເຮົາທັນທີ'),
    en: () =>
      say(
        'Passkey removed',
        'A passkey was removed and logs in no more. If it was not you, contact us at once.',
      ),
  },
  'talk.answered': {
    th: () => say('ข้อความใหม่จากเจ้าหน้าที่', 'เจ้าหน้าที่ตอบคุณในแชทแล้ว'),
    la: () => say('ຂໍ້ຄວາມໃໝ່ຈາກພະນັກງານ', 'ພະນັກງານຕອບທ່ານໃນແຊັດແລ້ວ'),
    en: () => say('New message from our staff', 'Our staff answered you in the chat.'),
  },
}

type NoticeSubject = { kind: NoticeKind; about: NoticeAbout }

export function wordsOf({ kind, about }: NoticeSubject, language: Language): Words {
  const { amount, currency, outcome } = about
  const sum =
    amount === undefined || currency === undefined
      ? ''
      : amountText({ amount: BigInt(amount), currency }, language)
  const { title, text } = words[kind][language](sum, outcome)
  return { title, text: text.replace(/ {2,}/, ' ') }
}

export function smsOf(said: NoticeSubject, language: Language, brand: string): string {
  // A no-break space is in no alphabet of SMS: it would make two messages of an English one.
  return `${brand}: ${wordsOf(said, language).text.replaceAll('\u00A0', ' ')}`
}
