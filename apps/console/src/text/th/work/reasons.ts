import type { ReasonText } from '#text/en/work/reasons.ts'

const rejections: ReasonText['rejections'] = {
  ACCOUNT_CLOSED: 'บัญชีธนาคารปิดแล้วหรือรับเงินไม่ได้',
  ACCOUNT_NAME: 'ชื่อบัญชีไม่ตรงกับชื่อสมาชิก',
  IDENTITY_CHECK: 'ต้องยืนยันตัวตนก่อน',
  BONUS_TERMS: 'ยังไม่ครบเงื่อนไขโบนัส',
  SERVICE_TERMS: 'ไม่เป็นไปตามข้อตกลงการใช้งาน',
}

const takeBacks: ReasonText['takeBacks'] = {
  'wrong-member': 'เงินเป็นของสมาชิกคนอื่น',
  gone: 'ธนาคารดึงเงินกลับไปแล้ว',
}

export const reasons: ReasonText = { rejections, takeBacks }
