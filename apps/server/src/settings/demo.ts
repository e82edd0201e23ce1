import type { Settings } from './registry.ts'

/** The settings of a fresh copy, so that no screen is empty. */
export const demoSettings: Partial<Settings> = {
  'registration.sources': [
    { code: 'friend', description: { th: 'เพื่อนแนะนำ', la: 'ໝູ່ແນະນຳ', en: 'A friend' } },
    { code: 'facebook', description: { th: 'เฟซบุ๊ก', la: 'ເຟສບຸກ', en: 'Facebook' } },
    { code: 'line', description: { th: 'ไลน์', la: 'ໄລນ໌', en: 'LINE' } },
    { code: 'search', description: { th: 'ค้นหาในเว็บ', la: 'ຄົ້ນຫາໃນເວັບ', en: 'A web search' } },
    { code: 'other', description: { th: 'อื่น\u00A0ๆ', la: 'ອື່ນໆ', en: 'Something else' } },
  ],
  'conditions.th': [
    '<h3>ก่อนเริ่มเล่น</h3><ul><li>ต้องมีอายุ 20\u00A0ปีขึ้นไป</li><li>หนึ่งคนมีได้หนึ่งบัญชี</li><li>ชื่อบัญชีธนาคารต้องเป็นชื่อของคุณเอง</li></ul>',
    '<h3>ฝากและถอน</h3><p>โอนจากบัญชีที่ลงทะเบียนไว้เท่านั้น และถอนเข้าบัญชีเดียวกัน</p>',
  ],
  'conditions.la': [
    '<h3>ກ່ອນເລີ່ມຫຼິ້ນ</h3><ul><li>ຕ້ອງມີອາຍຸ 20\u00A0ປີຂຶ້ນໄປ</li><li>ໜຶ່ງຄົນມີໄດ້ໜຶ່ງບັນຊີ</li><li>ຊື່ບັນຊີທະນາຄານຕ້ອງເປັນຊື່ຂອງທ່ານເອງ</li></ul>',
    '<h3>ຝາກ ແລະ ຖອນ</h3><p>ໂອນຈາກບັນຊີທີ່ລົງທະບຽນໄວ້ເທົ່ານັ້ນ ແລະ ຖອນເຂົ້າບັນຊີດຽວກັນ</p>',
  ],
  'conditions.en': [
    '<h3>Before you play</h3><ul><li>You are at least 20 years old.</li><li>One person has one account.</li><li>The bank account is in your own name.</li></ul>',
    '<h3>Deposits and withdrawals</h3><p>Transfer only from your registered account; withdrawals go to the same account.</p>',
  ],
  'agreements.th': ['<p>นี่คือระบบสาธิต ไม่มีเงินจริง ไม่มีธนาคารจริง และไม่มีข้อความ SMS จริง</p>'],
  'agreements.la': ['<p>ນີ້ແມ່ນລະບົບສາທິດ ບໍ່ມີເງິນແທ້ ບໍ່ມີທະນາຄານແທ້ ແລະ ບໍ່ມີ SMS ແທ້</p>'],
  'agreements.en': [
    '<p>This is a demonstration. There is no real money, no real bank and no real SMS.</p>',
  ],
  'notice.th':
    '<p>หากยังไม่ครบเงื่อนไข จะจบโบนัสได้เมื่อยอดรวมเหลือไม่เกิน %percentFail%% ของยอดฝากรวมโบนัส เมื่อจบโบนัส เงินที่อยู่ในเกมจะถูกตัดเป็น 0 เสมอ</p>',
  'notice.la':
    '<p>ຖ້າຍັງບໍ່ທັນຄົບເງື່ອນໄຂ ຈະຈົບໂບນັດໄດ້ເມື່ອຍອດລວມເຫຼືອບໍ່ເກີນ %percentFail%% ຂອງຍອດຝາກລວມໂບນັດ ເມື່ອຈົບໂບນັດ ເງິນທີ່ຢູ່ໃນເກມຈະຖືກຕັດເປັນ 0 ສະເໝີ</p>',
  'notice.en':
    '<p>Until the condition is met, the bonus can be ended only once your total is %percentFail%% of deposit and bonus, or less. Whenever it ends, money left in games is set to 0.</p>',
  'contact.text.th': '<p>มีคำถามเรื่องเงินหรือบัญชี ทักหาเราได้ทุกวัน ตลอด 24\u00A0ชั่วโมง</p>',
  'contact.text.la': '<p>ມີຄຳຖາມກ່ຽວກັບເງິນ ຫຼື ບັນຊີ ຕິດຕໍ່ພວກເຮົາໄດ້ທຸກມື້ ຕະຫຼອດ 24\u00A0ຊົ່ວໂມງ</p>',
  'contact.text.en':
    '<p>A question about your money or your account? We are here every day, around the clock.</p>',
  // No free withdrawal: a reward is played once before it can be paid out.
  'refund.turnover': '1',
  'invite.turnover': '1',
  'chat.widget': true,
  'contact.line.link': 'https://line.me/R/ti/p/%40kapao-demo',
  'contact.line.name': '@kapao-demo',
}
