import type { MemberText } from '#text/en/member.ts'
import { gamesText, homeText } from './home/home.ts'
import { memberRefusals } from './member-refusals.ts'
import { pendingText } from './pending.ts'

export const memberText: MemberText = {
  shell: {
    logout: 'ออกจากระบบ',
    menu: 'เมนูหลัก',
    profile: 'โปรไฟล์',
    conditions: 'เงื่อนไข',
    home: 'หน้าแรก',
    statement: 'รายการ',
    contact: 'ติดต่อเรา',
  },
  currency: { BAHT: 'บาท', LAK: 'กีบ', COIN: 'เหรียญ' },
  home: homeText,
  games: gamesText,
  pending: pendingText,
  transferFailed: {
    fromWallet: 'โยกเงินไม่สำเร็จ เงินกลับเข้ากระเป๋าของคุณแล้ว',
    everything: 'โยกเงินได้ไม่ครบ เงินที่ไม่ได้โยกอยู่ในกระเป๋าหรือยังอยู่ในเกมเดิม กรุณาตรวจสอบยอดเงิน',
  },
  agreement: {
    title: 'ข้อตกลงการใช้งาน',
    confirm: 'อ่านแล้วและยอมรับ',
  },
  conditions: {
    title: 'เงื่อนไข',
    confirm: 'รับทราบ',
    empty: 'ยังไม่มีเงื่อนไขให้แสดง',
    failed: 'โหลดเงื่อนไขไม่สำเร็จ',
  },
  profile: {
    title: 'โปรไฟล์',
    name: 'ชื่อ',
    id: 'รหัสสมาชิก',
    username: 'เบอร์โทรศัพท์',
    createdAt: 'เป็นสมาชิกตั้งแต่',
    bankAccountName: 'ชื่อบัญชี',
    bankName: 'ธนาคาร',
    bankAccountNo: 'เลขที่บัญชี',
    password: 'เปลี่ยนรหัสผ่าน',
    failed: 'โหลดโปรไฟล์ไม่สำเร็จ',
  },
  password: {
    title: 'เปลี่ยนรหัสผ่าน',
    current: 'รหัสผ่านปัจจุบัน',
    fresh: 'รหัสผ่านใหม่',
    freshAgain: 'รหัสผ่านใหม่อีกครั้ง',
    save: 'เปลี่ยนรหัสผ่าน',
    failed: 'ยังไม่ได้เปลี่ยนรหัสผ่าน',
    done: 'เปลี่ยนรหัสผ่านแล้ว',
    doneLead: 'เครื่องนี้ยังเข้าสู่ระบบอยู่ ส่วนเครื่องอื่นออกจากระบบแล้ว',
  },
  pager: {
    label: 'เลือกหน้า',
    previous: 'หน้าก่อน',
    next: 'หน้าถัดไป',
    page: (page) => `หน้า ${page}`,
  },
  ago: {
    now: 'เมื่อสักครู่',
    seconds: (count) => `${count}\u00A0วินาทีที่แล้ว`,
    minutes: (count) => `${count}\u00A0นาทีที่แล้ว`,
    hours: (count) => `${count}\u00A0ชั่วโมงที่แล้ว`,
    days: (count) => `${count}\u00A0วันที่แล้ว`,
    months: (count) => `${count}\u00A0เดือนที่แล้ว`,
    years: (count) => `${count}\u00A0ปีที่แล้ว`,
  },
  refusals: memberRefusals,
}
