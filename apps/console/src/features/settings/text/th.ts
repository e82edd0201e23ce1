import type { SettingGroup } from '@kapao/contract/console/settings'
import { fields } from '#ui/fields/text/th.ts'
import type { SettingsText } from './en.ts'
import { about } from './th-about.ts'

const groups: Record<SettingGroup, string> = {
  brand: 'แบรนด์',
  content: 'ข้อความที่สมาชิกอ่าน',
  rewards: 'รางวัลและโบนัส',
  deposits: 'การฝากเงิน',
  withdrawals: 'การถอนเงินและการอนุมัติ',
  accounts: 'บัญชีของเรา',
  games: 'เกม',
  registration: 'การสมัครสมาชิกและ OTP',
  chat: 'แชท',
  service: 'การให้บริการ',
  console: 'ศูนย์งาน',
}

export const settings: SettingsText = {
  ...fields,
  groups,
  about,
  brief: {
    none: 'ไม่มี',
    on: 'เปิด',
    off: 'ปิด',
    picture: 'รูปภาพ',
    whole: 'หลายส่วน',
    entries: (count) => `${count} รายการ`,
  },
  form: {
    value: 'ค่า',
    chooseSetting: 'เลือกการตั้งค่าจากรายการ',
    isSet: 'เปลี่ยนแล้ว',
    isDefault: 'ใช้ค่าเริ่มต้น',
    changed: 'แก้ไขเมื่อ',
    neverChanged: 'ยังไม่เคยแก้ไข ใช้ค่าเริ่มต้น',
    power: {
      read: 'บทบาทของคุณดูการตั้งค่านี้ได้ แต่แก้ไขไม่ได้',
      tighten: 'บทบาทของคุณแก้ไขค่านี้ได้เฉพาะเมื่อทำให้เข้มงวดขึ้น',
    },
    mayWait: 'การเปลี่ยนบางอย่างของค่านี้ต้องให้คนที่สองอนุมัติ',
    moved: 'มีคนอื่นบันทึกค่านี้ไปแล้ว สิ่งที่คุณพิมพ์ยังอยู่',
    join: 'รวมของฉันกับของผู้อื่น',
    clash: 'ทั้งสองคนแก้ไขส่วนนี้ ระบบจะใช้ของคุณ:',
    theirs: 'ของผู้อื่น',
    mine: 'ของคุณ',
    removed: 'ลบแล้ว',
    missing: 'ยังไม่มี',
    takeTheirs: 'ทิ้งของฉันแล้วดูค่าใหม่',
    looking: 'กำลังตรวจว่าการบันทึกจะมีผลอย่างไร…',
    same: 'บันทึกแล้วจะไม่มีอะไรเปลี่ยน',
    atOnce: 'จะมีผลทันที',
    refused: 'ระบบจะไม่รับค่านี้',
    problems: (count) => `มี ${count} ช่องที่ไม่ถูกต้อง เหตุผลอยู่ข้างช่องนั้น`,
    alone: 'ยอดที่ไม่มีคนที่สองใน 24\u00A0ชั่วโมงที่ผ่านมา:',
    ask: 'ขออนุมัติ',
    discard: 'ยกเลิกการแก้ไขของฉัน',
    toDefault: 'กลับเป็นค่าเริ่มต้น',
    saved: 'บันทึกแล้ว',
    history: 'ประวัติ',
    before: 'ก่อน',
    after: 'หลัง',
    setBack: 'ตั้งกลับเป็นค่าก่อนหน้า',
    acts: {
      set: 'ตั้งค่า',
      default: 'ตั้งเป็นค่าเริ่มต้น',
      asked: 'ขออนุมัติคนที่สอง',
      approved: 'อนุมัติคำขอ',
      dropped: 'ไม่อนุมัติคำขอ',
    },
  },
}
