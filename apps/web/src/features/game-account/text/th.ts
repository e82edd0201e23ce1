import type { GameAccountText } from './en.ts'

export const gameAccountText: GameAccountText = {
  notOpened: (game) => `ขณะนี้ ${game} ไม่ตอบสนอง ยังไม่มีการเปิดบัญชี กรุณาลองใหม่ภายหลังหรือเลือกเกมอื่น`,
}
