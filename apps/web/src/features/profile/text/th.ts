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
  devices: {
    title: 'อุปกรณ์',
    isThis: 'อุปกรณ์นี้',
    unknown: 'เบราว์เซอร์ที่ไม่รู้จัก',
    startedAt: 'เข้าสู่ระบบเมื่อ',
    lastUsedAt: 'ใช้งานล่าสุด',
    network: 'เครือข่าย',
    sameNetwork: (network) => `${network} เครือข่ายเดียวกับเครื่องนี้`,
    end: 'ออกจากระบบที่เครื่องนั้น',
    endOthers: 'ออกจากระบบอุปกรณ์อื่นทั้งหมด',
    onlyThis: 'คุณไม่ได้เข้าสู่ระบบไว้ที่อุปกรณ์อื่น',
    failed: 'โหลดรายการอุปกรณ์ไม่สำเร็จ',
    lastSignIn: (at, where) => `เข้าสู่ระบบครั้งก่อน: ${at} · ${where}`,
  },
}
