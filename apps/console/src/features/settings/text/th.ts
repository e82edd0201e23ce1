import type { SettingGroup } from '@kapao/contract/console/settings'
import { fields } from '#ui/fields/text/th.ts'
import { plan } from '#shared/plans/text/th.ts'
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
  plan,
  form: {
    value: 'ค่า',
    isSet: 'เปลี่ยนแล้ว',
    isDefault: 'ใช้ค่าเริ่มต้น',
    changed: 'แก้ไขเมื่อ',
    askedBy: 'ขอโดย',
    approvedBy: 'อนุมัติโดย',
    neverChanged: 'ยังไม่เคยแก้ไข ใช้ค่าเริ่มต้น',
    power: {
      read: 'บทบาทของคุณดูการตั้งค่านี้ได้ แต่แก้ไขไม่ได้',
      tighten: 'บทบาทของคุณแก้ไขค่านี้ได้เฉพาะเมื่อทำให้เข้มงวดขึ้น',
    },
    mayWait: 'การเปลี่ยนบางอย่างของค่านี้ต้องให้คนที่สองอนุมัติ',
    keyless: (names) => `ศูนย์งานนี้ไม่มีกุญแจของ ${names}`,
    clash: 'ทั้งสองคนแก้ไขส่วนนี้ ระบบจะใช้ของคุณ:',
    theirs: 'ของผู้อื่น',
    mine: 'ของคุณ',
    removed: 'ลบแล้ว',
    thaiInLao: 'ข้อความลาวนี้มีตัวอักษรไทย กรุณาตรวจว่าอยู่ถูกช่องหรือไม่',
    laoInThai: 'ข้อความไทยนี้มีตัวอักษรลาว กรุณาตรวจว่าอยู่ถูกช่องหรือไม่',
    together: 'บันทึกพร้อมกับที่คุณแก้ไว้ในค่าอื่น:',
    wrongThere: 'มีช่องที่ไม่ถูกต้อง เปิดค่านั้นเพื่อดูเหตุผล',
    toDefault: 'กลับเป็นค่าเริ่มต้น',
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
      planned: 'กำหนดล่วงหน้า',
      overtaken: 'ไม่เปลี่ยน เพราะมีคนแก้ไขไปแล้ว:',
      refused: 'ไม่ได้ดำเนินการ',
      unplanned: 'ยกเลิกก่อนเริ่ม:',
    },
  },
}
