import type { Field } from '@kapao/contract/console/field'
import type { ProblemReason } from '@kapao/contract/console/problems'
import { formatCount } from '#core/format.ts'
import type { FieldsText } from './en.ts'

const choices: Record<string, string> = {
  COIN: 'ຫຼຽນ',
  deposit: 'ຮ້ອຍລະຂອງເງິນຝາກຫຼ້າສຸດ',
  amount: 'ຈຳນວນເງິນຄົງທີ່',
  balance: 'ຍອດລວມໃນກະເປົາ ແລະ ເກມ',
  turnover: 'ຍອດເດີມພັນ',
  'deposit and bonus': 'ຍອດທັງໝົດທີ່ມີລວມໂບນັດ',
  bonus: 'ຍອດທີ່ໃຫ້',
  limit: 'ນັບລວມທັງໝົດ',
  BAHT: 'ບາດ',
  LAK: 'ກີບ',
  AUTO: 'ເຂົ້າກະເປົາອັດຕະໂນມັດ',
  SMS: 'ຕາມ SMS ຂອງທະນາຄານ',
  manual: 'ສົ່ງສະລິບ',
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
  media: 'ວິດີໂອ ຫຼື ໄຟລ໌',
  image: 'ຮູບ',
  video: 'ວິດີໂອ',
  file: 'ໄຟລ໌',
}

