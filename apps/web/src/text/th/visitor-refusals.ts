import { formatMinute } from '#core/format.ts'
import type { VisitorRefusals } from '#text/en/visitor-refusals.ts'

export const visitorRefusals = {
  // One-time codes.
  OTP_TOKEN_INVALID: 'การยืนยันนี้ใช้ไม่ได้แล้ว กรุณาขอรหัส OTP ใหม่',
  OTP_NOT_EXIST: 'ไม่พบการขอรหัส OTP นี้ กรุณาขอรหัส OTP ใหม่',
  OTP_VERIFIED: 'เบอร์โทรศัพท์นี้ยืนยันแล้ว ทำขั้นตอนต่อไปได้เลย',
  OTP_EXPIRED: 'รหัส OTP นี้หมดอายุแล้ว กรุณาขอรหัส OTP ใหม่',
  OTP_CODE_INVALID: 'รหัส OTP ไม่ถูกต้อง กรุณาดูใน SMS แล้วกรอกอีกครั้ง',
  OTP_CODE_VALID: 'ยืนยันเบอร์โทรศัพท์เรียบร้อยแล้ว',
  OTP_SEND_FAIL: 'ขณะนี้ยังส่ง SMS ไม่ได้ กรุณาลองใหม่ในอีกสักครู่',
  OTP_VERIFY_FAIL: 'ขณะนี้ยังตรวจสอบรหัส OTP ไม่ได้ กรุณาลองใหม่ในอีกสักครู่',
  PROOF_REQUIRED: 'ยังตรวจสอบคำขอนี้ไม่เสร็จ กรุณาลองอีกครั้ง',
  UNVERIFIED_OTP: 'กรุณายืนยันเบอร์โทรศัพท์ก่อน การยืนยันมีอายุ 30\u00A0นาที ข้อมูลที่กรอกไว้ยังอยู่ครบ',

  // Registration, bank account and password.
  EXISTING_USER: 'เบอร์โทรศัพท์นี้ลงทะเบียนแล้ว กรุณาเข้าสู่ระบบ หรือติดต่อเราหากต้องการความช่วยเหลือ',
  EXISTING_BANK: 'บัญชีธนาคารนี้มีผู้ใช้แล้ว กรุณาใช้บัญชีอื่นของคุณ หรือติดต่อเรา',
  INVALID_USER_INFO: 'ข้อมูลบางส่วนไม่ถูกต้อง กรุณาตรวจสอบแล้วลองอีกครั้ง',
  INVALID_BANK: 'ข้อมูลธนาคารไม่ถูกต้อง กรุณาตรวจสอบธนาคารและเลขที่บัญชี',
  BANK_ACCOUNT_NAME_ENG: 'ชื่อบัญชีธนาคารต้องเป็นภาษาอังกฤษเท่านั้น',
  BANK_ACCOUNT_NAME_INITIAL: 'กรุณาพิมพ์ชื่อและนามสกุลเต็ม ใช้อักษรย่อไม่ได้',
  REGISTER_FAIL: 'สมัครไม่สำเร็จ ยังไม่ได้สร้างบัญชี กรุณาลองใหม่ในอีกสักครู่',
  GAME_ACTIVATION_FAIL: 'ขณะนี้ยังเปิดบัญชีเกมไม่ได้ เงินของคุณยังอยู่ที่เดิม กรุณาลองใหม่ในอีกสักครู่',
  WRONG_PASSWORD: 'รหัสผ่านปัจจุบันไม่ถูกต้อง กรุณาตรวจสอบแล้วลองอีกครั้ง',
  PHONE_NUMBER_REQUIRE_10_DIGIT: 'เบอร์โทรศัพท์ต้องมี 10\u00A0หลัก',

  // Limits.
  DAY_LIMIT: (againAtMs) =>
    `ใช้งานครบจำนวนสูงสุดใน 24\u00A0ชั่วโมงแล้ว ${againAtMs === null ? 'กรุณาลองใหม่ภายหลัง' : `ใช้งานต่อได้ตั้งแต่ ${formatMinute(againAtMs)}\u00A0น.`}`,
} satisfies VisitorRefusals
