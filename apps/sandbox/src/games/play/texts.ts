export type Language = 'th' | 'lo' | 'en'

/** The first language of the visitor's browser that is supported; Thai otherwise. */
export function languageOf(accepted: string | undefined): Language {
  const wanted = (accepted ?? '').toLowerCase().split(',')
  const found = wanted.map((part) => part.trim().slice(0, 2)).find((code) => code in texts)
  return (found as Language | undefined) ?? 'th'
}

type Texts = Record<
  | 'balance'
  | 'stake'
  | 'all'
  | 'slot'
  | 'ball'
  | 'numbers'
  | 'pickBall'
  | 'pickNumbers'
  | 'left'
  | 'middle'
  | 'right'
  | 'ready'
  | 'running'
  | 'won'
  | 'lost'
  | 'not-enough'
  | 'bad-bet'
  | 'maintenance'
  | 'table-closed'
  | 'no-answer'
  | 'closedHint'
  | 'signIn'
  | 'username'
  | 'password'
  | 'wrong'
  | 'play',
  string
>

export const texts: Record<Language, Texts> = {
  th: {
    balance: 'ยอดเงินในเกม',
    stake: 'เดิมพัน',
    all: 'ทั้งหมด',
    slot: 'หมุน',
    ball: 'ยิงประตู',
    numbers: 'ออกเลข',
    pickBall: 'เลือกมุมที่จะยิง',
    pickNumbers: 'เลือกเลขท้าย',
    left: 'ซ้าย',
    middle: 'กลาง',
    right: 'ขวา',
    ready: 'เลือกเดิมพันแล้วเริ่มได้เลย',
    running: 'กำลังลุ้นผล…',
    won: 'ชนะ',
    lost: 'ไม่ถูกรางวัล',
    'not-enough': 'ยอดเงินไม่พอสำหรับเดิมพันนี้',
    'bad-bet': 'เดิมพันนี้ใช้ไม่ได้',
    maintenance: 'เกมปิดปรับปรุง ลองใหม่ภายหลัง',
    'table-closed': 'โต๊ะนี้ปิดแล้ว',
    'no-answer': 'ติดต่อเกมไม่ได้ ยอดเงินจะแสดงใหม่เมื่อเชื่อมต่อได้',
    closedHint: 'เปิดเกมใหม่จากกระเป๋าเงินของคุณ',
    signIn: 'เข้าสู่เกม',
    username: 'ชื่อผู้ใช้',
    password: 'รหัสผ่าน',
    wrong: 'ชื่อผู้ใช้หรือรหัสผ่านไม่ถูกต้อง',
    play: 'เข้าเล่น',
  },
  lo: {
    balance: 'ຍອດເງິນໃນເກມ',
    stake: 'ເດີມພັນ',
    all: 'ທັງໝົດ',
    slot: 'ໝຸນ',
    ball: 'ຍິງປະຕູ',
    numbers: 'ອອກເລກ',
    pickBall: 'ເລືອກມຸມທີ່ຈະຍິງ',
    pickNumbers: 'ເລືອກເລກທ້າຍ',
    left: 'ຊ້າຍ',
    middle: 'ກາງ',
    right: 'ຂວາ',
    ready: 'ເລືອກເດີມພັນແລ້ວເລີ່ມໄດ້ເລີຍ',
    running: 'ກຳລັງລຸ້ນຜົນ…',
    won: 'ຊະນະ',
    lost: 'ບໍ່ຖືກລາງວັນ',
    'not-enough': 'ຍອດເງິນບໍ່ພໍສຳລັບເດີມພັນນີ້',
    'bad-bet': 'ເດີມພັນນີ້ໃຊ້ບໍ່ໄດ້',
    maintenance: 'ເກມປິດປັບປຸງ ລອງໃໝ່ພາຍຫຼັງ',
    'table-closed': 'ໂຕະນີ້ປິດແລ້ວ',
    'no-answer': 'ຕິດຕໍ່ເກມບໍ່ໄດ້ ຍອດເງິນຈະສະແດງໃໝ່ເມື່ອເຊື່ອມຕໍ່ໄດ້',
    closedHint: 'ເປີດເກມໃໝ່ຈາກກະເປົາເງິນຂອງທ່ານ',
    signIn: 'ເຂົ້າສູ່ເກມ',
    username: 'ຊື່ຜູ້ໃຊ້',
    password: 'ລະຫັດຜ່ານ',
    wrong: 'ຊື່ຜູ້ໃຊ້ ຫຼື ລະຫັດຜ່ານບໍ່ຖືກຕ້ອງ',
    play: 'ເຂົ້າຫຼິ້ນ',
  },
  en: {
    balance: 'Game balance',
    stake: 'Stake',
    all: 'All',
    slot: 'Spin',
    ball: 'Shoot',
    numbers: 'Draw',
    pickBall: 'Choose where to shoot',
    pickNumbers: 'Choose the last number',
    left: 'Left',
    middle: 'Middle',
    right: 'Right',
    ready: 'Choose a stake and begin.',
    running: 'Here it comes…',
    won: 'You win',
    lost: 'No win this time',
    'not-enough': 'Not enough balance for this stake.',
    'bad-bet': 'This bet cannot be placed.',
    maintenance: 'The game is closed for maintenance. Try again later.',
    'table-closed': 'This table is closed.',
    'no-answer': 'The game does not answer. Your balance shows again when it does.',
    closedHint: 'Open the game again from your wallet.',
    signIn: 'Sign in to play',
    username: 'User name',
    password: 'Password',
    wrong: 'User name or password is wrong.',
    play: 'Play',
  },
}
