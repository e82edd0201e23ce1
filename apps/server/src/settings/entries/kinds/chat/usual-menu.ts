import type { ChatMenu, MenuButton } from './menu.ts'

const toMoney: MenuButton = {
  type: 'postback',
  title: { th: 'เงินของฉันอยู่ที่ไหน', la: 'ເງິນຂອງຂ້ອຍຢູ່ໃສ', en: 'Where is my money?' },
  answer: 'money',
}
const toDeposit: MenuButton = {
  type: 'postback',
  title: { th: 'ฝากเงิน', la: 'ຝາກເງິນ', en: 'Deposits' },
  answer: 'deposit',
}
const toWithdraw: MenuButton = {
  type: 'postback',
  title: { th: 'ถอนเงิน', la: 'ຖອນເງິນ', en: 'Withdrawals' },
  answer: 'withdraw',
}
const toBonus: MenuButton = {
  type: 'postback',
  title: { th: 'โบนัส', la: 'ໂບນັດ', en: 'Bonuses' },
  answer: 'bonus',
}
const toPerson: MenuButton = {
  type: 'postback',
  title: { th: 'คุยกับเจ้าหน้าที่', la: 'ລົມກັບພະນັກງານ', en: 'Talk to a person' },
  answer: 'person',
}

/** The menu until an operator sets another. `{facts}` becomes the facts about the member's money. */
export const usualMenu: ChatMenu = {
  welcome: 'welcome',
  fallback: 'fallback',
  picture: 'picture',
  answers: {
    welcome: {
      kind: 'quick_replies',
      text: {
        th: 'สวัสดีค่ะ มีอะไรให้ช่วยไหมคะ เลือกหัวข้อหรือพิมพ์คำถามได้เลยค่ะ',
        la: 'ສະບາຍດີ ມີຫຍັງໃຫ້ຊ່ວຍບໍ ເລືອກຫົວຂໍ້ ຫຼື ພິມຄຳຖາມໄດ້ເລີຍ',
        en: 'Hello! How can we help? Pick a topic or type your question.',
      },
      buttons: [toMoney, toDeposit, toWithdraw, toBonus, toPerson],
    },
    money: {
      kind: 'buttons',
      text: { th: '{facts}', la: '{facts}', en: '{facts}' },
      buttons: [toPerson],
    },
    deposit: {
      kind: 'quick_replies',
      text: {
        th: 'กรุณาโอนจากบัญชีที่ลงทะเบียนไว้เท่านั้นค่ะ เงินจะเข้ากระเป๋าภายในประมาณหนึ่งนาที หากยังไม่เข้า กรุณาส่งสลิปในหน้าฝากเงินนะคะ แต่หากมีโบนัสอยู่ เงินจะเข้ากระเป๋าเมื่อโบนัสจบค่ะ\n\n{facts}',
        la: 'ກະລຸນາໂອນຈາກບັນຊີທີ່ລົງທະບຽນໄວ້ເທົ່ານັ້ນ ເງິນຈະເຂົ້າກະເປົາພາຍໃນປະມານໜຶ່ງນາທີ ຖ້າຍັງບໍ່ທັນເຂົ້າ ກະລຸນາສົ່ງສະລິບໃນໜ້າຝາກເງິນ ແຕ່ຖ້າມີໂບນັດຢູ່ ເງິນຈະເຂົ້າກະເປົາເມື່ອໂບນັດຈົບ\n\n{facts}',
        en: 'Please transfer only from your registered bank account; it reaches your wallet within about a minute. If it does not, upload the slip on the deposit screen. If you hold a bonus, it reaches your wallet when the bonus ends.\n\n{facts}',
      },
      buttons: [toMoney, toPerson],
    },
    withdraw: {
      kind: 'quick_replies',
      text: {
        th: 'เงินที่ถอนจะโอนเข้าบัญชีธนาคารที่ลงทะเบียนไว้เท่านั้นค่ะ\n\n{facts}',
        la: 'ເງິນທີ່ຖອນຈະໂອນເຂົ້າບັນຊີທະນາຄານທີ່ລົງທະບຽນໄວ້ເທົ່ານັ້ນ\n\n{facts}',
        en: 'Withdrawals are paid only to your registered bank account.\n\n{facts}',
      },
      buttons: [toMoney, toPerson],
    },
    bonus: {
      kind: 'quick_replies',
      text: {
        th: 'ระหว่างมีโบนัส เงินในกระเป๋าและทุกเกมจะถอนได้เมื่อครบเงื่อนไขค่ะ ดูความคืบหน้าได้ที่หน้าโบนัสนะคะ\n\n{facts}',
        la: 'ລະຫວ່າງມີໂບນັດ ເງິນໃນກະເປົາ ແລະ ທຸກເກມຈະຖອນໄດ້ເມື່ອຄົບເງື່ອນໄຂ ເບິ່ງຄວາມຄືບໜ້າໄດ້ທີ່ໜ້າໂບນັດ\n\n{facts}',
        en: 'While a bonus is active, the money in your wallet and games can be withdrawn once its condition is met. The bonus screen shows your progress.\n\n{facts}',
      },
      buttons: [toMoney, toPerson],
    },
    person: {
      kind: 'text',
      text: {
        th: 'ส่งต่อให้เจ้าหน้าที่แล้วค่ะ พิมพ์รายละเอียดไว้ได้เลย เจ้าหน้าที่จะตอบในแชทนี้โดยเร็วที่สุดนะคะ',
        la: 'ສົ່ງຕໍ່ໃຫ້ພະນັກງານແລ້ວ ພິມລາຍລະອຽດໄວ້ໄດ້ເລີຍ ພະນັກງານຈະຕອບໃນແຊັດນີ້ໄວທີ່ສຸດ',
        en: 'A member of our staff will answer you here. Please tell us what happened; we read everything you write.',
      },
      handOver: true,
    },
    picture: {
      kind: 'quick_replies',
      text: {
        th: 'ได้รับไฟล์แล้วค่ะ หากเป็นสลิปโอนเงิน กรุณาส่งในหน้าฝากเงินเพื่อให้เงินเข้ากระเป๋าเร็วที่สุด หรือให้เจ้าหน้าที่ตรวจสอบให้ได้ค่ะ',
        la: 'ໄດ້ຮັບໄຟລ໌ແລ້ວ ຖ້າເປັນສະລິບໂອນເງິນ ກະລຸນາສົ່ງໃນໜ້າຝາກເງິນເພື່ອໃຫ້ເງິນເຂົ້າກະເປົາໄວທີ່ສຸດ ຫຼື ໃຫ້ພະນັກງານກວດສອບໃຫ້',
        en: 'We have your file. If it is a transfer slip, send it on the deposit screen, where it is credited fastest; or our staff can check it.',
      },
      buttons: [toPerson, toDeposit],
    },
    fallback: {
      kind: 'quick_replies',
      text: {
        th: 'ขออภัยค่ะ ยังไม่เข้าใจคำถาม กรุณาเลือกหัวข้อด้านล่าง หรือคุยกับเจ้าหน้าที่ได้เลยค่ะ',
        la: 'ຂໍອະໄພ ຍັງບໍ່ທັນເຂົ້າໃຈຄຳຖາມ ກະລຸນາເລືອກຫົວຂໍ້ດ້ານລຸ່ມ ຫຼື ລົມກັບພະນັກງານໄດ້ເລີຍ',
        en: 'Sorry, we did not understand that. Pick a topic below, or talk to a person.',
      },
      buttons: [toMoney, toDeposit, toWithdraw, toBonus, toPerson],
    },
  },
  words: [
    {
      when: [
        'เจ้าหน้าที่',
        'แอดมิน',
        'คุยกับคน',
        'ພະນັກງານ',
        'ແອັດມິນ',
        'ແອດມິນ',
        'person',
        'human',
        'admin',
        'agent',
      ],
      answer: 'person',
    },
    { when: ['ถอน', 'ຖອນ', 'withdraw'], answer: 'withdraw' },
    {
      when: ['โบนัส', 'โปรโมชัน', 'โปรโมชั่น', 'ໂບນັດ', 'ໂປຣໂມຊັນ', 'ໂປຣໂມຊັ່ນ', 'bonus', 'promotion'],
      answer: 'bonus',
    },
    {
      when: [
        'เงินอยู่ไหน',
        'เงินไม่เข้า',
        'เงินหาย',
        'ยอดไม่เข้า',
        'ເງິນຢູ່ໃສ',
        'ເງິນບໍ່ເຂົ້າ',
        'ເງິນຫາຍ',
        'my money',
        'where is',
        'missing',
        'not arrived',
      ],
      answer: 'money',
    },
    {
      when: ['ฝาก', 'สลิป', 'โอน', 'ຝາກ', 'ສະລິບ', 'ໂອນ', 'deposit', 'slip', 'transfer'],
      answer: 'deposit',
    },
    { when: ['เงิน', 'ยอด', 'ເງິນ', 'ຍອດ', 'money', 'balance'], answer: 'money' },
    {
      when: ['สวัสดี', 'หวัดดี', 'ສະບາຍດີ', 'hello', 'help', 'ช่วย', 'ຊ່ວຍ', 'เมนู', 'ເມນູ', 'menu'],
      answer: 'welcome',
    },
  ],
}
