import type { Field } from '@kapao/contract/console/field'
import type { ProblemReason } from '@kapao/contract/console/problems'
import type { SettingGroup } from '@kapao/contract/console/settings'
import type { SettingsText } from './en.ts'
import { about } from './la-about.ts'

const groups: Record<SettingGroup, string> = {
  brand: 'ຍີ່ຫໍ້',
  content: 'ຂໍ້ຄວາມທີ່ສະມາຊິກອ່ານ',
  rewards: 'ລາງວັນ ແລະ ໂບນັດ',
  deposits: 'ການຝາກເງິນ',
  withdrawals: 'ການຖອນເງິນ ແລະ ການອະນຸມັດ',
  accounts: 'ບັນຊີຂອງພວກເຮົາ',
  games: 'ເກມ',
  registration: 'ການລົງທະບຽນ ແລະ OTP',
  chat: 'ແຊັດ',
  service: 'ການໃຫ້ບໍລິການ',
  console: 'ສູນວຽກ',
}

const choices: Record<string, string> = {
  BAHT: 'ບາດ',
  LAK: 'ກີບ',
  AUTO: 'ເຂົ້າກະເປົາອັດຕະໂນມັດ',
  SMS: 'ຕາມ SMS ຂອງທະນາຄານ',
  manual: 'ເຮັດດ້ວຍຕົນເອງ',
  PAYMENT: 'ສຳລັບ QR',
  bank: 'ສຳລັບການໂອນ',
  day: 'ທຸກມື້',
  week: 'ທຸກອາທິດ',
  slot: 'ສະລັອດ',
  sport: 'ກິລາ',
  lotto: 'ຫວຍ',
  web: 'ເປີດເວັບໄຊ',
  call: 'ໂທອອກ',
  postback: 'ສະແດງຄຳຕອບອື່ນ',
  text: 'ຂໍ້ຄວາມ',
  buttons: 'ຂໍ້ຄວາມພ້ອມປຸ່ມ',
  quick_replies: 'ຂໍ້ຄວາມພ້ອມຕົວເລືອກດ່ວນ',
  generic: 'ບັດຂໍ້ມູນ',
  media: 'ຮູບ ວິດີໂອ ຫຼື ໄຟລ໌',
  image: 'ຮູບ',
  video: 'ວິດີໂອ',
  file: 'ໄຟລ໌',
}

