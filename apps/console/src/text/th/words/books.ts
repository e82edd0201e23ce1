import type { WordsText } from '#text/en/words/words.ts'

export const accounts: WordsText['accounts'] = {
  wallet: 'กระเป๋า',
  coin: 'เหรียญ',
  game: 'เกม',
  transfer: 'ระหว่างโยกเงิน',
  withdrawal: 'กันไว้เพื่อถอน',
  forfeit: 'ส่วนที่สละเมื่อจบโบนัส',
  bank: 'บัญชีธนาคารของเรา',
  gateway: 'ช่องทางรับชำระ',
  giftlink: 'กระเป๋ารับลิงก์ซอง',
  payout: 'ช่องทางโอนออก',
  provider: 'ค่ายเกม',
  suspense: 'เงินพัก',
  bonus: 'โบนัส',
  promotion: 'โปรโมชัน',
  invite: 'รางวัลชวนเพื่อน',
  refund: 'ยอดคืน',
  prize: 'รางวัลวงล้อ',
  opening: 'ยอดยกมา',
}

export const movements: WordsText['movements'] = {
  opening: 'ยอดยกมา',
  deposit: 'ฝากเงิน',
  suspense: 'พักเงินไว้',
  suspense_release: 'ปล่อยเงินที่พักไว้',
  transfer_hold: 'เริ่มโยกเงิน',
  transfer_settle: 'โยกเงินสำเร็จ',
  transfer_return: 'คืนเงินที่โยก',
  withdrawal_hold: 'กันเงินเพื่อถอน',
  withdrawal_paid: 'โอนเงินถอนออก',
  withdrawal_return: 'คืนเงินถอน',
  play_result: 'ผลการเล่น',
  bonus: 'โบนัส',
  promotion: 'โปรโมชัน',
  invite: 'รางวัลชวนเพื่อน',
  refund: 'ยอดคืน',
  prize: 'รางวัลวงล้อ',
  forfeit: 'สละเมื่อจบโบนัส',
  coin_grant: 'ได้รับเหรียญ',
  coin_spend: 'ใช้เหรียญ',
  correction: 'แก้ไขยอด',
}

export const withdrawals: WordsText['withdrawals'] = {
  ACCOUNT_CLOSED: 'บัญชีธนาคารปิดหรือรับเงินไม่ได้',
  ACCOUNT_NAME: 'ชื่อบัญชีไม่ใช่ของสมาชิก',
  IDENTITY_CHECK: 'ต้องยืนยันตัวตนก่อน',
  BONUS_TERMS: 'ยังไม่ครบเงื่อนไขโบนัส',
  SERVICE_TERMS: 'ไม่เป็นไปตามข้อตกลงการใช้งาน',
  BANK_REFUSED: 'ธนาคารไม่รับรายการ',
  GAMES_SHORT: 'เงินที่ได้คืนจากเกมไม่พอ',
  ACCOUNT_CHANGED: 'เพิ่งเปลี่ยนบัญชีธนาคาร',
  UNDER_REVIEW: 'กำลังตรวจสอบ',
  ASKING_BANK: 'กำลังสอบถามธนาคาร',
}

export const slips: WordsText['slips'] = {
  UPLOADED_FILE_NOT_EXIST: 'ไม่พบรูปสลิป',
  IMG_SIZE_UNABLE_TO_PROCESS: 'รูปใหญ่หรือเล็กเกินไป',
  CANNOT_READ_CROPPED_IMAGE: 'อ่าน QR บนรูปไม่ได้',
  DEST_ACC_INVALID: 'โอนเข้าบัญชีที่ไม่ใช่ของเรา หรือคนละสกุลเงินกับสมาชิก',
  SLIP_REFNO_DUPLICATED: 'เคยส่งสลิปของรายการนี้แล้ว',
  UNSTABLE_REFNO_ON_SLIP: 'อ่านเลขอ้างอิงบนสลิปไม่ได้',
  TRIPPLE_WRONG_CAPTCHA: 'ใส่แคปต์ชาผิดสามครั้งติดกัน',
  INVALID_SLIP: 'อ่านสลิปไม่ได้ (ไม่พบรายการโอน)',
  NOT_MATCH: 'ไม่ได้โอนจากบัญชีของสมาชิก',
  EXPIRED_SLIP: 'ส่งสลิปหลังโอนนานเกินกำหนด',
  UNKNOW_ERROR: 'เกิดข้อผิดพลาดที่ไม่ทราบสาเหตุ',
}

export const languages: WordsText['languages'] = {
  th: 'ไทย',
  la: 'ลาว',
  en: 'อังกฤษ',
}

export const actors: WordsText['actors'] = {
  operator: 'เจ้าหน้าที่',
  member: 'สมาชิก',
  system: 'ระบบ',
}

export const ends: WordsText['ends'] = {
  logout: 'โดยสมาชิก',
  password: 'เปลี่ยนรหัสผ่าน',
  deactivated: 'ถูกระงับการใช้งาน',
  operator: 'โดยเจ้าหน้าที่',
  newer: 'มีการเข้าสู่ระบบใหม่เกินจำนวน',
}
