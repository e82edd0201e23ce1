import { withdrawalStanding } from '#text/th/withdraw/standing.ts'
import type { UnderWayText } from './en.ts'

export const underWayText: UnderWayText = {
  withdrawable: 'ถอนได้',
  inGames: 'อยู่ในเกม',
  locked: 'ติดเงื่อนไขโบนัส',
  title: 'รายการที่กำลังดำเนินการ',
  nothing: 'ไม่มีรายการที่กำลังดำเนินการ',
  more: (count) => `อีก ${count}\u00A0รายการ`,
  deposit: {
    QR: 'รอธนาคารยืนยัน',
    SLIP: 'กำลังตรวจสอบสลิป',
    HELD: 'ได้รับเงินแล้ว กำลังตรวจสอบ',
    BONUS: 'ได้รับเงินแล้ว รอโบนัสจบ',
    OTHER: 'รอเงินฝากของคุณ',
  },
  transfer: 'กำลังตรวจสอบการโยกเงิน',
  bonus: 'ติดเงื่อนไขโบนัส',
  progress: 'ความคืบหน้าของเงื่อนไข',
  missing: (amount) => `ยังขาดอีก ${amount}`,
  met: 'ครบเงื่อนไขแล้ว ถอนเงินได้เลย',
  ending: 'กำลังจบโบนัส',
  withdrawal: { ...withdrawalStanding, read: 'ปิดข้อความนี้' },
}
