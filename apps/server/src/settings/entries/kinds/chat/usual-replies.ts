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
      th: 'เงินฝากที่ยังไม่เข้า ส่วนใหญ่เป็นเพราะโอนจากบัญชีที่ไม่ได้ลงทะเบียนไว้ หรือธนาคารยังไม่แจ้งยอด กรุณาส่งสลิปและแจ้งเวลาที่โอนในแชทนี้ เราจะตรวจสอบให้ค่ะ',
      la: 'ເງິນຝາກທີ່ຍັງບໍ່ທັນເຂົ້າ ສ່ວນຫຼາຍແມ່ນຍ້ອນໂອນຈາກບັນຊີທີ່ບໍ່ໄດ້ລົງທະບຽນໄວ້ ຫຼືທະນາຄານຍັງບໍ່ທັນແຈ້ງຍອດ ກະລຸນາສົ່ງສະລິບ ແລະແຈ້ງເວລາທີ່ໂອນໃນແຊັດນີ້ ພວກເຮົາຈະກວດສອບໃຫ້',
      en: 'A deposit that has not arrived was mostly sent from an account that is not registered, or the bank has not reported it yet. Please send the slip and the time of the transfer here; we will check it.',
    },
  },
  {
    name: 'where-withdrawal',
    text: {
      th: '{withdrawal} เงินจะโอนไปยังบัญชีที่ลงทะเบียนไว้เท่านั้น และดูสถานะล่าสุดได้ที่หน้าแรกค่ะ',
      la: '{withdrawal} ເງິນຈະໂອນໄປບັນຊີທີ່ລົງທະບຽນໄວ້ເທົ່ານັ້ນ ແລະເບິ່ງສະຖານະຫຼ້າສຸດໄດ້ຢູ່ໜ້າທຳອິດ',
      en: '{withdrawal} The money goes to your registered account only, and the home screen shows its latest state.',
    },
  },
  {
    name: 'bonus-turnover',
    text: {
      th: 'โบนัสจะถอนได้เมื่อเล่นครบตามเงื่อนไข ดูได้ว่าเล่นไปแล้วเท่าไรและยังขาดเท่าไรที่หน้าโบนัสค่ะ เงินของคุณเองที่ไม่ได้ผูกกับโบนัสถอนได้ตามปกติ',
      la: 'ໂບນັດຈະຖອນໄດ້ເມື່ອຫຼິ້ນຄົບຕາມເງື່ອນໄຂ ເບິ່ງໄດ້ວ່າຫຼິ້ນໄປແລ້ວເທົ່າໃດ ແລະຍັງຂາດເທົ່າໃດຢູ່ໜ້າໂບນັດ ເງິນຂອງທ່ານເອງທີ່ບໍ່ໄດ້ຜູກກັບໂບນັດຖອນໄດ້ຕາມປົກກະຕິ',
      en: 'A bonus can be withdrawn once its condition has been played. The bonus screen shows how much counts so far and what is left. Your own money that is not bound to a bonus can be withdrawn as usual.',
    },
  },
  {
    name: 'forgot-password',
    text: {
      th: 'กด "ลืมรหัสผ่าน" ที่หน้าเข้าสู่ระบบ แล้วใส่รหัส OTP เพื่อตั้งรหัสผ่านใหม่ค่ะ เจ้าหน้าที่จะไม่ขอรหัสผ่านหรือรหัส OTP ของคุณ',
      la: 'ກົດ "ລືມລະຫັດຜ່ານ" ຢູ່ໜ້າເຂົ້າສູ່ລະບົບ ແລ້ວໃສ່ລະຫັດ OTP ເພື່ອຕັ້ງລະຫັດຜ່ານໃໝ່ ເຈົ້າໜ້າທີ່ຈະບໍ່ຂໍລະຫັດຜ່ານ ຫຼືລະຫັດ OTP ຂອງທ່ານ',
      en: 'Choose “Forgot password” on the login screen and type the OTP to set a new one. We never ask for your password or an OTP.',
    },
  },
  {
    name: 'change-account',
    text: {
      th: 'บัญชีธนาคารต้องเป็นชื่อของคุณเอง กรุณาส่งรูปหน้าสมุดบัญชีมาในแชทนี้ เจ้าหน้าที่ที่รับผิดชอบจะติดต่อกลับ และหลังเปลี่ยนบัญชีแล้วหนึ่งวันจึงจะถอนได้ค่ะ',
      la: 'ບັນຊີທະນາຄານຕ້ອງເປັນຊື່ຂອງທ່ານເອງ ກະລຸນາສົ່ງຮູບໜ້າປຶ້ມບັນຊີມາໃນແຊັດນີ້ ເຈົ້າໜ້າທີ່ທີ່ຮັບຜິດຊອບຈະຕິດຕໍ່ກັບ ແລະຫຼັງປ່ຽນບັນຊີຈະຖອນໄດ້ຫຼັງຈາກໜຶ່ງມື້',
      en: 'The bank account has to be in your own name. Please send a picture of the first page of your bank book; the person in charge will answer you. After a change, withdrawals to it wait for a day.',
    },
  },
  {
    name: 'limits',
    text: {
      th: 'ยอดฝากและถอนขั้นต่ำและสูงสุดแสดงอยู่ในหน้าฝากและหน้าถอน ถอนได้ทีละหนึ่งรายการ เมื่อรายการก่อนเสร็จแล้วจึงถอนใหม่ได้ค่ะ',
      la: 'ຍອດຝາກແລະຖອນຂັ້ນຕ່ຳແລະສູງສຸດສະແດງຢູ່ໃນໜ້າຝາກແລະໜ້າຖອນ ຖອນໄດ້ເທື່ອລະໜຶ່ງລາຍການ ເມື່ອລາຍການກ່ອນສຳເລັດແລ້ວຈຶ່ງຖອນໃໝ່ໄດ້',
      en: 'The smallest and largest sums are on the deposit and withdrawal screens. One withdrawal can be under way at a time; the next one can begin when it has ended.',
    },
  },
  {
    name: 'game-stuck',
    text: {
      th: 'กรุณาออกจากเกม รอหนึ่งนาที แล้วกดรีเฟรชยอดเงินที่หน้าแรก ถ้ายอดยังไม่ถูกต้อง กรุณาแจ้งชื่อเกมและเวลาที่เล่น เราจะตรวจสอบกับผู้ให้บริการเกมค่ะ',
      la: 'ກະລຸນາອອກຈາກເກມ ລໍຖ້າໜຶ່ງນາທີ ແລ້ວກົດຣີເຟຣຊຍອດເງິນຢູ່ໜ້າທຳອິດ ຖ້າຍອດຍັງບໍ່ຖືກຕ້ອງ ກະລຸນາແຈ້ງຊື່ເກມແລະເວລາທີ່ຫຼິ້ນ ພວກເຮົາຈະກວດສອບກັບຜູ້ໃຫ້ບໍລິການເກມ',
      en: 'Please leave the game, wait a minute and refresh the balance on the home screen. If it is still wrong, tell us the game and the time of play; we will check with the provider.',
    },
  },
  {
    name: 'locked',
    text: {
      th: 'หากใส่รหัสผ่านผิดหลายครั้ง ระบบจะพักการเข้าสู่ระบบไว้ชั่วคราว กรุณารอสักครู่แล้วลองใหม่ หรือตั้งรหัสผ่านใหม่ด้วย "ลืมรหัสผ่าน" ค่ะ',
      la: 'ຖ້າໃສ່ລະຫັດຜ່ານຜິດຫຼາຍເທື່ອ ລະບົບຈະພັກການເຂົ້າສູ່ລະບົບໄວ້ຊົ່ວຄາວ ກະລຸນາລໍຖ້າຈັກໜ້ອຍແລ້ວລອງໃໝ່ ຫຼືຕັ້ງລະຫັດຜ່ານໃໝ່ດ້ວຍ "ລືມລະຫັດຜ່ານ"',
      en: 'After several wrong passwords the login pauses for a while. Please wait and try again, or set a new password with “Forgot password”.',
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
      la: 'ເລື່ອງນີ້ສົ່ງຕໍ່ໃຫ້ຜູ້ທີ່ຮັບຜິດຊອບແລ້ວ ຈະມີເຈົ້າໜ້າທີ່ຕອບໃນແຊັດນີ້ ບໍ່ຕ້ອງແຈ້ງຊ້ຳ',
      en: 'This has been handed to the person in charge, who will answer in this chat. There is no need to write it again.',
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
