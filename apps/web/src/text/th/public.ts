import type { PublicText } from '#text/shape.ts'
import { publicRefusals } from './public-refusals.ts'

export const publicText: PublicText = {
  language: {
    label: 'ภาษา',
    failed: 'โหลดภาษานี้ไม่สำเร็จ กรุณาตรวจสอบอินเทอร์เน็ตแล้วลองอีกครั้ง',
  },
  front: {
    status: 'หน้าแรก กำลังพัฒนากระเป๋าเงิน',
    sentence: 'เร็ว ๆ นี้ ฝากเงิน เล่นเกม และถอนเงินได้ที่นี่ เห็นเงินของคุณชัดเจนทุกบาท',
    variant: { thai: 'ฉบับประเทศไทย ใช้เงินบาท', laos: 'ฉบับประเทศลาว ใช้เงินกีบและเงินบาท' },
    docs: 'เอกสาร API',
  },
  notFound: {
    sentence: 'ไม่พบหน้านี้ ลิงก์อาจถูกย้ายหรือพิมพ์ผิดไปเล็กน้อย',
    home: 'ไปหน้าแรก',
  },
  terminated: { sentence: 'บริการนี้ปิดให้บริการแล้ว' },
  error: {
    generic: 'เกิดข้อผิดพลาดบางอย่าง กรุณาตรวจสอบอินเทอร์เน็ตแล้วลองอีกครั้ง',
  },
  currency: { BAHT: 'บาท', LAK: 'กีบ', COIN: 'เหรียญ' },
  ago: {
    now: 'เมื่อสักครู่',
    seconds: (count) => `${count} วินาทีที่แล้ว`,
    minutes: (count) => `${count} นาทีที่แล้ว`,
    hours: (count) => `${count} ชั่วโมงที่แล้ว`,
    days: (count) => `${count} วันที่แล้ว`,
    months: (count) => `${count} เดือนที่แล้ว`,
    years: (count) => `${count} ปีที่แล้ว`,
  },
  refusals: publicRefusals,
}
