import type { CannedReply } from './menu.ts'

/** Greetings and ends, and what is asked most often; operators change them as they like. */
export const usualReplies: CannedReply[] = [
  {
    name: 'looking',
    text: {
      th: 'ขอบคุณที่แจ้งมาค่ะ กำลังตรวจสอบให้ กรุณารอสักครู่นะคะ',
      la: 'ຂອບໃຈທີ່ແຈ້ງມາ ກຳລັງກວດສອບໃຫ້ ກະລຸນາລໍຖ້າຈັກໜ້ອຍ',
      en: 'Thank you for letting us know. We are looking into it; one moment, please.',
    },
  },
  {
    name: 'slip',
    text: {
      th: 'กรุณาส่งสลิปโอนเงินมาในแชทนี้ ให้เห็น QR บนสลิปชัด\u00A0ๆ นะคะ',
      la: 'ກະລຸນາສົ່ງສະລິບໂອນເງິນມາໃນແຊັດນີ້ ໃຫ້ເຫັນ QR ໃນສະລິບຊັດໆ',
      en: 'Please send the transfer slip here, with its QR code clearly visible.',
    },
  },
  {
    name: 'where-deposit',
    text: {
      th: 'เงินฝากที่ยังไม่เข้ากระเป๋า ส่วนใหญ่เป็นเพราะโอนจากบัญชีที่ไม่ได้ลงทะเบียนไว้ มีโบนัสที่ยังไม่จบ หรือธนาคารยังไม่แจ้งยอด กรุณาส่งสลิปและแจ้งเวลาที่โอนในแชทนี้ เราจะตรวจสอบให้ค่ะ',
      la: 'ເງິນຝາກທີ່ຍັງບໍ່ທັນເຂົ້າກະເປົາ ສ່ວນຫຼາຍແມ່ນຍ້ອນໂອນຈາກບັນຊີທີ່ບໍ່ໄດ້ລົງທະບຽນໄວ້ ມີໂບນັດທີ່ຍັງບໍ່ທັນຈົບ ຫຼື ທະນາຄານຍັງບໍ່ທັນແຈ້ງຍອດ ກະລຸນາສົ່ງສະລິບ ແລະ ແຈ້ງເວລາທີ່ໂອນໃນແຊັດນີ້ ພວກເຮົາຈະກວດສອບໃຫ້',
      en: 'If a deposit is not in your wallet yet, it mostly came from an account that is not registered, a bonus has not ended, or the bank has not reported it yet. Please send the slip and the time of the transfer here, and we will check it.',
    },
  },
  {
    name: 'where-withdrawal',
    text: {
      th: '{withdrawal} เงินจะโอนไปยังบัญชีที่ลงทะเบียนไว้เท่านั้น และดูสถานะล่าสุดได้ที่หน้าแรกค่ะ',
      la: '{withdrawal} ເງິນຈະໂອນໄປບັນຊີທີ່ລົງທະບຽນໄວ້ເທົ່ານັ້ນ ແລະ ເບິ່ງສະຖານະຫຼ້າສຸດໄດ້ຢູ່ໜ້າທຳອິດ',
      en: '{withdrawal} The money goes to your registered account only, and the home screen shows its latest status.',
    },
  },
  {
    name: 'bonus-turnover',
    text: {
      th: 'ระหว่างมีโบนัส เงินในกระเป๋าและทุกเกมจะถอนได้เมื่อครบเงื่อนไข ดูได้ที่หน้าโบนัสว่าทำไปแล้วเท่าไรและยังขาดเท่าไรค่ะ',
      la: 'ລະຫວ່າງມີໂບນັດ ເງິນໃນກະເປົາ ແລະ ທຸກເກມຈະຖອນໄດ້ເມື່ອຄົບເງື່ອນໄຂ ເບິ່ງໄດ້ທີ່ໜ້າໂບນັດວ່າເຮັດໄປແລ້ວເທົ່າໃດ ແລະ ຍັງຂາດເທົ່າໃດ',
      en: 'While a bonus is active, the money in your wallet and games can be withdrawn once its condition is met. The bonus screen shows how far you are and what is left.',
    },
  },
  {
    name: 'forgot-password',
    text: {
      th: 'กด “ลืมรหัสผ่าน?” ที่หน้าเข้าสู่ระบบ แล้วใส่รหัส OTP เพื่อตั้งรหัสผ่านใหม่ค่ะ เจ้าหน้าที่จะไม่ขอรหัสผ่านหรือรหัส OTP ของคุณ',
      la: 'ກົດ “ລືມລະຫັດຜ່ານ?” ຢູ່ໜ້າເຂົ້າສູ່ລະບົບ ແລ້ວໃສ່ລະຫັດ OTP ເພື່ອຕັ້ງລະຫັດຜ່ານໃໝ່ ພະນັກງານຈະບໍ່ຂໍລະຫັດຜ່ານ ຫຼື ລະຫັດ OTP ຂອງທ່ານ',
      en: 'Choose “Forgotten your password?” on the login screen and enter the OTP to set a new one. Our staff never ask for your password or an OTP.',
    },
  },
  {
    name: 'change-account',
    text: {
      th: 'บัญชีธนาคารต้องเป็นชื่อของคุณเอง กรุณาส่งรูปหน้าสมุดบัญชีมาในแชทนี้ เจ้าหน้าที่ที่รับผิดชอบจะตอบในแชทนี้ การถอนเข้าบัญชีใหม่จะโอนได้หลังเปลี่ยนบัญชีครบ 24\u00A0ชั่วโมงค่ะ',
      la: 'ບັນຊີທະນາຄານຕ້ອງເປັນຊື່ຂອງທ່ານເອງ ກະລຸນາສົ່ງຮູບໜ້າປຶ້ມບັນຊີມາໃນແຊັດນີ້ ພະນັກງານທີ່ຮັບຜິດຊອບຈະຕອບໃນແຊັດນີ້ ການຖອນເຂົ້າບັນຊີໃໝ່ຈະໂອນໄດ້ຫຼັງປ່ຽນບັນຊີຄົບ 24\u00A0ຊົ່ວໂມງ',
      en: 'The bank account has to be in your own name. Please send a picture of the first page of your bank book; the person in charge will answer you here. Withdrawals to the new account are paid once 24 hours have passed since the change.',
    },
  },
  {
    name: 'limits',
    text: {
      th: 'ยอดขั้นต่ำของการฝากแสดงในหน้าฝากเงิน ยอดขั้นต่ำและสูงสุดของการถอนแสดงในหน้าถอนเงิน ถอนได้ทีละหนึ่งรายการ เมื่อรายการก่อนเสร็จแล้วจึงถอนใหม่ได้ค่ะ',
      la: 'ຍອດຂັ້ນຕ່ຳຂອງການຝາກສະແດງໃນໜ້າຝາກເງິນ ຍອດຂັ້ນຕ່ຳ ແລະ ສູງສຸດຂອງການຖອນສະແດງໃນໜ້າຖອນເງິນ ຖອນໄດ້ຄັ້ງລະໜຶ່ງລາຍການ ເມື່ອລາຍການກ່ອນສຳເລັດແລ້ວຈຶ່ງຖອນໃໝ່ໄດ້',
      en: 'The deposit screen shows the minimum deposit; the withdrawal screen shows the minimum and maximum withdrawal. You can have one withdrawal in progress at a time and request the next when it is complete.',
    },
  },
  {
    name: 'game-stuck',
    text: {
      th: 'กรุณาออกจากเกม รอหนึ่งนาที แล้วกดอัปเดตยอดเงินที่หน้าแรก ถ้ายอดยังไม่ถูกต้อง กรุณาแจ้งชื่อเกมและเวลาที่เล่น เราจะตรวจสอบกับค่ายเกมค่ะ',
      la: 'ກະລຸນາອອກຈາກເກມ ລໍຖ້າໜຶ່ງນາທີ ແລ້ວກົດອັບເດດຍອດເງິນຢູ່ໜ້າທຳອິດ ຖ້າຍອດຍັງບໍ່ຖືກຕ້ອງ ກະລຸນາແຈ້ງຊື່ເກມ ແລະ ເວລາທີ່ຫຼິ້ນ ພວກເຮົາຈະກວດສອບກັບຜູ້ໃຫ້ບໍລິການເກມ',
      en: 'Please leave the game, wait a minute and refresh the balance on the home screen. If it is still wrong, tell us the game and when you played, and we will check with the provider.',
    },
  },
  {
    name: 'locked',
    text: {
      th: 'หากใส่รหัสผ่านผิดหลายครั้ง ระบบจะพักการเข้าสู่ระบบไว้ชั่วคราว กรุณารอสักครู่แล้วลองใหม่ หรือตั้งรหัสผ่านใหม่ด้วย “ลืมรหัสผ่าน?” ค่ะ',
      la: 'ຖ້າໃສ່ລະຫັດຜ່ານຜິດຫຼາຍຄັ້ງ ລະບົບຈະພັກການເຂົ້າສູ່ລະບົບໄວ້ຊົ່ວຄາວ ກະລຸນາລໍຖ້າຈັກໜ້ອຍ ແລ້ວລອງໃໝ່ ຫຼື ຕັ້ງລະຫັດຜ່ານໃໝ່ດ້ວຍ “ລືມລະຫັດຜ່ານ?”',
      en: 'After several wrong passwords the login pauses for a while. Please wait and try again, or set a new password with “Forgotten your password?”.',
    },
  },
  {
    name: 'balance',
    text: {
      th: 'ยอดเงินในกระเป๋าของคุณตอนนี้คือ {balance} ยอดในเกมแสดงแยกไว้ที่หน้าแรกค่ะ',
      la: 'ຍອດເງິນໃນກະເປົາຂອງທ່ານຕອນນີ້ແມ່ນ {balance} ຍອດໃນເກມສະແດງແຍກໄວ້ຢູ່ໜ້າທຳອິດ',
      en: 'Your wallet holds {balance} now. What is in games is shown separately on the home screen.',
    },
  },
  {
    name: 'handed-over',
    text: {
      th: 'เรื่องนี้ส่งต่อให้ผู้ที่รับผิดชอบแล้วค่ะ จะมีเจ้าหน้าที่ตอบในแชทนี้ ไม่ต้องแจ้งซ้ำนะคะ',
      la: 'ເລື່ອງນີ້ສົ່ງຕໍ່ໃຫ້ຜູ້ທີ່ຮັບຜິດຊອບແລ້ວ ຈະມີພະນັກງານຕອບໃນແຊັດນີ້ ບໍ່ຕ້ອງແຈ້ງຊ້ຳ',
      en: 'This has been handed to the person in charge, who will answer in this chat. You do not need to write again.',
    },
  },
  {
    name: 'done',
    text: {
      th: 'เรียบร้อยแล้วค่ะ มีอะไรให้ช่วยอีกไหมคะ',
      la: 'ຮຽບຮ້ອຍແລ້ວ ມີຫຍັງໃຫ້ຊ່ວຍອີກບໍ',
      en: 'That is done. Is there anything else we can help with?',
    },
  },
  {
    name: 'bye',
    text: {
      th: 'ขอบคุณที่ติดต่อมาค่ะ หากมีอะไรเพิ่มเติม ติดต่อมาได้ตลอดเวลานะคะ',
      la: 'ຂອບໃຈທີ່ຕິດຕໍ່ຫາພວກເຮົາ ຖ້າມີຫຍັງເພີ່ມເຕີມ ຕິດຕໍ່ມາໄດ້ຕະຫຼອດເວລາ',
      en: 'Thank you for writing. We are here whenever you need us.',
    },
  },
]
