import type { PublicText } from '#text/en/public.ts'
import { publicRefusals } from './public-refusals.ts'

export const publicText: PublicText = {
  language: {
    label: 'ภาษา',
    failed: 'โหลดภาษานี้ไม่สำเร็จ กรุณาตรวจสอบอินเทอร์เน็ตแล้วลองอีกครั้ง',
  },
  action: { close: 'ปิด', again: 'ลองอีกครั้ง', show: 'แสดงรหัสผ่าน', hide: 'ซ่อนรหัสผ่าน' },
  menu: {
    label: 'เมนูหลัก',
    home: 'หน้าแรก',
    register: 'สมัครสมาชิก',
    howto: 'วิธีใช้งาน',
    contact: 'ติดต่อเรา',
  },
  login: {
    title: 'เข้าสู่ระบบ',
    phone: 'เบอร์โทรศัพท์',
    password: 'รหัสผ่าน',
    remember: 'จดจำการเข้าสู่ระบบ',
    submit: 'เข้าสู่ระบบ',
    forgotten: 'ลืมรหัสผ่าน?',
    newHere: 'ยังไม่เป็นสมาชิก?',
    register: 'สมัครสมาชิก',
  },
  offline: 'ไม่มีอินเทอร์เน็ต ยอดที่เห็นอาจไม่ใช่ยอดล่าสุด',
  terminated: { sentence: 'บริการนี้ยุติการให้บริการแล้ว' },
  error: {
    generic: 'ดำเนินการไม่สำเร็จ',
    part: 'ขณะนี้ยังแสดงส่วนนี้ไม่ได้',
  },
  refusals: publicRefusals,
}