function acceptedText(field: Field): string | null {
  switch (field.form) {
    case 'line':
      return field.example === null ? null : `ເຊັ່ນ ${field.example}`
    case 'text':
      return `ບໍ່ເກີນ ${formatCount(field.max)}\u00A0ຕົວອັກສອນ`
    case 'html':
      return 'ຂໍ້ຄວາມພ້ອມຮູບແບບພື້ນຖານ ເຊັ່ນ <p> <b> <ul> <li> <h3> ແລະ ລິ້ງ'
    case 'whole':
      return `ຈຳນວນເຕັມຕັ້ງແຕ່ ${formatCount(field.min)} ຫາ ${formatCount(field.max)}`
    case 'number':
      return `ຕົວເລກຫຼາຍກວ່າ 0 ບໍ່ເກີນ ${formatCount(field.max)}`
    case 'amount':
      return field.currency === 'BAHT' ? 'ຈຳນວນເງິນບາດ ເຊັ່ນ 100 ຫຼື 99.50' : 'ຈຳນວນເງິນກີບ ເຊັ່ນ 100000'
    case 'rate':
      return `ຕົວເລກຕັ້ງແຕ່ 0 ຫາ ${formatCount(field.max)} ທົດສະນິຍົມບໍ່ເກີນ 2 ຕຳແໜ່ງ`
    case 'color':
      return 'ສີ ເຊັ່ນ #f5b83d'
    case 'time':
      return 'ເວລາບາງກອກ ເຊັ່ນ 23:00'
    case 'moment':
      return 'ວັນທີ ແລະ ເວລາ (ເວລາບາງກອກ)'
    case 'address':
      return `ທີ່ຢູ່ເວັບທີ່ຂຶ້ນຕົ້ນດ້ວຍ https://${field.isSecure ? '' : ' ຫຼື http://'}${field.mayBePath ? ' ຫຼື / ສຳລັບເວັບນີ້' : ''}`
    case 'picture':
      return 'ໄຟລ໌ PNG, JPEG, WebP ຫຼື GIF ຂະໜາດບໍ່ເກີນ 10\u00A0MB ລາກ ຫຼື ວາງຮູບໃສ່ບ່ອນນີ້ໄດ້ ຖ້າເປັນຮູບເຄື່ອນໄຫວຈະໃຊ້ຮູບທຳອິດ'
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
  twice: 'ມີຊື່ ຫຼື ຕົວຫຍໍ້ຊ້ຳກັນ',
  markup: 'ໃຊ້ຮູບແບບນີ້ບໍ່ໄດ້ ຫຼື ປິດແທັກບໍ່ຄົບ ລິ້ງຕ້ອງຂຶ້ນຕົ້ນດ້ວຍ https: http: tel: mailto: ຫຼື /',
  figure: 'ຂໍ້ຄວາມຕ້ອງມີ %percentFail% ເຊິ່ງລະບົບຈະແທນດ້ວຍຕົວເລກ',
  bothWays: 'ບັນຊີດຽວກັນໃຊ້ທັງຮັບໂອນ ແລະ ຮັບ QR ບໍ່ໄດ້ ເພາະເງິນອາດເຂົ້າກະເປົາສອງຄັ້ງ',
  noAnswer: 'ອ້າງເຖິງຄຳຕອບທີ່ບໍ່ມີໃນລາຍການ',
  reserved: 'ຕົວຫຍໍ້ນີ້ສະຫງວນໄວ້ສຳລັບລະບົບ',
  tickets: 'ຈຳນວນປີ້ຂອງທຸກຊ່ອງລວມກັນບໍ່ເທົ່າກັບຕົວເລກນີ້',
  otherCurrency: 'ສະມາຊິກກຸ່ມນີ້ບໍ່ໄດ້ໃຊ້ສະກຸນເງິນຂອງລາງວັນນີ້',
  ends: 'ເວລາສິ້ນສຸດຕ້ອງຢູ່ຫຼັງເວລາເລີ່ມ',
  taken: 'ສະມາຊິກຮັບໄປແລ້ວຫຼາຍກວ່າຈຳນວນນີ້',
  noPicture: 'ບໍ່ມີຮູບນີ້ໃນຄັງຮູບພາບ ກະລຸນາເລືອກ ຫຼື ເພີ່ມຮູບພາບ',
}

export const fields: FieldsText = {
  parts: {
    address: 'ທີ່ຢູ່ເວັບຂອງຜູ້ໃຫ້ບໍລິການ',
    factor: 'ຈຳນວນຂອງຜູ້ໃຫ້ບໍລິການຕໍ່ໜຶ່ງໜ່ວຍຂອງພວກເຮົາ',
    picture: 'ຄຳຕອບເມື່ອໄດ້ຮັບຮູບ ຫຼື ວິດີໂອ',
    words: 'ຄຳທີ່ນຳໄປສູ່ຄຳຕອບ',
  },
  choiceText: (word) => (Object.hasOwn(choices, word) ? choices[word]! : word),
  acceptedText,
  cutText: 'ສະມາຊິກທີ່ໃຊ້ໂທລະສັບກວ້າງ 360 ພິກເຊວ ຈະເຫັນຂໍ້ຄວາມນີ້ບໍ່ຄົບ',
  reasonText: (reason, field) => {
    if (reason === 'long') return 'ຂໍ້ມູນຍາວເກີນໄປ'
    if (reason !== 'form') return reasons[reason]
    return `ຄ່ານີ້ໃຊ້ບໍ່ໄດ້ ${acceptedText(field) ?? 'ກະລຸນາເລືອກຄ່າອື່ນ'}`
  },
  picture: {
    add: 'ເພີ່ມຮູບພາບ',
    store: 'ເລືອກຈາກຄັງຮູບພາບ',
    storeEmpty: 'ຍັງບໍ່ທັນມີຮູບພາບ',
    notRead: 'ໂຫຼດຮູບພາບບໍ່ສຳເລັດ',
    sending: 'ກຳລັງສົ່ງຮູບພາບ',
    checking: 'ກຳລັງກວດສອບຮູບພາບ…',
    problems: {
      kind: 'ໃຊ້ໄຟລ໌ນີ້ບໍ່ໄດ້ ຮອງຮັບສະເພາະ PNG, JPEG, WebP ແລະ GIF',
      bytes: 'ໄຟລ໌ໃຫຍ່ເກີນໄປ ຂະໜາດຕ້ອງບໍ່ເກີນ 10\u00A0MB',
      pixels: 'ຮູບພາບລະອຽດເກີນໄປ ຕ້ອງບໍ່ເກີນ 40\u00A0ລ້ານພິກເຊວ',
      broken: 'ໄຟລ໌ຮູບພາບເສຍຫາຍ ກະລຸນາບັນທຶກຮູບໃໝ່ແລ້ວເພີ່ມອີກຄັ້ງ',
      heavy: 'ຮູບພາບນີ້ໃຊ້ເວລາອ່ານດົນເກີນໄປ ກະລຸນາຫຼຸດຂະໜາດຮູບແລ້ວເພີ່ມອີກຄັ້ງ',
      more: 'ໄຟລ໌ນີ້ມີຂໍ້ມູນອື່ນນອກຈາກຮູບພາບ ກະລຸນາບັນທຶກໃໝ່ເປັນ PNG ຫຼື JPEG',
      dayFull: 'ທ່ານເພີ່ມຮູບພາບຄົບຈຳນວນໃນ 24\u00A0ຊົ່ວໂມງທີ່ຜ່ານມາແລ້ວ',
      storeFull: 'ຄັງຮູບພາບເຕັມແລ້ວ ກະລຸນາເລືອກຮູບທີ່ມີຢູ່',
    },
  },
  facts: {
    insert: 'ແຊກ',
    names: { name: 'ຊື່', balance: 'ຍອດເງິນ', withdrawable: 'ຍອດທີ່ຖອນໄດ້', withdrawal: 'ການຖອນຫຼ້າສຸດ' },
    example: 'ຕົວຢ່າງ',
  },
  saving: {
    looking: 'ກຳລັງກວດວ່າຈະມີຜົນແນວໃດ…',
    same: 'ບັນທຶກແລ້ວຈະບໍ່ມີຫຍັງປ່ຽນ',
    atOnce: 'ຈະມີຜົນທັນທີ',
    refused: 'ລະບົບຈະບໍ່ຮັບການແກ້ໄຂນີ້',
    problems: (count) => `ມີ ${count} ຊ່ອງທີ່ບໍ່ຖືກຕ້ອງ ເຫດຜົນຢູ່ຂ້າງຊ່ອງນັ້ນ`,
    alone: 'ຍອດທີ່ບໍ່ມີຄົນທີສອງໃນ 24\u00A0ຊົ່ວໂມງທີ່ຜ່ານມາ:',
    ask: 'ຂໍອະນຸມັດ',
    discard: 'ຍົກເລີກການແກ້ໄຂຂອງຂ້ອຍ',
    saved: 'ບັນທຶກແລ້ວ',
    moved: 'ມີຄົນອື່ນບັນທຶກສ່ວນນີ້ໄປແລ້ວ ສິ່ງທີ່ທ່ານພິມຍັງຢູ່',
    join: 'ລວມຂອງຂ້ອຍກັບຂອງຜູ້ອື່ນ',
    takeTheirs: 'ຖິ້ມຂອງຂ້ອຍແລ້ວເບິ່ງຄ່າໃໝ່',
  },
  edit: {
    choose: 'ເລືອກໄຟລ໌',
    remove: 'ລຶບ',
    add: 'ເພີ່ມ',
    up: 'ຍ້າຍຂຶ້ນ',
    down: 'ຍ້າຍລົງ',
    missing: 'ຍັງບໍ່ທັນມີ',
    optional: 'ບໍ່ບັງຄັບ',
    newName: 'ຊື່ຂອງຄຳຕອບໃໝ່',
    nameTaken: 'ມີຊື່ນີ້ຢູ່ແລ້ວ',
    entries: (count, max) => `${count} ຈາກສູງສຸດ ${max} ລາຍການ`,
  },
}
