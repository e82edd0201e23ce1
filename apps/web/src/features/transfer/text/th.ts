import type { TransferText } from './en.ts'

export const transferText: TransferText = {
  title: 'โยกเงิน',
  from: 'จาก',
  to: 'ไปยัง',
  choose: 'เลือก',
  source: 'ต้นทาง',
  swap: 'สลับต้นทางกับปลายทาง',
  amount: 'จำนวนเงิน',
  all: 'ทั้งหมด',
  short: 'มากกว่ายอดที่มีอยู่',
  errors: {
    choose: 'กรุณาเลือกบัญชีต้นทางและปลายทาง',
    same: 'โยกเงินเข้าบัญชีเดียวกันไม่ได้ กรุณาเลือกคนละบัญชี',
    minimum: (amount) => `โยกเงินขั้นต่ำ ${amount}`,
  },
  refused: {
    has: (place, amount) => `${place} มีอยู่ ${amount}`,
  },
  failed: {
    fromGame: (game) => `โยกเงินไม่สำเร็จ เงินกลับเข้า ${game} แล้ว`,
    betweenGames: (game) => `โยกเงินไม่สำเร็จ เงินอยู่ใน ${game} หรือในกระเป๋า กรุณาตรวจสอบยอดเงิน`,
  },
  submit: 'โยกเงิน',
  again: 'โยกเงินอีกครั้ง',
  everything: {
    open: (place) => `รวมเงินทั้งหมดไปที่ ${place}`,
    title: 'รวมเงินทั้งหมด',
    sentence: (amount, place) => `เงินที่อยู่ที่อื่นทั้งหมด ${amount} (ตามยอดล่าสุด) จะโยกไปที่ ${place}`,
    confirm: 'รวมเงินทั้งหมด',
    nothing: 'ไม่มีเงินให้โยกไปที่นั่น',
  },
  stages: {
    label: 'ขั้นตอนการโยกเงิน',
    aside: (place) => `นำเงินออกจาก ${place}`,
    asking: (place) => `รอ ${place} ยืนยัน`,
    arrived: (place) => `เงินเข้า ${place}`,
    slow: 'ใช้เวลานานกว่าปกติ เงินของคุณปลอดภัย',
    open: 'ค่ายเกมยังไม่ยืนยัน เงินของคุณถูกกันไว้อย่างปลอดภัย และเรากำลังติดตามให้',
    mayLeave: 'ปิดหน้านี้ได้ เราจะแจ้งทันทีที่ทราบผล',
  },
  done: 'โยกเงินเรียบร้อย',
  doneLead: (amount, from, to) => `โยก ${amount} จาก ${from} ไปยัง ${to} แล้ว`,
  doneAll: (place) => `เงินทั้งหมดอยู่ที่ ${place} แล้ว`,
  noGames: 'ยังไม่มีบัญชีเกม แตะเกมในหน้าแรกเพื่อเปิดบัญชีก่อน แล้วจึงโยกเงินได้',
}
