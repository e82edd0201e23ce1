import { withdrawalStanding } from '#text/th/withdraw/standing.ts'
import type { UnderWayText } from './en.ts'

export const underWayText: UnderWayText = {
  withdrawable: (amount) => `ถอนได้ ${amount}`,
  notYet: (amount) => `ยังถอนไม่ได้ ${amount}`,
  title: 'รายการที่กำลังดำเนินการ',
  arrival: 'เงินฝากเข้ากระเป๋าแล้ว',
  arrived: (amount) => `+${amount} เข้ากระเป๋าแล้ว`,
  withCoins: (coins) => `พร้อม ${coins}`,
  receipt: 'ดูรายละเอียด',
  /** The three are what the buttons of home do. */
  start: {
    title: 'เริ่มต้นในสามขั้นตอน',
    steps: ['ฝากเงิน', 'โยกเงินเข้าเกม', 'เข้าเล่น'],
    film: 'ดูวิธีใช้งาน',
  },
  next: {
    again: (name) => `เล่น ${name} ต่อ`,
    there: (amount) => `มีเงินอยู่ ${amount}`,
  },
  more: (count) => `อีก ${count}\u00A0รายการ`,
  deposit: {
    QR: 'QR รอชำระ',
    SLIP: 'กำลังตรวจสอบสลิป',
    HELD: 'ได้รับเงินแล้ว กำลังตรวจสอบ',
    BONUS: 'ได้รับเงินแล้ว รอโบนัสจบ',
    OTHER: 'รอเงินฝากของคุณ',
  },
  /** After the member has said that a QR code is paid. */
  paid: 'รอธนาคารยืนยัน',
  left: (time) => `เหลือเวลา ${time}`,
  transfer: 'กำลังตรวจสอบการโยกเงิน',
  bonus: 'ยังถอนไม่ได้',
  prizes: (amount) => `ยังถอนไม่ได้ · เงินรางวัล ${amount}`,
  toPlay: (amount) => `ต้องเล่นอีก ${amount}`,
  checking: 'กำลังตรวจสอบก่อนให้ถอน เงินของคุณปลอดภัย',
  progress: 'ความคืบหน้าของเงื่อนไข',
  missing: (amount) => `ยังขาดอีก ${amount}`,
  met: 'ครบเงื่อนไขแล้ว ถอนเงินได้เลย',
  metOnly: 'ครบเงื่อนไขแล้ว',
  ending: 'กำลังจบโบนัส',
  withdrawal: { ...withdrawalStanding, read: 'ปิดข้อความนี้' },
}
