import type { Field } from '@kapao/contract/console/field'
import type { ProblemReason } from '@kapao/contract/console/problems'
import { formatCount } from '#core/format.ts'
import type { FieldsText } from './en.ts'

const choices: Record<string, string> = {
  COIN: 'เหรียญ',
  deposit: 'ร้อยละของเงินฝากล่าสุด',
  amount: 'จำนวนเงินคงที่',
  balance: 'ยอดรวมในกระเป๋าและเกม',
  turnover: 'ยอดเดิมพัน',
  'deposit and bonus': 'ยอดทั้งหมดที่มีรวมโบนัส',
  bonus: 'ยอดที่ให้',
  limit: 'นับรวมทั้งหมด',
  BAHT: 'บาท',
  LAK: 'กีบ',
  AUTO: 'เข้ากระเป๋าอัตโนมัติ',
  SMS: 'ตาม SMS ของธนาคาร',
  manual: 'ส่งสลิป',
  PAYMENT: 'สำหรับ QR',
  bank: 'สำหรับการโอน',
  day: 'ทุกวัน',
  week: 'ทุกสัปดาห์',
  slot: 'สล็อต',
  sport: 'กีฬา',
  lotto: 'หวย',
  web: 'เปิดเว็บไซต์',
  call: 'โทรออก',
  postback: 'แสดงคำตอบอื่น',
  text: 'ข้อความ',
  buttons: 'ข้อความพร้อมปุ่ม',
  quick_replies: 'ข้อความพร้อมตัวเลือกด่วน',
  generic: 'การ์ด',
  media: 'วิดีโอหรือไฟล์',
  image: 'รูป',
  video: 'วิดีโอ',
  file: 'ไฟล์',
}

function acceptedText(field: Field): string | null {
  switch (field.form) {
    case 'line':
      return field.example === null ? null : `เช่น ${field.example}`
    case 'text':
      return `ไม่เกิน ${formatCount(field.max)}\u00A0ตัวอักษร`
    case 'html':
      return 'ข้อความพร้อมรูปแบบพื้นฐาน เช่น <p> <b> <ul> <li> <h3> และลิงก์'
    case 'whole':
      return `จำนวนเต็มตั้งแต่ ${formatCount(field.min)} ถึง ${formatCount(field.max)}`
    case 'number':
      return `ตัวเลขมากกว่า 0 ไม่เกิน ${formatCount(field.max)}`
    case 'amount':
      return field.currency === 'BAHT' ? 'จำนวนเงินบาท เช่น 100 หรือ 99.50' : 'จำนวนเงินกีบ เช่น 100000'
    case 'rate':
      return `ตัวเลขตั้งแต่ 0 ถึง ${formatCount(field.max)} ทศนิยมไม่เกิน 2 ตำแหน่ง`
    case 'color':
      return 'สี เช่น #f5b83d'
    case 'time':
      return 'เวลากรุงเทพฯ เช่น 23:00'
    case 'moment':
      return 'วันที่และเวลา (เวลากรุงเทพฯ)'
    case 'address':
      return `ที่อยู่เว็บที่ขึ้นต้นด้วย https://${field.isSecure ? '' : ' หรือ http://'}${field.mayBePath ? ' หรือ / สำหรับเว็บนี้' : ''}`
    case 'picture':
      return 'ไฟล์ PNG, JPEG, WebP หรือ GIF ขนาดไม่เกิน 10\u00A0MB ลากหรือวางรูปที่นี่ได้ หากเป็นภาพเคลื่อนไหวจะใช้ภาพแรก'
    case 'flag':
    case 'choice':
    case 'optional':
    case 'list':
    case 'group':
    case 'table':
    case 'cases':
      return null
  }
}

const reasons: Record<Exclude<ProblemReason, 'form' | 'long'>, string> = {
  missing: 'กรุณากรอกข้อมูลนี้',
  many: 'มีรายการมากเกินไป',
  few: 'ต้องมีอย่างน้อยหนึ่งรายการ',
  twice: 'มีชื่อหรือตัวย่อซ้ำกัน',
  markup: 'ใช้รูปแบบนี้ไม่ได้ หรือปิดแท็กไม่ครบ ลิงก์ต้องขึ้นต้นด้วย https: http: tel: mailto: หรือ /',
  figure: 'ข้อความต้องมี %percentFail% ซึ่งระบบจะแทนด้วยตัวเลข',
  bothWays: 'บัญชีเดียวกันใช้ทั้งรับโอนและรับ QR ไม่ได้ เพราะเงินอาจเข้ากระเป๋าสองครั้ง',
  noAnswer: 'อ้างถึงคำตอบที่ไม่มีอยู่ในรายการ',
  reserved: 'ตัวย่อนี้สงวนไว้สำหรับระบบ',
  tickets: 'จำนวนตั๋วของทุกช่องรวมกันไม่เท่ากับตัวเลขนี้',
  otherCurrency: 'สมาชิกกลุ่มนี้ไม่ได้ใช้สกุลเงินของรางวัลนี้',
  ends: 'เวลาสิ้นสุดต้องอยู่หลังเวลาเริ่ม',
  taken: 'สมาชิกรับไปแล้วมากกว่าจำนวนนี้',
  noPicture: 'ไม่มีรูปนี้ในคลังรูปภาพ กรุณาเลือกหรือเพิ่มรูปภาพ',
}