function acceptedText(field: Field): string | null {
  switch (field.form) {
    case 'line':
      return field.example === null ? null : `ເຊັ່ນ ${field.example}`
    case 'text':
      return `ບໍ່ເກີນ ${field.max}\u00A0ຕົວອັກສອນ`
    case 'html':
      return 'ຂໍ້ຄວາມພ້ອມຮູບແບບພື້ນຖານ ເຊັ່ນ <p> <b> <ul> <li> <h3> ແລະ ລິ້ງ'
    case 'whole':
      return `ຈຳນວນເຕັມຕັ້ງແຕ່ ${field.min} ຫາ ${field.max}`
    case 'number':
      return `ຕົວເລກຫຼາຍກວ່າ 0 ບໍ່ເກີນ ${field.max}`
    case 'amount':
      return field.currency === 'BAHT' ? 'ຈຳນວນເງິນບາດ ເຊັ່ນ 100 ຫຼື 99.50' : 'ຈຳນວນເງິນກີບ ເຊັ່ນ 100000'
    case 'rate':
      return `ຕົວເລກຕັ້ງແຕ່ 0 ຫາ ${field.max} ທົດສະນິຍົມບໍ່ເກີນ 2 ຕຳແໜ່ງ`
    case 'color':
      return 'ສີ ເຊັ່ນ #f5b83d'
    case 'time':
      return 'ເວລາບາງກອກ ເຊັ່ນ 23:00'
    case 'address':
      return `ທີ່ຢູ່ເວັບທີ່ຂຶ້ນຕົ້ນດ້ວຍ https://${field.mayBePath ? ' ຫຼື / ສຳລັບເວັບນີ້' : ''}`
    case 'picture':
      return 'ໄຟລ໌ PNG, JPEG ຫຼື WebP ຂະໜາດບໍ່ເກີນ 95\u00A0KB'
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
  missing: 'ກະລຸນາປ້ອນຂໍ້ມູນນີ້',
  many: 'ມີລາຍການຫຼາຍເກີນໄປ',
  few: 'ຕ້ອງມີຢ່າງໜ້ອຍໜຶ່ງລາຍການ',
  twice: 'ມີຊື່ຊ້ຳກັນ',
  markup: 'ໃຊ້ຮູບແບບນີ້ບໍ່ໄດ້ ຫຼື ປິດແທັກບໍ່ຄົບ ລິ້ງຕ້ອງຂຶ້ນຕົ້ນດ້ວຍ https: http: tel: mailto: ຫຼື /',
  figure: 'ຂໍ້ຄວາມຕ້ອງມີ %percentFail% ເຊິ່ງລະບົບຈະແທນດ້ວຍຕົວເລກ',
  bothWays: 'ບັນຊີດຽວກັນໃຊ້ທັງຮັບໂອນ ແລະ ຮັບ QR ບໍ່ໄດ້ ເພາະເງິນຈະເຂົ້າສອງຄັ້ງ',
  noAnswer: 'ອ້າງເຖິງຄຳຕອບທີ່ບໍ່ມີໃນລາຍການ',
  reserved: 'ຊື່ນີ້ສະຫງວນໄວ້ສຳລັບລະບົບ',
}

export const settings: SettingsText = {
  groups,
  about,
  parts: { factor: 'ຈຳນວນຂອງຜູ້ໃຫ້ບໍລິການຕໍ່ໜຶ່ງໜ່ວຍຂອງພວກເຮົາ', words: 'ຄຳທີ່ນຳໄປສູ່ຄຳຕອບ' },
  choiceText: (word) => (Object.hasOwn(choices, word) ? choices[word]! : word),
  acceptedText,
  reasonText: (reason, field) => {
    if (reason === 'long') return 'ຂໍ້ມູນຍາວເກີນໄປ'
    if (reason !== 'form') return reasons[reason]
    return `ຄ່ານີ້ໃຊ້ບໍ່ໄດ້ ${acceptedText(field) ?? 'ກະລຸນາເລືອກຄ່າອື່ນ'}`
  },
  brief: {
    none: 'ບໍ່ມີ',
    on: 'ເປີດ',
    off: 'ປິດ',
    picture: 'ຮູບພາບ',
    whole: 'ຫຼາຍສ່ວນ',
    entries: (count) => `${count} ລາຍການ`,
  },
  form: {
    choose: 'ເລືອກໄຟລ໌',
    remove: 'ລຶບ',
    add: 'ເພີ່ມ',
    up: 'ເລື່ອນຂຶ້ນ',
    down: 'ເລື່ອນລົງ',
    optional: 'ບໍ່ບັງຄັບ',
    value: 'ຄ່າ',
    newName: 'ຊື່ຂອງຄຳຕອບໃໝ່',
    nameTaken: 'ມີຊື່ນີ້ຢູ່ແລ້ວ',
    entries: (count, max) => `${count} ຈາກບໍ່ເກີນ ${max}`,
    chooseSetting: 'ເລືອກການຕັ້ງຄ່າຈາກລາຍການ',
    isSet: 'ປ່ຽນແລ້ວ',
    isDefault: 'ໃຊ້ຄ່າເລີ່ມຕົ້ນ',
    changed: 'ແກ້ໄຂເມື່ອ',
    neverChanged: 'ຍັງບໍ່ເຄີຍແກ້ໄຂ ໃຊ້ຄ່າເລີ່ມຕົ້ນ',
    power: {
      read: 'ບົດບາດຂອງທ່ານເບິ່ງການຕັ້ງຄ່ານີ້ໄດ້ ແຕ່ແກ້ໄຂບໍ່ໄດ້',
      tighten: 'ບົດບາດຂອງທ່ານປັບຄ່ານີ້ໃຫ້ເຂັ້ມງວດຂຶ້ນໄດ້ ແຕ່ຜ່ອນລົງບໍ່ໄດ້',
    },
    mayWait: 'ການປ່ຽນບາງຢ່າງຂອງຄ່ານີ້ຕ້ອງໃຫ້ຄົນທີສອງອະນຸມັດ',
    moved: 'ມີຄົນອື່ນບັນທຶກຄ່ານີ້ໄປແລ້ວ ສິ່ງທີ່ທ່ານພິມຍັງຢູ່',
    keepMine: 'ໃຊ້ຂອງຂ້ອຍແທນຄ່າໃໝ່',
    takeTheirs: 'ຖິ້ມຂອງຂ້ອຍແລ້ວເບິ່ງຄ່າໃໝ່',
    looking: 'ກຳລັງກວດວ່າການບັນທຶກຈະມີຜົນແນວໃດ…',
    same: 'ບັນທຶກແລ້ວຈະບໍ່ມີຫຍັງປ່ຽນ',
    atOnce: 'ຈະມີຜົນທັນທີ',
    refused: 'ຄ່ານີ້ຈະຖືກປະຕິເສດ',
    problems: (count) => `ມີ ${count} ຊ່ອງທີ່ບໍ່ຖືກຕ້ອງ ເຫດຜົນຢູ່ຂ້າງຊ່ອງນັ້ນ`,
    alone: 'ຄົນດຽວອະນຸມັດໄປແລ້ວໃນ 24\u00A0ຊົ່ວໂມງ:',
    ask: 'ຂໍອະນຸມັດ',
    discard: 'ຖິ້ມການແກ້ໄຂ',
    toDefault: 'ກັບເປັນຄ່າເລີ່ມຕົ້ນ',
    saved: 'ບັນທຶກແລ້ວ',
    history: 'ປະຫວັດ',
    before: 'ກ່ອນ',
    after: 'ຫຼັງ',
    setBack: 'ຕັ້ງກັບເປັນຄ່າກ່ອນໜ້າ',
    acts: {
      set: 'ຕັ້ງຄ່າ',
      default: 'ຕັ້ງເປັນຄ່າເລີ່ມຕົ້ນ',
      asked: 'ຂໍອະນຸມັດ',
      approved: 'ອະນຸມັດ',
      dropped: 'ປະຕິເສດ',
    },
  },
}
