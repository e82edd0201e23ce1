import type { FormText } from '#text/en/work/forms.ts'

const fields: FormText['fields'] = {
  why: 'เหตุผล (เก็บในบันทึกการตรวจสอบ)',
  whyOptional: 'เหตุผล (ไม่บังคับ)',
  memberId: 'สมาชิก',
  amount: 'จำนวนเงิน',
  payout: 'เลขรายการโอนออกของช่องทาง',
  reference: 'ธนาคารและเลขอ้างอิง แบบ BANK:REFERENCE',
  party: 'บัญชีของเรา',
  paidAt: 'เวลาที่โอน (เวลากรุงเทพฯ)',
  reason: 'เหตุผลที่สมาชิกจะเห็น',
  line: 'รายการโอนของธนาคารที่ตรงกัน',
}

export const forms: FormText = {
  fields,
  sentReference: 'เลขอ้างอิงการโอนคืนของธนาคาร',
  required: 'ต้องกรอก',
  amountForm: 'ต้องเป็นจำนวนเงิน เช่น 1,250.00',
  notAccepted: 'ใช้ค่านี้ไม่ได้',
  notInMessage: 'ข้อความไม่มีจำนวนเงินนี้',
  chooseReason: 'เลือกเหตุผล',
  chooseOne: 'เลือกหนึ่งรายการ',
}
