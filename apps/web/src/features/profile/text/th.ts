import type { ProfileText } from './en.ts'

export const profileText: ProfileText = {
  notices: {
    title: 'การแจ้งเตือน',
    unread: (count) => `การแจ้งเตือนที่ยังไม่ได้อ่าน ${count} รายการ`,
    isUnread: 'ยังไม่ได้อ่าน',
    none: 'ยังไม่มีการแจ้งเตือน เรื่องเกี่ยวกับเงินและบัญชีของคุณจะแสดงที่นี่',
    failed: 'โหลดการแจ้งเตือนไม่สำเร็จ',
    older: 'การแจ้งเตือนก่อนหน้า',
    toStatement: 'ดูรายการเดินบัญชี',
    toContact: 'ติดต่อเรา',
    read: 'อ่านแล้ว',
  },
}
