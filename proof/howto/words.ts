import type { Language } from '../../packages/contract/src/limits.ts'

export const filmNames = ['wallet', 'enter', 'balance', 'bonus', 'finish'] as const
export type FilmName = (typeof filmNames)[number]

/** The caption of each step of a film. */
export const captions: Record<FilmName, Record<Language, readonly [string, string, string]>> = {
  wallet: {
    th: [
      'ยอดเงินรวมของคุณอยู่ด้านบนสุดของหน้าแรก',
      'แตะ “ฝากเงิน” เพื่อเติมเงินเข้ากระเป๋า',
      'แตะ “ถอนเงิน” เพื่อรับเงินเข้าบัญชีธนาคารของคุณ',
    ],
    la: [
      'ຍອດເງິນລວມຂອງທ່ານຢູ່ເທິງສຸດຂອງໜ້າທຳອິດ',
      'ແຕະ “ຝາກເງິນ” ເພື່ອເຕີມເງິນເຂົ້າກະເປົາ',
      'ແຕະ “ຖອນເງິນ” ເພື່ອຮັບເງິນເຂົ້າບັນຊີທະນາຄານຂອງທ່ານ',
    ],
    en: [
      'Your total balance is at the top of the home screen',
      'Tap “Deposit” to add money to your wallet',
      'Tap “Withdraw” to get money paid to your bank account',
    ],
  },
  enter: {
    th: ['เลื่อนลงไปที่รายการเกม', 'แตะเกมที่ต้องการเล่น', 'แตะปุ่มด้านล่างเพื่อเข้าเล่น หรือโยกเงินก่อน'],
    la: ['ເລື່ອນລົງໄປທີ່ລາຍການເກມ', 'ແຕະເກມທີ່ຕ້ອງການຫຼິ້ນ', 'ແຕະປຸ່ມດ້ານລຸ່ມເພື່ອເຂົ້າຫຼິ້ນ ຫຼື ຍ້າຍເງິນກ່ອນ'],
    en: [
      'Scroll down to the games',
      'Tap the game you want to play',
      'Tap a button below to play, or transfer money first',
    ],
  },
  balance: {
    th: [
      'แถบสีบอกว่าเงินของคุณอยู่ที่ไหน',
      'แตะลูกศรวนเพื่ออัปเดตยอดเงินจากทุกเกม',
      'ทุกรายการเงินเข้าและเงินออกอยู่ใน “รายการ”',
    ],
    la: [
      'ແຖບສີບອກວ່າເງິນຂອງທ່ານຢູ່ໃສ',
      'ແຕະລູກສອນວົນເພື່ອອັບເດດຍອດເງິນຈາກທຸກເກມ',
      'ທຸກລາຍການເງິນເຂົ້າ ແລະ ເງິນອອກຢູ່ໃນ “ທຸລະກຳ”',
    ],
    en: [
      'The coloured bar shows where your money is',
      'Tap the refresh button to update your balance from every game',
      'All money in and out is in “Statement”',
    ],
  },
  bonus: {
    th: ['แตะ “เงื่อนไขโบนัส” เพื่อดูโบนัสทั้งหมด', 'แตะโบนัสที่สนใจ แล้วอ่านเงื่อนไขก่อน', 'ถ้าตกลง ให้แตะ “รับโบนัส”'],
    la: [
      'ແຕະ “ເງື່ອນໄຂໂບນັດ” ເພື່ອເບິ່ງໂບນັດທັງໝົດ',
      'ແຕະໂບນັດທີ່ສົນໃຈ ແລ້ວອ່ານເງື່ອນໄຂກ່ອນ',
      'ຖ້າຕົກລົງ ໃຫ້ແຕະ “ຮັບໂບນັດ”',
    ],
    en: [
      'Tap “Bonus conditions” to see every bonus',
      'Tap a bonus you like and read its conditions first',
      'If you agree, tap “Receive the bonus”',
    ],
  },
  finish: {
    th: [
      'หน้าโบนัสบอกว่าคุณทำเงื่อนไขไปแล้วเท่าไร',
      'แตะปุ่มจบโบนัสเมื่อไม่ต้องการเล่นต่อ',
      'อ่านว่าจะเสียอะไรบ้าง แล้วค่อยยืนยัน',
    ],
    la: [
      'ໜ້າໂບນັດບອກວ່າທ່ານເຮັດເງື່ອນໄຂໄປແລ້ວເທົ່າໃດ',
      'ແຕະປຸ່ມຈົບໂບນັດເມື່ອບໍ່ຕ້ອງການຫຼິ້ນຕໍ່',
      'ອ່ານວ່າຈະເສຍຫຍັງແດ່ ແລ້ວຈຶ່ງຢືນຢັນ',
    ],
    en: [
      'The bonus screen shows your progress',
      'Tap “End this bonus” when you no longer want to play it',
      'Read what you would lose before you confirm',
    ],
  },
}
