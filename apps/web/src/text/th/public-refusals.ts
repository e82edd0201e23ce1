import { lostSessionTexts } from '#core/calls/lost-session.ts'
import type { PublicRefusals } from '#text/en/public-refusals.ts'

const invalidUser = 'บัญชีผู้ใช้นี้ไม่ถูกต้อง กรุณาเข้าสู่ระบบอีกครั้ง หรือติดต่อเราหากยังพบปัญหา'

export const publicRefusals = {
  // Session and address.
  UNAUTHORIZED: 'กรุณาเข้าสู่ระบบเพื่อใช้งานต่อ',
  EXPIRED_AUTH_TOKEN: lostSessionTexts.th,
  INVALID_USER_1: invalidUser,
  INVALID_USER_2: invalidUser,
  INVALID_USER_3: invalidUser,
  INVALID_USER_4: invalidUser,
  INVALID_IP: 'ใช้บริการจากเครือข่ายนี้ไม่ได้ กรุณาติดต่อเรา',

  // Limits.
  REQUEST_LIMIT: 'ทำรายการถี่เกินไป กรุณารอแล้วลองอีกครั้ง บางครั้งอาจต้องรอหนึ่งชั่วโมงหรือนานกว่านั้น',

  // Login.
  WRONG_CREDENTIAL: 'เบอร์โทรศัพท์หรือรหัสผ่านไม่ถูกต้อง กรุณาตรวจสอบแล้วลองอีกครั้ง',
  INACTIVE_USER: 'บัญชีนี้ถูกระงับการใช้งาน กรุณาติดต่อเรา เรายินดีช่วยเหลือ',
  LOGIN_FAIL: 'ขณะนี้ยังเข้าสู่ระบบไม่ได้ กรุณาลองใหม่ในอีกสักครู่',

  // Any call.
  INTERNAL_SERVER_ERROR: 'ระบบขัดข้อง หากกำลังฝาก ถอน หรือโยกเงินอยู่ กรุณาดูรายการเดินบัญชีก่อนลองอีกครั้ง',
  KEY_INVALID: 'ข้อมูลบางอย่างไม่ถูกต้อง กรุณาตรวจสอบแล้วลองอีกครั้ง',
  SERVICE_BUSY: 'ขณะนี้มีผู้ใช้งานมาก จึงยังไม่ได้ทำรายการ กรุณาลองใหม่ในอีกสักครู่',
  RECOVERY: 'เรากำลังตรวจสอบยอดเงินหลังระบบขัดข้อง เงินของคุณปลอดภัย ระหว่างนี้ยังฝาก โยก และถอนไม่ได้',
} satisfies PublicRefusals
