import type { PreviewText } from './en.ts'

export const preview: PreviewText = {
  title: 'หน้าจอที่สมาชิกเห็น',
  screen: 'หน้าจอ',
  screens: {
    login: 'เข้าสู่ระบบ',
    contact: 'ติดต่อเรา',
    howto: 'วิธีใช้กระเป๋า',
    agreement: 'ข้อตกลงการใช้งาน',
    conditions: 'เงื่อนไข',
    bonus: 'โบนัส',
    promotion: 'รหัสโปรโมชัน',
    wheel: 'วงล้อนำโชค',
    invite: 'ชวนเพื่อน',
    refund: 'คืนยอดเสีย',
    deposit: 'ฝากเงิน',
    chat: 'แชท',
  },
  frame: (screen, language) => `${screen} ภาษา${language}`,
  drawing: 'กำลังโหลดหน้าจอ…',
  none: 'ขณะนี้ไม่มีภาพตัวอย่าง แต่ไม่มีผลต่อการบันทึก',
  wrong: 'แสดงตามค่าก่อนที่จะพิมพ์ผิด',
  notYet: 'จะแสดงหน้าจอเมื่อกรอกครบถ้วนและถูกต้อง',
  cut: 'โทรศัพท์กว้าง 360 พิกเซล แสดงข้อความนี้ได้ไม่ครบ:',
}