export const fields: FieldsText = {
  parts: {
    address: 'ที่อยู่เว็บของค่าย',
    factor: 'จำนวนของค่ายต่อหนึ่งหน่วยของเรา',
    picture: 'คำตอบเมื่อได้รับรูปหรือวิดีโอ',
    words: 'คำที่นำไปสู่คำตอบ',
  },
  choiceText: (word) => (Object.hasOwn(choices, word) ? choices[word]! : word),
  acceptedText,
  cutText: 'สมาชิกที่ใช้โทรศัพท์กว้าง 360 พิกเซล จะเห็นข้อความนี้ไม่ครบ',
  reasonText: (reason, field) => {
    if (reason === 'long') return 'ข้อมูลยาวเกินไป'
    if (reason !== 'form') return reasons[reason]
    return `ค่านี้ใช้ไม่ได้ ${acceptedText(field) ?? 'กรุณาเลือกค่าอื่น'}`
  },
  picture: {
    add: 'เพิ่มรูปภาพ',
    store: 'เลือกจากคลังรูปภาพ',
    storeEmpty: 'ยังไม่มีรูปภาพ',
    notRead: 'โหลดรูปภาพไม่สำเร็จ',
    sending: 'กำลังส่งรูปภาพ',
    checking: 'กำลังตรวจสอบรูปภาพ…',
    problems: {
      kind: 'ใช้ไฟล์นี้ไม่ได้ รองรับเฉพาะ PNG, JPEG, WebP และ GIF',
      bytes: 'ไฟล์ใหญ่เกินไป ขนาดต้องไม่เกิน 10\u00A0MB',
      pixels: 'รูปภาพละเอียดเกินไป ต้องไม่เกิน 40\u00A0ล้านพิกเซล',
      broken: 'ไฟล์รูปภาพเสียหาย กรุณาบันทึกรูปใหม่แล้วเพิ่มอีกครั้ง',
      heavy: 'รูปภาพนี้ใช้เวลาอ่านนานเกินไป กรุณาลดขนาดรูปแล้วเพิ่มอีกครั้ง',
      more: 'ไฟล์นี้มีข้อมูลอื่นนอกจากรูปภาพ กรุณาบันทึกใหม่เป็น PNG หรือ JPEG',
      dayFull: 'คุณเพิ่มรูปภาพครบจำนวนใน 24\u00A0ชั่วโมงที่ผ่านมาแล้ว',
      storeFull: 'คลังรูปภาพเต็มแล้ว กรุณาเลือกรูปที่มีอยู่',
    },
  },
  facts: {
    insert: 'แทรก',
    names: { name: 'ชื่อ', balance: 'ยอดเงิน', withdrawable: 'ยอดที่ถอนได้', withdrawal: 'การถอนล่าสุด' },
    example: 'ตัวอย่าง',
  },
  saving: {
    looking: 'กำลังตรวจว่าจะมีผลอย่างไร…',
    same: 'บันทึกแล้วจะไม่มีอะไรเปลี่ยน',
    atOnce: 'จะมีผลทันที',
    refused: 'ระบบจะไม่รับการแก้ไขนี้',
    problems: (count) => `มี ${count} ช่องที่ไม่ถูกต้อง เหตุผลอยู่ข้างช่องนั้น`,
    alone: 'ยอดที่ไม่มีคนที่สองใน 24\u00A0ชั่วโมงที่ผ่านมา:',
    ask: 'ขออนุมัติ',
    discard: 'ยกเลิกการแก้ไขของฉัน',
    saved: 'บันทึกแล้ว',
    moved: 'มีคนอื่นบันทึกส่วนนี้ไปแล้ว สิ่งที่คุณพิมพ์ยังอยู่',
    join: 'รวมของฉันกับของผู้อื่น',
    takeTheirs: 'ทิ้งของฉันแล้วดูค่าใหม่',
  },
  edit: {
    choose: 'เลือกไฟล์',
    remove: 'ลบ',
    add: 'เพิ่ม',
    up: 'เลื่อนขึ้น',
    down: 'เลื่อนลง',
    missing: 'ยังไม่มี',
    optional: 'ไม่บังคับ',
    newName: 'ชื่อของคำตอบใหม่',
    nameTaken: 'มีชื่อนี้อยู่แล้ว',
    entries: (count, max) => `${count} จากสูงสุด ${max} รายการ`,
  },
}
