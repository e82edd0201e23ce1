import type { SlipReason } from '@kapao/contract/refusals'

const incorrectSlip = 'สลิปไม่ถูกต้อง กรุณาอัปโหลดสลิปจริงที่บันทึกจากแอปธนาคาร ไม่ใช่ภาพหน้าจอ'

export const slipReasons: Record<SlipReason, string> = {
  UPLOADED_FILE_NOT_EXIST: incorrectSlip,
  IMG_SIZE_UNABLE_TO_PROCESS: incorrectSlip,
  CANNOT_READ_CROPPED_IMAGE: incorrectSlip,
  DEST_ACC_INVALID:
    'บัญชีปลายทางในสลิปไม่ใช่บัญชีของเรา หรือเป็นบัญชีคนละสกุลเงินกับกระเป๋าของคุณ กรุณาติดต่อเราพร้อมสลิปนี้',
  SLIP_REFNO_DUPLICATED: 'สลิปซ้ำ เคยส่งสลิปนี้มาแล้ว แต่ละสลิปใช้ได้ครั้งเดียว กรุณาดูในรายการเดินบัญชี',
  UNSTABLE_REFNO_ON_SLIP: 'อ่านเลขอ้างอิงบนสลิปไม่ได้ กรุณาอัปโหลดสลิปจริงจากแอปธนาคาร',
  TRIPPLE_WRONG_CAPTCHA:
    'ระบบตรวจสลิปของเราใส่แคปต์ชาผิดสามครั้งติดกัน ไม่ใช่ความผิดของคุณ กรุณาติดต่อเราพร้อมสลิปนี้',
  INVALID_SLIP: 'อ่านสลิปไม่ได้ กรุณาอัปโหลดสลิปจริงที่ชัดเจนจากแอปธนาคาร',
  NOT_MATCH:
    'บัญชีที่โอนมาไม่ตรงกับบัญชีที่คุณลงทะเบียนไว้ เงินถึงบัญชีของเราแล้วแต่ยังไม่เข้ากระเป๋า กรุณาติดต่อเราพร้อมสลิปนี้',
  EXPIRED_SLIP: 'สลิปหมดอายุ เพราะส่งมาหลังโอนนานเกินกำหนด เงินไม่หาย กรุณาติดต่อเราพร้อมสลิปนี้',
  UNKNOW_ERROR: 'เกิดข้อผิดพลาดที่ไม่ทราบสาเหตุขณะตรวจสลิป กรุณาเก็บสลิปไว้และติดต่อแอดมินให้ช่วยตรวจสอบ',
}

export const slipToChat = {
  open: 'ส่งสลิปนี้ทางแชท',
  question: (when: string, reference: string) => `รบกวนตรวจสอบสลิปวันที่ ${when} เลขอ้างอิง ${reference}`,
}
